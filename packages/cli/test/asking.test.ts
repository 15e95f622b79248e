// Asking a model: every command that does so tries again after a failure, with the given options and token limit.

import { cpSync } from 'node:fs';
import { openFakeServer } from '@terrarium/kernel/testing/fake-server';
import type { Responder } from '@terrarium/kernel/testing/fake-wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, recordPerson, smallStory } from './support/small-story.ts';

interface Place {
  readonly argv: readonly string[];
  readonly respond: Responder;
  readonly input?: string;
}

const answer = (text: string): Responder => {
  return () => ({ text });
};
const world = {
  title: 'The Glass Orchard',
  about: 'An orchard that rings.',
  start: { at: 'Gatehouse' },
  opening: ['You stand before a gate that hums.'],
  places: [{ name: 'Gatehouse', about: 'A gate of green glass.' }],
};
const settle = ['play', 'new', '--session', 'other', '--system', 'starter', '--concept', ''];
const places: Readonly<Record<string, Place>> = {
  'annotate run': { argv: ['annotate', 'run', '--limit', '1'], respond: recordPerson },
  'annotate summon': { argv: ['annotate', 'summon', '1', 'Who?'], respond: answer('Soma keeps the gate.') },
  'memory chat': {
    argv: ['memory', 'chat', '--json'],
    input: 'Hello.\n',
    respond: answer('<say>Oil.</say>'),
  },
  'memory maintain': {
    argv: ['memory', 'maintain', '--dry-run'],
    respond: answer('{"operations": []}'),
  },
  'memory maintain --propose-tags': {
    argv: ['memory', 'maintain', '--propose-tags', '--dry-run'],
    respond: answer('{"tags": []}'),
  },
  play: { argv: ['play', '--json'], input: 'I knock.\n', respond: answer('The oak door stays as it is.') },
  'play new, a world': {
    argv: [...settle, '--scenario', 'generated'],
    input: '1\nJo\nA sailor.\n',
    respond: answer(JSON.stringify(world)),
  },
  'play new, a rulebook': {
    argv: ['play', 'new', '--rulebook', 'salt.md'],
    respond: answer('{"items": []}'),
  },
};

let template: Folder;
beforeAll(async () => {
  template = createFolder();
  template.write('story.jsonl', smallStory);
  template.write('salt.md', '# Salt\n\nEvery sailor has Nerve, from 2 to 12.\n');
  const talk = { role: 'assistant', text: 'The lamp oil is low again.', at: '2016-03-01T10:00:00Z' };
  template.write('talk.jsonl', JSON.stringify(talk));
  const setUp = [
    ['import', 'story.jsonl'],
    ['annotate', 'run', '--limit', '1'],
    ['annotate', 'snapshot', 'create'],
    ['memory', 'import', 'talk.jsonl'],
  ];
  for (const argv of setUp) {
    const { exitCode, error } = await runTerrarium(argv, { cwd: template.path });
    expect([exitCode, error]).toEqual([0, '']);
  }
});
afterAll(() => template.remove());

/** Runs the command with a server whose first reply fails, and returns the bodies of all requests after the first. */
async function ask({ argv, input, respond }: Place) {
  const folder = createFolder();
  cpSync(template.path, folder.path, { recursive: true });
  const server = await openFakeServer({
    respond,
    models: ['story'],
    keepsBodies: true,
    faults: ({ number }) => (number === 1 ? { kind: 'status', status: 500 } : undefined),
  });
  const environment = {
    TERRARIUM_MODEL: 'openai:story',
    TERRARIUM_BASE_URL: server.baseUrl,
    TERRARIUM_TEMPERATURE: '1.25',
    TERRARIUM_MAX_OUTPUT_TOKENS: '777',
    TERRARIUM_EXTRA_BODY: '{"min_p": 0.07}',
  };
  try {
    await runTerrarium(argv, { cwd: folder.path, environment, ...(input === undefined ? {} : { input }) });
    const chats = server.records.filter(({ body }) => body !== undefined);
    const said = chats.map(({ body }) => {
      const { temperature, max_tokens, min_p } = JSON.parse(body ?? '') as Record<string, unknown>;
      return { temperature, max_tokens, min_p };
    });
    return { retried: chats.length > 1, said: [...new Set(said.map((one) => JSON.stringify(one)))] };
  } finally {
    await server.close();
    folder.remove();
  }
}

it('AK3: a question that names an entry is answered with what it is to others, and a model is shown the others', async () => {
  const folder = createFolder();
  const body =
    'Arla, the sister of Dorvel, kept the gate. Dorvel was a smith of Vell. At night Arla slept. Then Arla saw Dorvel and called to Dorvel.';
  folder.write('kin.jsonl', JSON.stringify({ thread: 'One', body }));
  const server = await openFakeServer({ respond: answer('NOT KNOWN'), models: ['story'], keepsBodies: true });
  const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });
  try {
    await run('import', 'kin.jsonl');
    await run('annotate', 'run', '--model', 'builtin');
    const plain = await run('annotate', 'ask', 'who is arla?', '--model', 'builtin');
    expect(plain.out).toMatch(/^Arla {2}character/u);
    expect(plain.out).toMatch(/To others\n +sibling of Dorvel\n/u);
    const empty = await run('annotate', 'ask', ' ', '--model', 'builtin');
    expect([empty.exitCode, empty.out]).toEqual([2, '']);
    expect(empty.error).toContain('The question is empty.');
    const unnamed = await run('annotate', 'ask', 'Was there a smith?', '--model', 'builtin');
    expect(unnamed.out).toMatch(/^The question names nothing that the glossary has here\./u);
    expect(unnamed.out).toContain('Dorvel  character');
    const url = ['--model', 'openai:story', '--base-url', server.baseUrl];
    await run('annotate', 'ask', 'Who is Arla?', ...url);
    const sent = server.records.map((record) => record.body ?? '').join('');
    expect(sent).toContain('<relation of=\\"Arla\\" is=\\"sibling of\\" to=\\"Dorvel\\"/>');
    expect(sent).toContain('Dorvel was a smith of Vell.');
  } finally {
    await server.close();
    folder.remove();
  }
});

it.each(Object.entries(places))(
  '%s asks again, with the options and the cap that were said',
  async (_, place) => {
    expect(await ask(place)).toEqual({
      retried: true,
      said: [JSON.stringify({ temperature: 1.25, max_tokens: 777, min_p: 0.07 })],
    });
  },
);
