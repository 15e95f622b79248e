// Tests that thinking aloud is distinguished from a story, on examples of both, in whatever pieces a reply arrives.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { measureAloud } from './measure-aloud.ts';
import { buildNarrativeStream } from './narrative-stream.ts';

const kind = z.object({
  aloud: z.array(z.object({ aloud: z.string(), story: z.string() })),
  told: z.array(z.string()),
});
/** The rule was made with the `seen` examples only; the `unseen` ones test it. */
const examples = z
  .object({ seen: kind, unseen: kind })
  .parse(
    JSON.parse(readFileSync(new URL('../../../test/fixtures/thought-aloud.json', import.meta.url), 'utf8')),
  );

const tell = (text: string) => text.slice(measureAloud(text, true).length).trim();
const isSetAside = ({ aloud, story }: z.infer<typeof kind>['aloud'][number]) =>
  tell(`${aloud}\n\n${story}`) === story;
const isKept = (told: string) => tell(told) === told;

describe('thinking aloud before a story', () => {
  it('TU71: is set aside, and stories in the first person, letters, speech and games in them are told', () => {
    const { seen, unseen } = examples;
    expect(seen.aloud.filter((one) => !isSetAside(one))).toEqual([]);
    expect(seen.told.filter((one) => !isKept(one))).toEqual([]);
    expect(unseen.told.filter((one) => !isKept(one))).toEqual([]);
    expect(unseen.aloud.filter(isSetAside).length).toBeGreaterThanOrEqual(18);
  });

  it('TU71: where the story stands in the same paragraph, only what comes before it is set aside', () => {
    const plan = 'The player wants to sleep, so no roll is needed. Let me write it.';
    expect(tell(`${plan} The night is quiet. You wake once.`)).toBe('The night is quiet. You wake once.');
    expect(tell(`${plan} The night is quiet.`)).toBe('The night is quiet.');
    expect(tell(plan)).toBe('');
  });

  it('TU71: reaches to the end of a tag, of a list under its heading, and to the heading of the story', () => {
    for (const before of [
      '<thinking>\nHe lies.\n\nShe does not.\n</thinking>',
      '## Plan\n- He lies.\n- She does not.',
      '**Plan**\n\nHe lies.\n\n**Narrative:**',
      'Plan:\nHe lies.\n\n---',
      '<plan>He lies.',
    ])
      expect(tell(`${before}\n\nThe lamp goes out.`)).toBe('The lamp goes out.');
  });

  it('TU71: leaves the block behind a story alone, and a reply that is one', () => {
    const block = '<after>\nsummary: The player tried to lie.\n</after>';
    expect(measureAloud(`Rain.\n${block}`, true).length).toBe(0);
    expect(measureAloud(block, true).length).toBe(0);
  });

  it('TU71: what is told is the same in whatever pieces a reply comes, and nothing told is taken back', () => {
    const all = [examples.seen, examples.unseen].flatMap(({ aloud, told }) => [
      ...aloud.map((one) => `${one.aloud}\n\n${one.story}`),
      ...told,
    ]);
    const cuts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.constantFrom(...all), cuts, (reply, sizes) => {
        const shown: string[] = [];
        const stream = buildNarrativeStream((text) => shown.push(text));
        stream.open(0);
        let at = 0;
        for (const size of sizes) {
          stream.append(reply.slice(at, at + size));
          at += size;
        }
        stream.append(reply.slice(at));
        stream.close(reply, false);
        expect(shown.join('').trim()).toBe(tell(reply));
        expect(stream.told).toBe(shown.join(''));
      }),
    );
  });
});
