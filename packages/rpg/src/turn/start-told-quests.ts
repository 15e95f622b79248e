// Starts planned quests that follow another: once a telling has spoken of such a quest, the player sees it.

import { splitTerms } from '@terrarium/kernel/split-terms';
import { listFollowing, type QuestPlan } from '../state/notebook.ts';
import { questUpdate } from '../tools/quest-update.ts';
import { isOutOfCharacter } from './context/render-words.ts';
import { executeOnce } from './loop/execute-call.ts';
import type { TurnRun } from './turn-run.ts';

/**
 * A telling speaks of a quest if it contains at least this many words of the quest's text, and at least this part of
 * them.
 */
const fewestShared = 3;
const sharedPart = 0.5;
/** A name says which quest is meant only if it has at least this many different words. */
const fewestOfName = 2;

export function startToldQuests(run: TurnRun, narrative: string): void {
  if (isOutOfCharacter(run.draft.words)) return;
  takeStarted(run);
  for (const plan of listFollowing(run.draft.state).filter((one) => isTold(narrative, one))) {
    const call = { name: questUpdate.name, arguments: JSON.stringify({ name: plan.name }) };
    executeOnce(run, { id: `told-${plan.id}`, ...call });
  }
}

/**
 * In a resumed turn, skips the actions that started quests before the turn was interrupted: `listFollowing` no longer
 * lists these quests.
 */
function takeStarted({ doneBefore }: TurnRun): void {
  while (doneBefore[0]?.tool === questUpdate.name) doneBefore.shift();
}

function isTold(narrative: string, { name, about }: QuestPlan): boolean {
  const told = splitTerms(narrative).counts;
  const countTold = (terms: readonly string[]) => terms.filter((term) => told.has(term)).length;
  const [called = [], said = []] = [name, about].map((text) => [...splitTerms(text).counts.keys()]);
  if (called.length >= fewestOfName && countTold(called) === called.length) return true;
  return countTold(said) >= Math.max(fewestShared, said.length * sharedPart);
}
