// Tests the room for inventories: if lines do not fit, a mark says so, in the fragment and in the prompt.

import { describe, expect, it } from 'vitest';
import type { EventId } from '../events/event.ts';
import type { FragmentText } from '../fragments/fragment.ts';
import { exampleVoices } from '../tags/voices.ts';
import type { Statement } from '../topics/compile-topic.ts';
import { buildTexts, buildUpdate } from './build-texts.ts';
import { sizes } from './operation.ts';
import { renderBatch } from './render-batch.ts';

const dayMs = 86_400_000;
const count = (text: string) => text.length / 4;

function state(from: number, until: number): readonly Statement[] {
  return Array.from({ length: until - from }, (_, at) => ({
    eventId: from + at,
    atMs: Date.parse('2024-01-01') + (from + at) * dayMs,
    day: new Date(Date.parse('2024-01-01') + (from + at) * dayMs).toISOString().slice(0, 10),
    isUndated: false,
    speaker: 'Mel',
    text: `I made the pot ${from + at} ${'of red clay '.repeat(8)}today.`,
    weight: 3,
    stems: new Set([`pot${from + at}`]),
    session: from + at,
  }));
}

describe('an inventory without room', () => {
  it('MT16: says how many older lines it leaves out, also when it grows again', () => {
    const statements = state(1, 501);
    const made = buildTexts(statements, new Set());
    const [mark = '', ...lines] = made.inventory.split('\n');
    expect(mark).toBe(`(${500 - lines.length} older lines had no room; search finds what they say)`);
    expect(lines.at(-1)).toContain('(#500)');
    const former: FragmentText = { key: 'pot', ...made, sources: made.sources as EventId[] };
    for (const ambient of [made.ambient, 'Mel makes pots.']) {
      const added = state(501, 521);
      const news = {
        statements: [...statements, ...added],
        added,
        taken: new Set<string>(),
        isApproved: false,
      };
      const { inventory = '' } = buildUpdate({ ...former, ambient }, news);
      const [newMark = '', ...newLines] = inventory.split('\n');
      expect(newMark).toContain(`(${520 - newLines.length} older lines`);
      expect(inventory.length).toBeLessThanOrEqual(sizes.inventory);
      expect(newLines.at(-1)).toContain('(#520)');
    }
    expect(buildTexts(state(1, 4), new Set()).inventory).not.toContain('older');
  });

  it('MT16: is shown to a model cut to its newest lines, with a mark, if it is larger than the room', () => {
    const { inventory } = buildTexts(state(1, 101), new Set());
    const fragment = { key: 'pot', ambient: 'Pots.', recognition: 'Pots.', inventory, sources: [] };
    const draft = {
      fragments: new Map([['pot', fragment]]),
      edges: new Map(),
      items: new Map(),
      facts: [],
      flags: [],
      formerKeys: new Set(['pot']),
      approved: new Set<string>(),
      renamed: new Map<string, string>(),
      merged: new Map<string, string>(),
      ambient: undefined,
    };
    const batch = {
      kind: 'deep',
      events: [],
      fragmentKeys: ['pot'],
      draft,
      request: undefined,
      nowMs: 0,
      fold: () => ({ draft, accepted: [], refused: [] }),
      readEvents: () => [],
      readAllEvents: () => [],
    } as const;
    const people = { voices: exampleVoices, timeZone: 'UTC' };
    const render = (room: number) =>
      renderBatch(batch, { tokens: 100, batch: room, reply: 1_000, count, people });
    const cut = render(600);
    const left = Number(/cut="(\d+) of 100 lines left out"/.exec(cut)?.[1]);
    expect(left).toBeGreaterThan(0);
    expect(cut).toContain('(#100)');
    expect(cut).not.toContain(`(#${left})`);
    expect(cut).toContain(`(#${left + 1})`);
    expect(count(cut)).toBeLessThan(900);
    expect(render(40_000)).not.toContain('cut=');
  });
});
