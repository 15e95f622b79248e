// Describes a place to the narrator: things and people there, ways out, and quest steps that need the place.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { isOpenQuest } from '../state/is-open-quest.ts';
import { findPlan, isAbout, isSameName, type Notebook, readNotebook } from '../state/notebook.ts';
import { type Entity, type EntityId, playerId } from '../values/entity.ts';
import { markSecret } from '../values/hidden-text.ts';
import { isObject } from '../values/json.ts';
import { readExits } from './exits.ts';
import { listLying } from './lying-things.ts';
import { normaliseName } from './match-name.ts';
import { isBeaten } from './moves/is-fighting.ts';
import { openEffectView } from './moves/open-effect-view.ts';
import { nameOf, readName } from './resolve-target.ts';
import { listSecretsAtSight } from './secrets.ts';
import { requireSheet, type Workbench } from './workbench.ts';

const mostShown = 12;

export function describePlace(bench: Workbench, place: Entity): readonly string[] {
  const people = listPeopleThere(bench, place);
  const about = typeof place.sheet['about'] === 'string' ? place.sheet['about'] : '';
  return [
    `Here: ${place.id} "${nameOf(place)}"${about === '' ? '.' : `: ${escapeLine(about, 500)}`}`,
    ...(people.length === 0 ? ['Nobody is here.'] : people.map((who) => describeWho(bench, who))),
    ...describeLying(bench, place),
    describeExits(place),
    ...describeSteps(bench, place, people),
    ...[place, ...people].flatMap((one) => listSecretsAtSight(bench, one)).map(markSecret),
  ];
}

/** Lists the exits that the player knows, at most `mostShown` of them. */
export function describeExits(from: Entity): string {
  const exits = readExits(from).filter(({ isHidden }) => !isHidden);
  if (exits.length === 0) return 'No exit is known here.';
  const shown = exits.map(({ to, name, isLocked }) => {
    const isPlain = name === '' || normaliseName(name) === to.slice(to.indexOf(':') + 1);
    const marks = [...(isPlain ? [] : [`"${escapeLine(name, 60)}"`]), ...(isLocked ? ['locked'] : [])];
    return `${to}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
  });
  return `Exits: ${shown.slice(0, mostShown).join(', ')}.`;
}

function describeWho(bench: Workbench, who: Entity): string {
  const { about, attitude } = who.sheet;
  const field = requireSheet(bench.system, who.type).byPath.get('attitude');
  const view = field === undefined || attitude === undefined ? '' : field.kind.view(attitude);
  // Once the fight is no longer in the prompt, nothing else says that somebody here is beaten.
  const state = isBeaten(openEffectView(bench), who) ? 'beaten' : view;
  const mood = state === '' ? '' : ` (${escapeLine(state, 40)})`;
  const text = typeof about === 'string' && about !== '' ? `: ${escapeLine(about, 160)}` : '';
  const things = listLying(bench.state, who.id).slice(0, mostShown).map(nameOf);
  const held = things.length === 0 ? '' : ` Has: ${things.join(', ')}.`;
  return `- ${who.id} "${nameOf(who)}"${mood}${text}${held}`;
}

/** Lists the people and things at a place; says nothing about the place itself. */
export function describeThere(bench: Workbench, place: Entity): readonly string[] {
  const people = listPeopleThere(bench, place);
  return [
    ...(people.length === 0 ? [] : [`Here: ${people.map(({ id }) => id).join(', ')}.`]),
    ...describeLying(bench, place),
  ];
}

function describeLying({ state }: Workbench, place: Entity): readonly string[] {
  const things = listLying(state, place.id).slice(0, mostShown);
  return things.length === 0 ? [] : [`Lying here: ${things.map(nameOf).join(', ')}.`];
}

function listPeopleThere({ state }: Workbench, place: Entity): readonly Entity[] {
  const isThere = ({ sheet }: Entity) => sheet['at'] === place.id && sheet['is_gone'] !== true;
  return ['npc', 'creature'].flatMap((type) => state.list(type).filter(isThere)).slice(0, mostShown);
}

/**
 * Open steps of quests that name the place or somebody at the place. A model is not told the first open step of a quest
 * if that only asks to come here.
 */
function describeSteps(
  { state, by }: Workbench,
  place: Entity,
  people: readonly Entity[],
): readonly string[] {
  const names = [place, ...people].map((one) => readName(one).toLowerCase());
  const notebook = readNotebook(state);
  return state.list('quest').flatMap((quest) => {
    const { steps } = quest.sheet;
    if (!isOpenQuest(quest) || !Array.isArray(steps)) return [];
    return steps
      .filter((step) => isObject(step) && step['is_done'] !== true)
      .map((step) => String(isObject(step) ? step['name'] : ''))
      .filter((step, index) => index > 0 || by !== 'model' || !isArrival(notebook, { quest, step, place }))
      .filter((step) => names.some((name) => step.toLowerCase().includes(name)))
      .map((step) => `${quest.id} waits here: ${escapeLine(step, 100)}`);
  });
}

interface Arrival {
  readonly quest: Entity;
  readonly step: string;
  readonly place: Entity;
}

/** Whether the step only asks to come to this place: code marks the step as done in the same answer. */
function isArrival(notebook: Notebook, { quest, step, place }: Arrival): boolean {
  const waits = findPlan(notebook, readName(quest))?.waits ?? [];
  return waits.some(
    ({ on, what, step: name }) => on === 'arrive' && isSameName(name, step) && isAbout(what, place),
  );
}

const following = /^follow(?:ing|s|er)?$/i;

/** Whether somebody has a condition that says that they follow. */
export function isFollowing({ sheet: { conditions } }: Entity): boolean {
  return (
    Array.isArray(conditions) &&
    conditions.some((one) => isObject(one) && following.test(String(one['name'])))
  );
}

/** People at this place who follow. */
export function listFollowers({ state }: Workbench, at: EntityId): readonly Entity[] {
  return ['npc', 'creature']
    .flatMap((type) => state.list(type))
    .filter((who) => who.id !== playerId && who.sheet['at'] === at && who.sheet['is_gone'] !== true)
    .filter(isFollowing);
}
