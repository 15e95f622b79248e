// Fuzzes the tools: whatever a model sends, the answer is a text with our markup only, and the glossary stays valid.

import { runTool } from '@terrarium/kernel/tool';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import { countCases, hostilePieces, hostileText, hostileValue } from '../../test/support/hostile-text.ts';
import { verifyGlossary } from '../glossary/verify-glossary-store.ts';
import { annotatorTools, buildToolMap } from './annotator-tools.ts';
import { parseCodexUpdates } from './parse-codex-updates.ts';

const tools = buildToolMap(annotatorTools);
const story = [
  ['Old Soma kept the bell of Ilm. He never slept.', 'Soma met Vell. A skarn came out of the sea.'],
  [...hostilePieces.map((piece) => `Soma said: ${piece} And Vell heard it.`)],
];
const lastPost = 2 + hostilePieces.length;

/** Elements that an answer may have: nothing else may begin with `<`. */
const ours =
  /^<\/?(?:glossary_(?:created|updated|deleted|held)|entry|search_results|referenced|posts|post|omitted|snapshots|snapshot)\b/;

const keys = fc.constantFrom(
  'term',
  'definition',
  'evidence',
  'entry_id',
  'tags',
  'aliases',
  'remove_aliases',
  'status',
  'reason',
  'distinct_from',
  'replaces',
  'query',
  'limit',
  'include_references',
  'post_id',
  'before',
  'after',
  'kind',
  'include_adjacent',
  'thread_id',
  'start_post_id',
  'end_post_id',
  'tag_filter',
  'snapshot_type',
  'id',
  'name',
);
const likely = fc.oneof(
  fc.constantFrom(1, 2, 3, '1', 'Soma', 'Vell', 'skarn', 'tentative', 'confirmed', 'all', true),
  fc.integer({ min: -1, max: lastPost + 1 }),
  fc.constantFrom(
    ['character'],
    [{ post_id: 1, label: 1 }],
    [{ quote: 'Soma met Vell.' }],
    'He never slept.',
  ),
);
const soundDraft = {
  term: 'Soma',
  definition: 'The keeper of the bell of Ilm.',
  tags: ['character'],
  evidence: [{ post_id: 1, label: 1 }],
};
/** Mostly calls that would be accepted if a single field were right. */
const nearlyRight = fc.tuple(
  fc.record({
    term: fc.constantFrom('Soma', 'Vell', 'Ilm', 'skarn', 'Old Soma'),
    definition: fc.constantFrom('The keeper of the bell of Ilm.', 'Somebody the story names.'),
    tags: fc.constant(['character']),
    evidence: fc.oneof(
      fc.constant([{ post_id: 1, label: 1 }]),
      fc.array(
        fc.record({ post_id: fc.integer({ min: 1, max: lastPost }), label: fc.integer({ min: 1, max: 4 }) }),
        {
          maxLength: 3,
        },
      ),
      fc.array(fc.record({ quote: hostileText }), { maxLength: 3 }),
    ),
    entry_id: fc.integer({ min: 0, max: 6 }),
    reason: fc.constant('merged'),
    query: hostileText,
    post_id: fc.integer({ min: 0, max: lastPost + 1 }),
    thread_id: fc.integer({ min: 0, max: 3 }),
  }),
  fc.dictionary(keys, fc.oneof(hostileValue, likely), { maxKeys: 3 }),
);
const rawArguments = fc.oneof(
  { weight: 6, arbitrary: nearlyRight.map(([right, wrong]) => JSON.stringify({ ...right, ...wrong })) },
  {
    weight: 3,
    arbitrary: fc.dictionary(keys, fc.oneof(hostileValue, likely)).map((value) => JSON.stringify(value)),
  },
  { weight: 1, arbitrary: hostileText },
  { weight: 1, arbitrary: hostileValue.map((value) => JSON.stringify(value)) },
  {
    weight: 1,
    arbitrary: nearlyRight.map(([right]) => JSON.stringify(right).slice(0, -2)),
  },
);
const anyName = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...tools.keys()) }, hostileText);

function open() {
  const world = openStory(story);
  const ids = Array.from({ length: lastPost }, (_, index) => index + 1);
  world.read(1, 2);
  return { world, context: world.read(...ids.slice(2)) };
}

function expectOurWords(say: string): void {
  expect(say).not.toBe('');
  expect(say.isWellFormed()).toBe(true);
  for (const { index } of say.matchAll(/</g)) expect(say.slice(index, index + 40)).toMatch(ours);
}

describe('tools under fire', () => {
  it('TL2: answer anything with words of their own, and leave a glossary that verifies', {
    timeout: 600_000,
  }, () => {
    const { world, context } = open();
    let created = 0;
    fc.assert(
      fc.property(anyName, rawArguments, (name, raw) => {
        const { say } = runTool(tools, { id: 'call-1', name, arguments: raw }, context);
        expectOurWords(say);
        expect(say.length).toBeLessThan(60_000);
        if (say.startsWith('<glossary_created')) created += 1;
      }),
      { numRuns: countCases(40_000), examples: [['glossary_create', JSON.stringify(soundDraft)]] },
    );
    // The number of entries that were ever created: later calls may have deleted them.
    expect(created).toBeGreaterThan(0);
    expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
  });

  it('TL8: accept any text as updates, and take nothing in it for more than the same tools would', {
    timeout: 600_000,
  }, () => {
    const { world, context } = open();
    const update = fc.oneof(
      nearlyRight.map(([right, wrong]) => ({ action: 'create', ...right, ...wrong })),
      hostileValue,
      fc.record({ action: hostileValue, entry_id: hostileValue }),
    );
    const block = fc.oneof(
      fc.array(update, { maxLength: 3 }).map((updates) => JSON.stringify(updates)),
      update.map((one) => JSON.stringify(one)),
      fc
        .tuple(fc.array(update, { maxLength: 2 }), fc.nat({ max: 200 }))
        .map(([updates, cut]) => JSON.stringify(updates).slice(0, cut)),
      hostileText,
    );
    fc.assert(
      fc.property(hostileText, fc.array(block, { maxLength: 3 }), fc.boolean(), (prose, blocks, isClosed) => {
        const end = isClosed ? '</codex_updates>' : '';
        const text = prose + blocks.map((one) => `<codex_updates>${one}${end}`).join('\n');
        const { calls, warnings } = parseCodexUpdates(text);
        for (const warning of warnings) expect(warning.length).toBeLessThan(300);
        for (const call of calls) {
          expect(tools.has(call.name)).toBe(true);
          expectOurWords(runTool(tools, call, context).say);
        }
      }),
      { numRuns: countCases(15_000) },
    );
    expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
  });

  it('TL8: take nesting without end for what it is', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const { calls, warnings } = parseCodexUpdates(
      `<codex_updates>[{"action":"create","term":"Soma","x":${deep}},{"action":"delete","entry_id":1,"reason":"x"}]</codex_updates>`,
    );
    expect([...calls.map((call) => call.name), ...warnings].length).toBeGreaterThan(0);
    const { context } = open();
    expectOurWords(
      runTool(tools, { id: 'c', name: 'glossary_create', arguments: `{"term":${deep}}` }, context).say,
    );
  });
});
