// Takes what was done for a call before its turn was interrupted, so that a resumed turn does not do it again.

import { cutName, renderArguments } from '../../game/run-action.ts';
import type { Acted } from '../../state/game.ts';
import type { Action } from '../../state/session.ts';
import { isSameJson } from '../../values/is-same-json.ts';
import { isObject } from '../../values/json.ts';
import { parseJson } from '../../values/parse-json.ts';
import type { TurnRun } from '../turn-run.ts';

interface Sent {
  readonly name: string;
  readonly arguments: string;
}

/** Undefined if nothing was done for this call. The actions are taken in the order in which they were done. */
export function takeDone(
  { doneBefore }: Pick<TurnRun, 'doneBefore'>,
  call: Sent,
): (Action & Acted) | undefined {
  const [before] = doneBefore;
  if (before?.tool !== cutName(call.name)) return undefined;
  const isSame = before.arguments === renderArguments(call) || isMended(before.arguments, call.arguments);
  return isSame ? doneBefore.shift() : undefined;
}

/** The members of a call that mending a slip may change, or that the game adds to it. */
const mendable: ReadonlySet<string> = new Set([
  'who',
  'target',
  'against',
  'name',
  'list',
  'judges',
  'allies',
]);

/**
 * Whether the call was made from the sent one by mending a slip. Mending the sent call again would not tell, since the
 * state is no longer the one in which it was mended.
 */
function isMended(made: string, sent: string): boolean {
  const [own, given] = [parseJson(made), parseJson(sent)];
  if (!isObject(own) || !isObject(given)) return false;
  const members = new Set([...Object.keys(own), ...Object.keys(given)]);
  // An advantage in `as` becomes part of the dice.
  const isAdvantage = given['as'] !== undefined && own['as'] === undefined;
  const isOpen = (member: string) =>
    mendable.has(member) || (isAdvantage && ['as', 'formula'].includes(member));
  return [...members].every((member) => isOpen(member) || isSameJson(own[member], given[member]));
}
