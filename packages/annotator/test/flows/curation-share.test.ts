// Proves which share of the tokens curation may take, even after a stop, and which entries it asks about within this share.

import type { LanguageModel } from '@terrarium/kernel/language-model';
import { describe, expect, it, vi } from 'vitest';
import type { EntryId } from '../../src/glossary/entry.ts';
import { chooseBatches } from '../../src/runner/choose-batches.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { buildLongStory } from '../support/long-story.ts';
import type { OpenedRun } from '../support/small-world.ts';
import { answerStory, buildStoryModel } from '../support/story-model.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();

/** Builds a stop request that stops the run after this many states. */
function stopAfter(states: number) {
  let left = states;
  const isRequested = (): boolean => {
    left -= 1;
    return left < 0;
  };
  return { isRequested, abort: new AbortController().signal };
}

/** The fresh tokens as curation sums them up step by step, and their sum computed from the whole log. */
function sumBoth({ run: { stores, session } }: OpenedRun) {
  const { id } = session.conversation;
  return {
    onwards: stores.context.sumFreshTokens(id, session.freshTokens),
    anew: stores.context.sumFreshTokens(id),
  };
}

describe('the share of the tokens that curation may take', () => {
  const settings = { curates: true, curationShare: 0.1, contextBudget: 6_000 };
  const story = buildLongStory(4, 8);

  it('CU12: is summed up from what was summed before, also across folds', async () => {
    const opened = openWorld(story).open(buildStoryModel(), { settings });
    await runStates(opened.run);
    const { session, stores } = opened.run;
    const { onwards, anew } = sumBoth(opened);
    const folds = stores.context.readFoldMeasures(session.conversation.id);
    const log = stores.context.readLog(session.conversation.id);
    expect(folds.length).toBeGreaterThan(1);
    expect(session.freshTokens.through).toBeGreaterThan(0);
    expect(onwards).toEqual(anew);
    const sent = [...log.map(({ tokens }) => tokens), ...folds.map(({ tokensAfter }) => tokensAfter)];
    expect(anew.tokens).toBe(sent.reduce((sum, tokens) => sum + tokens, 0));
    opened.connection.close();
  });

  it('CU12: is the same, with the same decisions, in a run that was stopped and resumed again and again', async () => {
    const whole = openWorld(story).open(buildStoryModel(), { settings });
    await runStates(whole.run);
    const expected = { decided: whole.run.stores.curation.list(), sums: sumBoth(whole) };
    whole.connection.close();
    expect(expected.decided).not.toEqual([]);
    const world = openWorld(story);
    for (let stops = 0; stops < 100; stops += 1) {
      const opened = world.open(buildStoryModel(), { settings, stop: stopAfter(25) });
      const outcome = await runStates(opened.run);
      const sums = sumBoth(opened);
      expect(sums.onwards).toEqual(sums.anew);
      const isDone = outcome.kind !== 'interrupted';
      if (isDone) expect({ decided: opened.run.stores.curation.list(), sums }).toEqual(expected);
      opened.connection.close();
      if (isDone) return;
    }
    throw new Error('The reading did not come to its end.');
  });
});

const named = 450;

/** Builds a name of letters only, so that no name is found inside another. */
function buildName(index: number): string {
  return `Zor${[...String(index).padStart(3, '0')].map((digit) => 'abdefgklmr'[Number(digit)]).join('')}`;
}

const names = Array.from({ length: named }, (_, index) => buildName(index));

/**
 * Opens a story whose reading noted nothing, and creates an entry for each of its names, some of which are named more
 * often.
 */
async function openNamed(curationShare: number) {
  const sentences = names.map((name, index) => `They met ${name} there. `.repeat(1 + (index % 7)));
  const posts = Array.from({ length: named / 10 }, (_, at) => ({
    thread: 'One',
    body: sentences.slice(at * 10, at * 10 + 10).join(''),
  }));
  const model: LanguageModel = {
    id: 'test:nothing',
    reply: async (request) => ({ ...answerStory(request), calls: [], text: 'Nothing new.', finish: 'stop' }),
  };
  const settings = { curates: true, curationShare };
  const opened = openWorld(posts).open(model, { settings });
  await runStates(opened.run);
  const { glossary, ledger } = opened.run.stores;
  const position = { corpus: 'main', threadId: 1 as never, postId: 1 as never };
  const nobody = { stepId: undefined, model: undefined, promptVersion: undefined, reason: undefined };
  for (const term of names) {
    const definition = `${term} was met there.`;
    glossary.create(
      { term, definition, aliases: [], tags: [], status: 'tentative', evidence: [] },
      { ...nobody, author: 'agent', position },
    );
  }
  opened.run.session.scene = [...ledger.iterateScenes()].at(-1);
  return opened;
}

describe('the entries that curation is asked about within its share', () => {
  it.each([
    { curationShare: 0.2, looks: 200 },
    { curationShare: 0.44, looks: 400 },
    { curationShare: 0.99, looks: named },
  ])(
    'CU12: are those named most often, found by looking at $looks of 450 (share $curationShare)',
    async (one) => {
      const { run, connection } = await openNamed(one.curationShare);
      const { glossary, curation } = run.stores;
      const waiting = curation.listWaiting(undefined, 1_000);
      expect(waiting).toHaveLength(named);
      const find = vi.spyOn(glossary, 'find');
      const { batches, left } = chooseBatches(run);
      const looked = new Set(find.mock.calls.map(([id]) => id));
      const asked = batches.flat();
      expect(looked.size).toBe(one.looks);
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.length).toBeLessThanOrEqual(one.looks);
      expect(left).toBe(named - asked.length);
      const count = (id: EntryId) => glossary.readSpread(id).mentions;
      const byMentions = waiting.toSorted((a, b) => count(b) - count(a) || a - b);
      expect(asked).toEqual(byMentions.slice(0, asked.length).toSorted((a, b) => a - b));
      if (one.looks < named) expect(asked.length).toBeGreaterThan(one.looks - 200);
      else expect(asked).toEqual(waiting);
      connection.close();
    },
  );
});
