// Lists the steps of quests that an action brought about: a place reached or searched, a talk, a thing that was found.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { queryLimits, splitTerms } from '@terrarium/kernel/split-terms';
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

export interface Tried {
  readonly rolls: readonly RolledCheck[];
  /** What the player typed. */
  readonly words: string;
}

/**
 * Lists at most one step of each open quest. Usually it is the first that is not done. A later step, even a hidden one,
 * counts if what it asks for lasts (`isLasting`), such as having a thing or having won somebody over: a talk would be
 * forgotten by the time the step comes.
 */
export function listReached(state: GameState, tried: Tried): readonly FollowUp[] {
  const hasSearched = tried.rolls.some(isFound);
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
        ? isReached(state, one, { ...tried, hasSearched })
        : isLasting(one) && isOpen(one) && isReached(state, one, { ...tried, hasSearched }),
    );
    if (wait === undefined) return [];
    const done = step !== undefined && isCurrent(wait) ? String(step['id']) : wait.step;
    const call = { name: 'quest_update', arguments: { name: quest.id, done: [done] } };
    return [{ call, say: describeReached(state, quest, { wait, hasSearched }) }];
  });
}

/**
 * Whether a step may be done before the steps ahead of it: to have a thing, to win somebody over, or to ask about
 * something. To tell or show somebody something must wait.
 */
function isLasting({ on, step }: StepWait): boolean {
  if (on === 'have') return true;
  return on === 'talk' && (winning.test(step) || (asking.test(step) && readMatter(step) !== ''));
}

const winning = /^(?:win|persuade|convince|bribe|befriend|threaten|reconcile)\b/iu;
const asking = /^(?:ask|question|consult|(?:speak|talk) (?:to|with))\b/iu;
const matter =
  /\s(?:about|concerning|regarding|for|that|what|who|whom|whose|why|where|when|how|whether|if)\s(?<matter>.+)$/isu;

/** What a step asks somebody about; empty if it only names the person. */
function readMatter(step: string): string {
  return matter.exec(step)?.groups?.['matter'] ?? '';
}

const talking: ReadonlySet<string> = new Set(['talk', 'persuade', 'threaten']);

/**
 * Whether the player's character talked to the person of the step in a roll that did not fail. If the step says about
 * what, the roll's reason or the player's words must have a word of it.
 */
function hasTalked(state: GameState, { step, what }: StepWait, { rolls, words }: Tried): boolean {
  return rolls.some(({ move, who, against, outcome, reason = '' }) => {
    const other = against === undefined ? undefined : state.find(against as EntityId);
    if (who !== playerId || !talking.has(move ?? '') || other === undefined) return false;
    if (!isAbout(what, other) || (outcome?.degree ?? -1) < 0) return false;
    const wanted = [...splitTerms(readMatter(step)).counts.keys()];
    const said = splitTerms(`${reason} ${words}`, queryLimits).counts;
    return wanted.length === 0 || wanted.some((term) => said.has(term));
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

function isReached(
  state: GameState,
  wait: StepWait,
  { hasSearched, ...tried }: Tried & { readonly hasSearched: boolean },
): boolean {
  const { on, what, finds } = wait;
  if (on === 'talk') return hasTalked(state, wait, tried);
  const player = state.find(playerId);
  const here = state.find(String(player?.sheet['at'] ?? '') as EntityId);
  const isHere = here !== undefined && isAbout(what, here);
  if (on === 'arrive') return isHere;
  return (on === 'search' && isHere && hasSearched) || hasFound(state, finds);
}

/**
 * Says why a step counts as done. A search counts as done, too, once the player has the thing that it would find,
 * wherever the thing came from.
 */
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
