// Reads with models that answer at random: every run ends, no scene is unaccounted for, and the result passes verification.

import { ProviderError, UsageError } from '@terrarium/kernel/errors';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../src/runner/run.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { verifyAnnotator } from '../../src/verify-annotator.ts';
import { buildLongStory } from '../support/long-story.ts';
import { buildSmallWorld, type SmallWorld } from '../support/small-world.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const numRuns = isProof ? 300 : 18;

function fail(code: string, retryable: boolean): ProviderError {
  return new ProviderError({ code, happened: 'It failed.', todo: 'Wait.', retryable });
}

const term = fc.constantFrom(
  'Somaa',
  'Dawnela',
  'Vell',
  'Orrum',
  'salt carriers',
  '',
  '</x>',
  'Gate of Vell',
);
const evidence = fc.oneof(
  fc.record({ post_id: fc.integer({ min: -1, max: 30 }), label: fc.integer({ min: 0, max: 9 }) }),
  fc.record({
    post_id: fc.integer({ min: 1, max: 30 }),
    quote: fc.constantFrom('In the morning they saw', 'Not there.'),
  }),
);
const toolArguments = fc.oneof(
  fc.record({ term, definition: fc.string(), evidence: fc.array(evidence, { maxLength: 3 }) }),
  fc.record({
    entry_id: fc.integer({ min: 0, max: 9 }),
    definition: fc.string(),
    evidence: fc.array(evidence, { maxLength: 2 }),
  }),
  fc.record({ entry_id: fc.integer({ min: 0, max: 9 }), reason: fc.string() }),
  fc.record({ query: fc.string() }),
  fc.record({ snapshot_id: fc.integer({ min: 0, max: 4 }), query: fc.string() }),
  fc.record({ message: fc.string(), summary: fc.string(), quote: fc.string() }),
  fc.record({ post_id: fc.integer({ min: 0, max: 40 }) }),
  fc.constantFrom('{"term": ', 'null', '[]', ''),
);
const call = fc.record({
  name: fc.constantFrom(
    'glossary_create',
    'glossary_update',
    'glossary_delete',
    'glossary_search',
    'read_post',
    'summon_snapshot',
    'summon_continue',
    'summon_dismiss',
    'explicate',
    'sing',
  ),
  arguments: toolArguments,
});
const step: fc.Arbitrary<ScriptStep> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ calls: fc.array(call, { minLength: 1, maxLength: 4 }) }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<ScriptStep>(
      { text: 'Nothing new.' },
      { text: 'They went on.', reasoning: 'Hm.' },
    ),
  },
  {
    weight: 1,
    arbitrary: toolArguments.map((updates) => ({
      text: `<codex_updates>[${JSON.stringify(updates)}]</codex_updates>`,
    })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<ScriptStep>(
      { text: '' },
      { text: 'No.', finish: 'content-filter' },
      { text: 'Let', finish: 'length' },
      fail('model.unreachable', true),
      fail('model.context-overflow', false),
    ),
  },
);

/** The script has at least one reply: with a server that always fails, no reading reaches its end. */
const anyScript = fc
  .tuple(
    fc.array(step, { maxLength: 11 }),
    step.filter((one) => !(one instanceof Error)),
    fc.nat(11),
  )
  .map(([others, reply, at]) => others.toSpliced(at, 0, reply));

/** Repeats the script without end, even across runs that are resumed. */
function buildEndlessModel(script: readonly ScriptStep[]): LanguageModel {
  let asked = 0;
  return {
    id: 'test:random',
    async reply(request) {
      const next = script[asked % script.length] ?? { text: 'Nothing new.' };
      asked += 1;
      const reply = await buildScriptedModel([next]).reply(request);
      return { ...reply, calls: reply.calls.map((one, index) => ({ ...one, id: `call-${asked}-${index}` })) };
    },
  };
}

/**
 * Runs until there is an outcome. If a server refuses every prompt, the run ends with an error; then its code is
 * returned.
 */
async function driveOrShrink(run: Run): Promise<string> {
  try {
    return (await runStates(run)).kind;
  } catch (error) {
    if (error instanceof UsageError && error.code === 'context.cannot-shrink') return error.code;
    throw error;
  }
}

/** Starts the run again after every halt. */
async function readToTheEnd(world: SmallWorld, model: LanguageModel) {
  for (let starts = 0; starts < 200; starts += 1) {
    const opened = world.open(model, {
      settings: { tools: 'all', contextBudget: 6_000, maxToolRounds: 3, maxAttempts: 2 },
    });
    const outcome = await driveOrShrink(opened.run);
    if (outcome !== 'halted') return { ...opened, outcome };
    opened.connection.close();
  }
  throw new Error('The story never came to its end.');
}

describe('a model that answers anything', () => {
  it('RN1, RN4: is used to read to the end, with every scene accounted for and everything verified', {
    timeout: 300_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anyScript, async (script) => {
        const world = buildSmallWorld(buildLongStory(2, 6));
        try {
          const { run, connection, outcome } = await readToTheEnd(world, buildEndlessModel(script));
          const { byStatus, total } = run.stores.ledger.countScenes();
          if (outcome === 'finished') expect(byStatus.committed + byStatus.skipped).toBe(total);
          const annotator = {
            world: { title: 'Random', corpora: [] } as never,
            connection,
            corpora: run.corpora,
            stores: run.stores,
            close: () => undefined,
          };
          expect(verifyAnnotator(annotator).problems).toEqual([]);
          connection.close();
        } finally {
          world.remove();
        }
      }),
      { numRuns },
    );
  });
});
