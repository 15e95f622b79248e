// Proves that the function that chooses the next state only allows the table's transitions, both live and on resume.

import { describe, expect, it } from 'vitest';
import { advance, type StepBody, untouchedScene } from '../journal/journal.ts';
import type { ReplyRecord } from '../journal/progress.ts';
import { chooseNextState, isCircling } from './choose-next-state.ts';
import { interruptible, type StateName, transitions } from './states.ts';

const policy = { maxToolRounds: 3, maxAttempts: 2 };
const record: ReplyRecord = {
  finish: 'stop',
  usage: { promptTokens: 'unknown', cachedTokens: 'unknown', outputTokens: 'unknown' },
  estimatedTokens: 10,
  seconds: 1,
  model: 'test',
};

describe('the next state', () => {
  it('RN1: every state but the last has a way on, and every way leads to a state', () => {
    const names = Object.keys(transitions) as StateName[];
    for (const name of names) {
      if (name !== 'exiting') expect(transitions[name].length).toBeGreaterThan(0);
      for (const next of transitions[name]) expect(names).toContain(next);
    }
    for (const unsafe of ['processing', 'checkpointing'] as const)
      expect(interruptible.has(unsafe)).toBe(false);
  });

  it('RN8: only an immediate repetition counts as a circle', () => {
    expect(isCircling(['a', 'b'], ['a'])).toBe(false);
    expect(isCircling(['a', 'b'], ['b'])).toBe(true);
    expect(isCircling([], ['b', 'b'])).toBe(false);
  });

  it('RN6: a scene is skipped after as many unusable replies as are allowed, not before', () => {
    const opened = advance(untouchedScene, { kind: 'scene-opened' });
    const unusable: StepBody = {
      kind: 'unusable-reply',
      purpose: 'scene',
      record,
      text: '',
      reason: 'The reply was empty.',
    };
    const once = advance(opened, unusable);
    expect(chooseNextState(once, policy)).toMatchObject({ at: 'calling' });
    expect(chooseNextState(advance(once, unusable), policy)).toMatchObject({
      at: 'recording',
      status: 'skipped',
      reason: 'The reply was empty.',
    });
  });
});
