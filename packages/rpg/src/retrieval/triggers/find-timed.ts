// Finds which lorebook entries still stay in mind, rest or wait; this is computed each time from what was said.

import { type Fired, findFired, type Heard } from './find-fired.ts';
import type { LoreTrigger } from './lore-trigger.ts';

/** A turn is two messages: what the player said, and what was told. */
const messagesOfTurn = 2;
/** The longest time, in turns, for which an entry can stay in mind or rest. */
export const mostTurnsBack = 40;

export interface TimedHeard extends Pick<Heard, 'messages' | 'work'> {
  /** Number of the turn that is being played. */
  readonly turn: number;
  readonly nameSeed: (turn: number) => string;
}

/**
 * The same messages give the same result, so nothing has to be stored for undoing, branching and replaying. While an
 * entry stays in mind, it needs neither keys nor chance; its rest begins afterwards.
 */
export function findTimed(key: string, trigger: LoreTrigger, heard: TimedHeard): Fired | undefined {
  const { sticky, cooldown, delay } = trigger;
  const findAt = (turn: number): Fired | undefined => {
    if (turn * messagesOfTurn < delay) return undefined;
    const messages = heard.messages.slice((heard.turn - turn) * messagesOfTurn);
    return findFired(key, trigger, { messages, seed: heard.nameSeed(turn), work: heard.work });
  };
  if (sticky === 0 && cooldown === 0) return findAt(heard.turn);
  const lasting = { sticky: countTurns(sticky), cooldown: countTurns(cooldown) };
  const known = Math.ceil(heard.messages.length / messagesOfTurn) - 1;
  const first = Math.max(0, heard.turn - known, findBeginning(heard.turn));
  return walkTurns({ first, last: heard.turn, lasting, findAt });
}

/**
 * The first turn that is considered: 0 from turn 40 to turn 79, 40 up to turn 119, and so on, so always at least
 * `mostTurnsBack` turns ago; before turn 40 it is negative. It moves in such steps because, if it moved with each turn,
 * an entry whose key is said again and again would rest in every turn or in none.
 */
function findBeginning(turn: number): number {
  return (Math.floor(turn / mostTurnsBack) - 1) * mostTurnsBack;
}

function countTurns(messages: number): number {
  return Math.min(mostTurnsBack, Math.ceil(messages / messagesOfTurn));
}

interface Walk {
  readonly first: number;
  readonly last: number;
  readonly lasting: { readonly sticky: number; readonly cooldown: number };
  readonly findAt: (turn: number) => Fired | undefined;
}

/**
 * `until` is the last turn in which the entry stays in mind, `rests` the last in which it cannot come to mind again.
 */
function walkTurns({ first, last, lasting, findAt }: Walk): Fired | undefined {
  let [until, rests] = [-1, -1];
  for (let turn = first; turn < last; turn += 1) {
    if (turn <= until || turn <= rests || findAt(turn) === undefined) continue;
    until = turn + lasting.sticky;
    rests = until + lasting.cooldown;
  }
  if (last <= until) return { because: 'still in mind', score: 0, isSticky: true };
  return last <= rests ? undefined : findAt(last);
}
