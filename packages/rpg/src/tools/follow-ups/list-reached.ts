// Lists the steps of quests that an action brought about: the player is at a place now, or has searched it.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import { isOpenQuest } from '../../state/is-open-quest.ts';
import { findPlan, isAbout, isSameName, readNotebook, type StepWait } from '../../state/notebook.ts';
import { type Entity, type EntityId, type GameState, playerId } from '../../values/entity.ts';
import { markSecret } from '../../values/hidden-text.ts';
import { isObject } from '../../values/json.ts';
import { hasItem } from '../has-item.ts';
import { readName } from '../resolve-target.ts';
import type { FollowUp } from './list-follow-ups.ts';

/** Of each open quest only the first step that is not done can be reached. */
export function listReached(state: GameState, rolls: readonly RolledCheck[]): readonly FollowUp[] {
  const hasSearched = rolls.some(isFound);
  const notebook = readNotebook(state);
  return state.list('quest').flatMap((quest) => {
    const step = findCurrentStep(quest);
    if (step === undefined) return [];
    const waits = findPlan(notebook, readName(quest))?.waits ?? [];
    const wait = waits.find((one) => isSameName(one.step, String(step['name'])));
    if (wait === undefined || !isReached(state, wait, hasSearched)) return [];
    const call = { name: 'quest_update', arguments: { name: quest.id, done: [String(step['id'])] } };
    return [{ call, say: describeReached(state, quest, { wait, hasSearched }) }];
  });
}

/** Whether a roll is a search by the player's character that did not fail. */
function isFound({ move, who, outcome }: RolledCheck): boolean {
  return move === 'search' && who === playerId && (outcome?.degree ?? -1) >= 0;
}

function findCurrentStep(quest: Entity) {
  const { steps } = quest.sheet;
  if (!isOpenQuest(quest) || !Array.isArray(steps)) return undefined;
  return steps.filter((step) => isObject(step)).find((step) => step['is_done'] !== true);
}

function isReached(state: GameState, { on, what, finds }: StepWait, hasSearched: boolean): boolean {
  const player = state.find(playerId);
  const here = state.find(String(player?.sheet['at'] ?? '') as EntityId);
  const isHere = here !== undefined && isAbout(what, here);
  if (on === 'arrive') return isHere;
  return (isHere && hasSearched) || hasFound(state, finds);
}

/** A search also counts as done once the player has what it would find, wherever they have it from. */
function describeWhy({ on, what, finds }: StepWait, hasSearched: boolean): string {
  if (on === 'arrive') return `The player is at ${what}`;
  return hasSearched ? `${what} has been searched` : `The player has ${finds}`;
}

function hasFound(state: GameState, thing: string): boolean {
  const player = state.find(playerId);
  return thing !== '' && player !== undefined && hasItem(state, player, thing);
}

function describeReached(
  state: GameState,
  quest: Entity,
  { wait, hasSearched }: { readonly wait: StepWait; readonly hasSearched: boolean },
): string {
  const { step, finds } = wait;
  const why = describeWhy(wait, hasSearched);
  const brings =
    finds === '' || hasFound(state, finds)
      ? ''
      : markSecret(` It finds ${escapeLine(finds, 80)}: give it with item_add.`);
  return `${escapeLine(why, 120)}: of ${quest.id}, "${escapeLine(step, 80)}" is done.${brings}`;
}
