// Tests that, once the server has counted one request, none is longer than the budget, whatever the model answers.

import type { LanguageModel, ModelReply, ModelRequest, ToolCall } from '@terrarium/kernel/language-model';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateMessage, estimateTools } from '../../src/context/count-prompt.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { buildChance, type Chance } from '../support/faulty-model.ts';
import { buildLongStory } from '../support/long-story.ts';
import { buildSmallWorld } from '../support/small-world.ts';
import { answerStory } from '../support/story-model.ts';

const numRuns = readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 200 : 5;

/** Draws calls that are refused, calls with long answers, and calls with long arguments. */
function drawCalls(chance: Chance, id: number): readonly ToolCall[] {
  const long = 'what they told of the salt road '.repeat(Math.floor(chance() * 60));
  const drafts: readonly (readonly [string, object])[] = [
    ['glossary_create', { term: `Nobody${id}`, definition: long, evidence: [{ post_id: 1, quote: long }] }],
    ['read_post', { post_id: 1, before: 0, after: Math.floor(chance() * 10) }],
    ['glossary_search', { query: long.slice(0, 200) }],
  ];
  const count = 1 + Math.floor(chance() * 4);
  return Array.from({ length: count }, (_, at) => {
    const [name, given] = drafts[Math.floor(chance() * drafts.length)] ?? ['read_post', {}];
    return { id: `drawn-${id}-${at}`, name, arguments: JSON.stringify(given) };
  });
}

interface Counting {
  readonly model: LanguageModel;
  /** Tokens of each request, as the server counts them. */
  readonly counts: number[];
}

/**
 * A model that answers like the story model, or with random calls; its server counts `ratio` tokens for each estimated
 * one.
 */
function buildCountingModel(chance: Chance, ratio: number): Counting {
  const counts: number[] = [];
  const reply = async (request: ModelRequest): Promise<ModelReply> => {
    const { tools, messages } = request;
    const estimated = messages.reduce((sum, one) => sum + estimateMessage(one), estimateTools(tools));
    const promptTokens = Math.ceil(estimated * ratio);
    counts.push(promptTokens);
    const answer = answerStory(request);
    const isQuestion = /^<(?:summary|curation)_/u.test(messages.at(-1)?.content ?? '');
    const drawn: Partial<ModelReply> =
      isQuestion || chance() < 0.4
        ? {}
        : { text: '', calls: drawCalls(chance, counts.length), finish: 'tool-calls' };
    return { ...answer, ...drawn, usage: { ...answer.usage, promptTokens } };
  };
  return { model: { id: 'test:counting', reply }, counts };
}

const drawing = fc.record({
  seed: fc.nat(),
  ratio: fc.double({ min: 0.55, max: 1.6, noNaN: true }),
  contextBudget: fc.integer({ min: 7_000, max: 14_000 }),
  curates: fc.boolean(),
});

describe('the budget of a prompt', () => {
  it('CX7: is enough for every request, once the server has counted one', async () => {
    const seen = { folds: 0 };
    const property = fc.asyncProperty(drawing, async ({ seed, ratio, contextBudget, curates }) => {
      const world = buildSmallWorld(buildLongStory(2, 8));
      try {
        const { model, counts } = buildCountingModel(buildChance(seed), ratio);
        const { run, connection } = world.open(model, {
          settings: { contextBudget, curates, maxToolRounds: 4 },
        });
        await runStates(run);
        seen.folds += run.stores.context.readFolds(run.session.conversation.id).length - 1;
        connection.close();
        expect(counts.slice(1).filter((tokens) => tokens > contextBudget)).toEqual([]);
      } finally {
        world.remove();
      }
    });
    await fc.assert(property, { numRuns });
    expect(seen.folds).toBeGreaterThan(numRuns);
  }, 3_600_000);
});
