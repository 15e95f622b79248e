// Tests that names at the start of a text become entries, and that nobody is taken for a place because of a surname.

import { describe, expect, it } from 'vitest';
import { openBuiltInReader } from './built-in-reader.ts';

interface Create {
  readonly term: string;
  readonly aliases: readonly string[];
  readonly definition: string;
  readonly tags: readonly string[];
}

async function readEntries(...sentences: readonly string[]): Promise<readonly Create[]> {
  const text = sentences.map((sentence, index) => `[${index + 1}] ${sentence}`).join(' ');
  const content = `<story_passages corpus="main" thread="1" title="One" scene="0">\n<post id="1" author="QM">\n${text}\n</post>\n</story_passages>`;
  const reply = await openBuiltInReader().reply({
    messages: [{ role: 'user', content }],
    tools: [],
    toolChoice: 'auto',
    maxOutputTokens: 1000,
    temperature: 0,
  });
  return reply.calls
    .filter(({ name }) => name === 'glossary_create')
    .map((call) => JSON.parse(call.arguments) as Create);
}

describe('names at the beginning of a text', () => {
  it('BR18 makes an entry of a first sentence that says what a name is', async () => {
    const [entry] = await readEntries('Sarn Deep was a city under the sea.', 'Nobody went there by day.');
    expect(entry).toMatchObject({ term: 'Sarn Deep', tags: ['location'] });
    const [tower] = await readEntries('Thornkeld was a grey tower with a garden of salt.');
    expect(tower).toMatchObject({ term: 'Thornkeld', tags: ['location'] });
  });

  it('BR18 keeps a surname that is also a kind of place', async () => {
    const [entry] = await readEntries(
      'Odile Marsh had kept the ledger for nine years.',
      'Odile went to the window.',
      'Then Odile closed the ledger.',
    );
    expect(entry).toMatchObject({ term: 'Odile Marsh', aliases: ['Odile'] });
    expect(entry?.tags).toContain('character');
  });

  it('BR18 leaves a place a place', async () => {
    const entries = await readEntries(
      'They came to Vashel Marsh at dusk.',
      'Vashel Marsh was a swamp where nobody lived.',
    );
    expect(entries[0]).toMatchObject({ term: 'Vashel Marsh', tags: ['location'] });
  });

  it('BR18 does not take an English word that begins a sentence for a name', async () => {
    expect(await readEntries('Great halls were a comfort to them.', 'Salt was a thing of worth.')).toEqual(
      [],
    );
  });
});
