// Tests badly written summaries: with an announcement, with unread names, or consisting only of a call.

import type { LanguageModel, ModelReply, ModelRequest } from '@terrarium/kernel/language-model';
import { describe, expect, it } from 'vitest';
import { runStates } from '../../src/runner/run-states.ts';
import { buildLongStory } from '../support/long-story.ts';
import { answerStory } from '../support/story-model.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();

async function readStory(first: Partial<ModelReply>, again: Partial<ModelReply> = first) {
  const questions: string[] = [];
  let isAgain = false;
  const model: LanguageModel = {
    id: 'test:summaries',
    async reply(request: ModelRequest) {
      const question = request.messages.at(-1)?.content ?? '';
      const reply = answerStory(request);
      if (!question.includes('<summary_request')) return reply;
      isAgain = question.includes('Your first');
      questions.push(question);
      return { ...reply, calls: [], ...(isAgain ? again : first) };
    },
  };
  const world = openWorld(buildLongStory(2, 10));
  const { run, connection } = world.open(model, { settings: { contextBudget: 6_000 } });
  await runStates(run);
  const folds = run.stores.context.readFolds(run.session.conversation.id);
  connection.close();
  const summaries = folds.flatMap(({ fold }) => [
    ...fold.chunks,
    ...(fold.cumulative === undefined ? [] : [fold.cumulative]),
  ]);
  expect(summaries.length).toBeGreaterThan(0);
  return { summaries, questions, again: questions.filter((question) => question.includes('Your first')) };
}

describe('summaries', () => {
  it('CP11: are kept without the words that announce them', async () => {
    const { summaries, again } = await readStory({
      text: '# Summary\nHere is the summary of the scenes:\nThey saw the gate and went on.',
    });
    expect(new Set(summaries.map(({ text }) => text))).toEqual(new Set(['They saw the gate and went on.']));
    expect(again).toEqual([]);
  });

  it('CP11: that name something unread are asked for again, with the words', async () => {
    const { summaries, again, questions } = await readStory(
      { text: 'They saw the gate, where Zorvandel waits.' },
      { text: 'They saw the gate.' },
    );
    expect(again.length).toBe(questions.length / 2);
    for (const question of again)
      expect(question).toContain(
        'Your first summary used names that are in no post read so far: "Zorvandel". Write it without them.',
      );
    expect(new Set(summaries.map(({ text }) => text))).toEqual(new Set(['They saw the gate.']));
  });

  it('CP11: lose the sentences that still do so, and are extracted from the text if nothing is left', async () => {
    const { summaries } = await readStory({ text: 'They saw the gate. At the river Zorvandel waits.' });
    expect(new Set(summaries.map(({ text }) => text))).toEqual(new Set(['They saw the gate.']));
    const { summaries: drawn } = await readStory({ text: 'At the river Zorvandel waits.' });
    for (const { origin } of drawn) expect(origin).toBe('extract');
  });

  it('CP11: that are only a call are asked for again as plain text', async () => {
    const call = { id: 'a', name: 'glossary_search', arguments: '{"query":"gate"}' };
    for (const reply of [
      { text: '', calls: [call] },
      { text: '<tool_call>{"name":"glossary_search","arguments":{"query":"gate"}}</tool_call>' },
    ]) {
      const { summaries, again } = await readStory(reply, { text: 'They saw the gate.' });
      for (const question of again)
        expect(question).toContain('No tool can be called here: write plain text, no call.');
      expect(new Set(summaries.map(({ origin }) => origin))).toEqual(new Set(['model']));
    }
  });
});
