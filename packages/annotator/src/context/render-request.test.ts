// Tests of rendering a request: its order, what a fold keeps, and how messages are trimmed.

import { Bug } from '@terrarium/kernel/errors';
import type { Message } from '@terrarium/kernel/language-model';
import { describe, expect, it } from 'vitest';
import type { ThreadId } from '../corpus/corpus.ts';
import type { FoldId, FoldRecord, LoggedMessage, SceneId, Sequence } from './message-log.ts';
import { cutReplyCharacters } from './message-log.ts';
import { renderRequest } from './render-request.ts';

const opening: FoldRecord = {
  id: 1 as FoldId,
  afterSequence: 0 as Sequence,
  kept: [],
  preamble: { version: 'v1', instructions: 'Read.', tools: [] },
  cumulative: undefined,
  chunks: [],
  scenesTrimmed: 0,
  reasoningTrimmedThrough: 0 as Sequence,
  repliesCutThrough: 0 as Sequence,
};

function buildLog(messages: readonly Message[]): LoggedMessage[] {
  return messages.map((message, index) => ({
    sequence: (index + 1) as Sequence,
    sceneId: 1 as SceneId,
    corpus: 'main',
    threadId: 1 as ThreadId,
    sceneIndex: 0,
    message,
    tokens: 1,
    shown: [],
  }));
}

function render(messages: readonly Message[], fold: Partial<FoldRecord> = {}): readonly Message[] {
  return renderRequest(buildLog(messages), [opening, { ...opening, ...fold }]).messages;
}

const posts: Message = { role: 'user', content: 'p'.repeat(900) };
const reply = (length: number): Message => ({
  role: 'assistant',
  content: 'r'.repeat(length),
  reasoning: 'Hm.',
});

describe('renderRequest', () => {
  it('CX3: before anything is folded the instructions stand right before the history', () => {
    expect(render([posts])).toEqual([{ role: 'system', content: 'Read.' }, posts]);
  });

  it('CX1: without a fold there is no request, never one without instructions', () => {
    expect(() => renderRequest(buildLog([posts]), [])).toThrow(Bug);
  });

  it('CX3, CX4: the summaries stand between instructions and history, and are answered', () => {
    const cumulative = {
      id: undefined,
      through: undefined,
      entryIds: [],
      origin: 'model',
      text: 'So far.',
    } as const;
    const [instructions, front, answer, ...history] = render([posts], { cumulative });
    expect(instructions?.role).toBe('system');
    expect(front).toMatchObject({ role: 'user', content: expect.stringContaining('So far.') });
    expect(answer).toEqual({ role: 'assistant', content: 'Done.' });
    expect(history).toEqual([posts]);
  });

  it('CP4: turns that were removed without a summary leave a marker that says how many', () => {
    expect(render([], { scenesTrimmed: 7 })[1]?.content).toContain('<turns_removed scenes="7"');
  });

  it('CP10: of the messages before the fold, exactly those that it keeps are shown, up to the last one', () => {
    const log = ['one', 'two', 'three', 'four', 'five', 'six'].map(
      (content): Message => ({ role: 'user', content }),
    );
    const kept = [
      { from: 2 as Sequence, to: 2 as Sequence },
      { from: 4 as Sequence, to: 4 as Sequence },
    ];
    const shown = render(log, { afterSequence: 5 as Sequence, kept }).slice(1);
    expect(shown.map((message) => message.content)).toEqual(['two', 'four', 'six']);
  });

  it('CP4: replies up to the mark, and the marked one, lose their reasoning or are cut; posts never are', () => {
    const [, first, second, third, fourth] = render([posts, reply(900), reply(900), reply(900)], {
      reasoningTrimmedThrough: 3 as Sequence,
      repliesCutThrough: 2 as Sequence,
    });
    expect(first).toEqual(posts);
    expect(second).toEqual({ role: 'assistant', content: `${'r'.repeat(cutReplyCharacters)}…` });
    expect(third).toEqual({ role: 'assistant', content: 'r'.repeat(900) });
    expect(fourth).toEqual(reply(900));
  });

  it('CP4: a long post stays whole even if replies are cut', () => {
    expect(render([posts], { repliesCutThrough: 9 as Sequence })[1]).toEqual(posts);
  });

  it('CP4: a reply of 500 characters stays whole; a longer one is cut to 500 and says so, and no character is split', () => {
    const cut = (content: string) =>
      render([{ role: 'assistant', content }], { repliesCutThrough: 1 as Sequence })[1]?.content;
    expect(cut('r'.repeat(500))).toBe('r'.repeat(500));
    expect(cut('r'.repeat(501))).toBe(`${'r'.repeat(500)}…`);
    expect(cut(`${'r'.repeat(499)}🙂🙂`)?.isWellFormed()).toBe(true);
  });
});
