// Lists the steps of quests that an action brought about: a place reached or searched, a talk, a thing that was found.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import { isOpenQuest } from '../../state/is-open-quest.ts';
import { findPlan, isAbout, isSameName, readNotebook, type StepWait } from '../../state/notebook.ts';
import { type Entity, type EntityId, type GameState, playerId } from '../../values/entity.ts';
import { markSecret } from '../../values/hidden-text.ts';
import { isObject } from '../../values/json.ts';
import { hasItem } from '../has-item.ts';
import { listOpenSteps } from '../planned-quest.ts';
import { readName } from '../resolve-target.ts';
import type { FollowUp } from './list-follow-ups.ts';

/**
 * In each open quest, the first step that is not done can be reached. A talk, and a thing that the player has, count
 * for later steps too, even for a step that nobody has been shown, because the talk or thing would be forgotten by the
 * time the step comes.
 */
export function listReached(state: GameState, rolls: readonly RolledCheck[]): readonly FollowUp[] {
  const hasSearched = rolls.some(isFound);
  const notebook = readNotebook(state);
  return state.list('quest').flatMap((quest) => {
    const step = findCurrentStep(quest);
    const plan = findPlan(notebook, readName(quest));
    if (plan === undefined || !isOpenQuest(quest)) return [];
    const isCurrent = ({ step: name }: StepWait) =>
      step !== undefined && isSameName(name, String(step['name']));
    const open = [...listOpenSteps(quest), ...plan.steps.map(({ name }) => name)];
    const isOpen = ({ step: name }: StepWait) => open.some((one) => isSameName(one, name));
    const wait = (plan.waits ?? []).find((one) =>
      isCurrent(one)
        ? isReached(state, one, { hasSearched, rolls })
        : isLasting(one) && isOpen(one) && isReached(state, one, { hasSearched, rolls }),
    );
    if (wait === undefined) return [];
    const done = step !== undefined && isCurrent(wait) ? String(step['id']) : wait.step;
    const call = { name: 'quest_update', arguments: { name: quest.id, done: [done] } };
    return [{ call, say: describeReached(state, quest, { wait, hasSearched }) }];
  });
}

function isLasting({ on }: StepWait): boolean {
  return on === 'talk' || on === 'have';
}

const talking: ReadonlySet<string> = new Set(['talk', 'persuade', 'threaten']);
/** A step of this kind is done by talking alone; "persuade the keeper" needs a roll that does not fail. */
const merelyTalking = /^(?:speak|talk|ask|question|meet|greet|hear|call on|consult|see|visit|tell)\b/iu;

/** Whether the player's character talked to somebody of this name in a roll. */
function hasTalked(state: GameState, { step, what }: StepWait, rolls: readonly RolledCheck[]): boolean {
  return rolls.some(({ move, who, against, outcome }) => {
    const other = against === undefined ? undefined : state.find(against as EntityId);
    if (who !== playerId || !talking.has(move ?? '') || other === undefined) return false;
    return isAbout(what, other) && (merelyTalking.test(step) || (outcome?.degree ?? -1) >= 0);
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

interface Rolled {
  readonly hasSearched: boolean;
  readonly rolls: readonly RolledCheck[];
}

function isReached(state: GameState, wait: StepWait, { hasSearched, rolls }: Rolled): boolean {
  const { on, what, finds } = wait;
  if (on === 'talk') return hasTalked(state, wait, rolls);
  const player = state.find(playerId);
  const here = state.find(String(player?.sheet['at'] ?? '') as EntityId);
  const isHere = here !== undefined && isAbout(what, here);
  if (on === 'arrive') return isHere;
  return (on === 'search' && isHere && hasSearched) || hasFound(state, finds);
}

/** A search also counts as done once the player has the thing that it would find, wherever the thing came from. */
function describeWhy({ on, what, finds }: StepWait, hasSearched: boolean): string {
  if (on === 'arrive') return `The player is at ${what}`;
  if (on === 'talk') return `The player has talked to ${what}`;
  return on === 'search' && hasSearched ? `${what} has been searched` : `The player has ${finds}`;
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
