// Describes for the player what a turn changed: whose value, from what to what, and why; shows nothing hidden.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { isFollowing } from '@terrarium/rpg/describe-place';
import { type Entity, fightId, type GameState, type Patch, playerId } from '@terrarium/rpg/entity';
import { isFieldSeen } from '@terrarium/rpg/hide-unseen';
import { isObject, type Json } from '@terrarium/rpg/json';
import { listStates } from '@terrarium/rpg/list-states';
import { cutTerms } from '@terrarium/rpg/notebook';
import { readIdle } from '@terrarium/rpg/read-order';
import { writeValue } from '@terrarium/rpg/read-value';
import type { System } from '@terrarium/rpg/system';
import { describeComputed } from './describe-computed.ts';
import { describeMoved, readItems } from './describe-moved.ts';
import { findReceiver } from './find-receiver.ts';
import { listNameWords, listUntold, type Remembered } from './list-met.ts';
import { isBaseField } from './list-situation.ts';
import { stripUntold } from './list-told-quests.ts';
import { nameIds, nameOf } from './name-ids.ts';
import { showStep } from './show-step.ts';

/** Types whose changes are shown elsewhere, or do not concern the player. */
const silentTypes: ReadonlySet<string> = new Set(['note', 'secret']);
/**
 * Paths whose changes are not shown. For example, the narrative says where somebody is, and the map shows which places
 * were visited.
 */
const silentPaths: ReadonlySet<string> = new Set(['at', 'is_visited', 'about', 'exits', 'giver', 'holder']);
/** Reasons that tell a player nothing about a change. */
const plainReasons: ReadonlySet<string> = new Set([
  'it was asked for',
  'it came',
  'it was made anew',
  'had no value yet',
  // The same reasons in the words of older versions.
  'items were put in order',
  'items were corrected to fit the rules',
]);

/** Reasons in the words of the rules, and how a player is told of them. */
const reworded: ReadonlyMap<string, string> = new Map([['time', 'as time passes']]);

export interface ChangeView extends Partial<Omit<Remembered, 'state'>> {
  readonly system: System;
  readonly state: GameState;
  /** Whether a cause also says which bound the value reached, as in `/why`. */
  readonly hasBounds?: boolean;
  /**
   * The values that the player set by hand, each as its owner and its path. Even for a value of somebody else the player
   * is told that it was set, but is shown no number.
   */
  readonly setByHand?: readonly string[] | undefined;
}

export type ShownChange =
  RouteAnswer<'GET /api/worlds/{world}/games/{game}'>['turns'][number]['changes'][number];

/** Describes the changes in order, without those that a player does not care about. */
export function describeChanges(patches: readonly Patch[], view: ChangeView): readonly ShownChange[] {
  return mergeMade(mergeSteps(listChanges(patches, view)));
}

function listChanges(patches: readonly Patch[], view: ChangeView): readonly ShownChange[] {
  return patches.flatMap((patch): readonly ShownChange[] => {
    const where = { entity: patch.entity, path: patch.path };
    if (patch.path === 'steps') return describeSteps(patch, view).map((step) => ({ ...where, ...step }));
    if (patch.entity === fightId)
      return describeFight(patch, view).map((change) => ({ ...where, ...change }));
    if (isRevealed(patch)) {
      const text = nameIds(readFirst(cutTerms(String(patch.after))), view.state);
      return [{ ...where, kind: 'revealed', text, ...describeOf(patch, { patches, state: view.state }) }];
    }
    const change = describePatch(patch, view);
    return change === undefined
      ? []
      : [{ ...where, ...change, ...chooseCause(change, patch, patches, view) }];
  });
}

/**
 * Chooses the cause to show. A value that the player does not see gets none, because the cause may name a number. The
 * note about a bound stays only if the view asks for it, and never for a list, which has no bound of its own. If things
 * left the player's list for no stated reason, the cause may name their receiver.
 */
function chooseCause(change: Change, patch: Patch, patches: readonly Patch[], view: ChangeView) {
  if (change.kind === 'value' && change.before === '') return {};
  const cause = describeShownCause(patch, patches, view);
  if (change.kind === 'moved' && cause.because === undefined && patch.entity === playerId) {
    const receiver = change.went.length === 0 ? undefined : findReceiver(change.went, patches);
    return receiver === undefined || isUntold(receiver, view)
      ? {}
      : { because: `to ${nameIds(receiver, view.state)}` };
  }
  const isList = change.kind !== 'value' || Array.isArray(patch.after);
  return isList || !view.hasBounds ? stripBound(cause) : cause;
}

/** Whether the story has said nothing yet of somebody, such as a thief whom nobody saw. */
function isUntold(id: string, { state, listTurns, head }: ChangeView): boolean {
  return listTurns !== undefined && listUntold({ state, listTurns, head }).some((one) => one.id === id);
}

function describeSteps(patch: Patch, view: ChangeView) {
  const of = view.state.find(patch.entity);
  const quest = of === undefined ? '' : nameOf(of, patch.entity);
  return listSteps(stripSteps(patch, of, view)).map((step) => ({ ...step, ...(quest !== '' && { quest }) }));
}

/** Leaves out of a quest's change the steps that are not shown in the player's list of quests either. */
function stripSteps(patch: Patch, quest: Entity | undefined, { state, listTurns, head }: ChangeView): Patch {
  if (listTurns === undefined || patch.after === undefined) return patch;
  const untold = listUntold({ state, listTurns, head }).map(listNameWords);
  const made = { id: patch.entity, type: 'quest', key: '', ...quest };
  const told = stripUntold({ ...made, sheet: { ...quest?.sheet, steps: patch.after } }, untold);
  return { ...patch, after: told.sheet['steps'] ?? [] };
}

/** Returns the first of the wordings that a text gives, separated by slashes. */
function readFirst(text: string): string {
  return text.split(' / ', 1)[0] ?? text;
}

/** A clock that was made and advanced in the same turn gets only one line, with its present value. */
function mergeMade(changes: readonly ShownChange[]): readonly ShownChange[] {
  const isMade = ({ entity }: ShownChange) =>
    entity.startsWith('clock:') && changes.some((one) => one.kind === 'new' && one.entity === entity);
  return changes.flatMap((change): readonly ShownChange[] => {
    if (!isMade(change) || (change.kind !== 'new' && change.kind !== 'value')) return [change];
    if (change.kind === 'value') return [];
    const last = changes.findLast((one) => one.entity === change.entity && one.kind === 'value');
    return last?.kind === 'value'
      ? [{ ...change, name: `${change.name} ${last.after.replace(/^[^\d]+/u, '')}` }]
      : [change];
  });
}

/** A step that was added and finished in the same turn is listed once, as done. */
function mergeSteps(changes: readonly ShownChange[]): readonly ShownChange[] {
  const done = new Set(
    changes.flatMap((one) => (one.kind === 'step' && one.isDone ? [`${one.entity} ${one.text}`] : [])),
  );
  return changes.filter((one) => one.kind !== 'step' || one.isDone || !done.has(`${one.entity} ${one.text}`));
}

/** Finds, in another change of the same turn, whom or what a secret is about. */
function describeOf(
  { entity }: Patch,
  { patches, state }: { readonly patches: readonly Patch[]; readonly state: GameState },
): { readonly about?: string } {
  const of = patches.find((patch) => patch.entity === entity && patch.path === 'of')?.after;
  return typeof of === 'string' && of !== '' ? { about: nameIds(of, state) } : {};
}

/**
 * Describes the order in which fighters act, the beginning of a round, and who lost a turn. Whose turn it is follows from
 * these.
 */
function describeFight({ path, after, because }: Patch, { state }: ChangeView): readonly Change[] {
  const idle = path === 'turn' ? readIdle(because) : [];
  if (idle.length > 0) return [{ kind: 'idle', names: idle.map((id) => nameIds(id, state)) }];
  if (path === 'round') return [{ kind: 'round', round: String(after) }];
  if (path !== 'order' || !Array.isArray(after)) return [];
  const places = after.filter((one: Json) => isObject(one));
  const order = places.map(({ name, rolled }) => ({
    // The story also calls the player `you`.
    name: name === playerId ? 'you' : nameIds(String(name), state),
    rolled: String(rolled),
  }));
  return [{ kind: 'order', order }];
}

/** Empty if the reason tells a player nothing. */
export function describeCause({ because }: Patch, state: GameState): { readonly because?: string } {
  if (because === '' || plainReasons.has(because)) return {};
  return { because: reworded.get(because) ?? nameIds(because, state) };
}

/** A formula is left out here, because the dialog of the value shows it. */
function describeShownCause(
  patch: Patch,
  patches: readonly Patch[],
  { system, state }: ChangeView,
): { readonly because?: string } {
  const [type = ''] = patch.entity.split(':', 1);
  const because = describeComputed(patch, { patches, sheet: system.sheets.get(type) });
  if (because === undefined) return describeCause(patch, state);
  return because === '' ? {} : { because };
}

/**
 * The note that a value went no further than its bound. A maximum with nothing before it is kept, because it
 * may be the whole cause.
 */
const bound = /^the minimum is -?[\d.]+$|; the (?:minimum|maximum) is -?[\d.]+$/u;

/** Removes the note about the bound: a line under a turn shows the reached number in any case. */
function stripBound({ because = '' }: { readonly because?: string }): { readonly because?: string } {
  const cause = because.replace(bound, '');
  return cause === '' ? {} : { because: cause };
}

/** Whether a secret has come out: a player sees no other change of a secret. */
function isRevealed({ entity, path, after }: Patch): boolean {
  return entity.startsWith('secret:') && path === 'text' && typeof after === 'string' && after !== '';
}

interface Step {
  readonly kind: 'step';
  readonly text: string;
  readonly isDone: boolean;
}

function listSteps({ before, after }: Patch): readonly Step[] {
  const known = new Set(readSteps(before).map(nameStep));
  return readSteps(after).filter((step) => !known.has(nameStep(step)));
}

function nameStep({ text, isDone }: Step): string {
  return `${isDone} ${text}`;
}

function readSteps(value: Json | undefined): readonly Step[] {
  return (Array.isArray(value) ? value : [])
    .filter(isObject)
    .map((step) => ({ kind: 'step', text: String(step['name'] ?? ''), isDone: step['is_done'] === true }));
}

type Change = ShownChange extends infer One
  ? One extends ShownChange
    ? Omit<One, 'entity' | 'path' | 'because'>
    : never
  : never;

/** Whether the change is not shown. Of the scene, only what the rules add to it is shown, such as aspects. */
function isSilent({ path }: Patch, type: string): boolean {
  if (silentTypes.has(type) || silentPaths.has(path)) return true;
  return type === 'scene' && (path === '' || isBaseField(type, path));
}

function describePatch(patch: Patch, { system, state, setByHand = [] }: ChangeView): Change | undefined {
  const [type = ''] = patch.entity.split(':', 1);
  if (isSilent(patch, type)) return undefined;
  const entity = state.find(patch.entity);
  const name = nameOf(entity ?? readMade(patch, type), patch.entity);
  if (patch.path === '') return describeWhole(patch, { type, name });
  const field = system.sheets.get(type)?.byPath.get(patch.path);
  if (field === undefined || field.definition.category === 'meta') return undefined;
  const change = describeValue(patch, field, state);
  if (change === undefined) return undefined;
  if (!isUnseen(change, field, entity ?? type))
    return describeEnd(patch, name) ?? describeOwned(change, patch, { type, name, field });
  const seen = describeStates(patch, { system, name, entity });
  return seen === undefined && isSetByHand(patch, setByHand) ? describeSet(name, field) : seen;
}

interface Owned extends Whole {
  readonly field: Field;
}

/** The change of a value with its label and, unless it is a value of the player or the scene, the name of its owner. */
function describeOwned(change: object, { entity }: Patch, { type, name, field }: Owned): Change {
  const owner = entity === playerId || type === 'scene' ? {} : { owner: name };
  // A clock has only one value, its progress, so the label of the value is left out.
  const label = type === 'clock' ? '' : field.definition.label;
  return { ...change, ...owner, label } as Change;
}

/** Whether the player set the value by hand. The typed path may name only a part of the value, such as its maximum. */
function isSetByHand({ entity, path }: Patch, set: readonly string[]): boolean {
  const own = `${entity} ${path}`;
  return set.some((one) => one === own || one.startsWith(`${own}.`));
}

const persons: ReadonlySet<string> = new Set(['npc', 'creature']);

/**
 * Whether a change of somebody else is hidden: their sheet does not show the value, or the rules do not let others see
 * the number. Nothing is hidden of those who follow the player.
 */
function isUnseen(change: object, field: Field, of: Entity | string): boolean {
  const type = typeof of === 'string' ? of : of.type;
  if (!persons.has(type) || (typeof of !== 'string' && isFollowing(of))) return false;
  if (!isFieldSeen(field, type)) return true;
  if (field.definition.seen === true || !field.parts.some(({ kind }) => kind === 'number')) return false;
  const { kind, before, after } = { kind: '', before: '', after: '', ...change };
  return kind === 'value' && /\d/u.test(`${before} ${after}`);
}

/** The line for a hidden value that was set: it shows no number. */
function describeSet(owner: string, { definition }: Field): Change {
  return { kind: 'value', before: '', after: 'set by hand', owner, label: definition.label };
}

interface Seen {
  readonly system: System;
  readonly name: string;
  readonly entity: Entity | undefined;
}

/** Describes what can be seen of a hidden change: the states, such as bloodied, that it began or ended. */
function describeStates({ path, before, after }: Patch, { system, name, entity }: Seen): Change | undefined {
  const sheet = entity && system.sheets.get(entity.type);
  if (sheet === undefined || before === undefined || after === undefined) return undefined;
  const [was = [], is = []] = [before, after].map((value) =>
    listStates(sheet, writeValue(entity?.sheet ?? {}, path, value), system.tables),
  );
  const came = is.filter((state) => !was.includes(state));
  const went = was.filter((state) => !is.includes(state));
  if (came.length + went.length === 0) return undefined;
  return { kind: 'moved', came, went, owner: name, label: 'Conditions' };
}

/**
 * Describes the change of a value. If the value is a list of conditions and none was added or removed, only their
 * remaining times have changed, which is not worth a line.
 */
function describeValue(patch: Patch, field: Field, state: GameState) {
  const moved = describeMoved(patch);
  if (moved !== undefined && moved.came.length + moved.went.length > 0) return moved;
  if (moved !== undefined && field.kind.pass !== undefined) return undefined;
  return describeValues(patch, field, state);
}

/** An entity made in the turn under way is not in the state yet, only in the change that made it. */
function readMade({ entity: id, path, after }: Patch, type: string): Entity | undefined {
  return path === '' && isObject(after) ? { id, type, key: '', sheet: after } : undefined;
}

function describeEnd({ entity, path, after }: Patch, name: string): Change | undefined {
  if (path === 'is_gone' && after === true) return { kind: 'ended', name, says: 'has left the story' };
  if (entity.startsWith('quest:') && path === 'status')
    return { kind: 'ended', name, says: `is ${String(after)}` };
  return undefined;
}

interface Whole {
  readonly type: string;
  readonly name: string;
}

/** What players call some types; the others have plain names already. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ['npc', 'person'],
  ['location', 'place'],
]);

/**
 * Describes an entity that was made or removed. A new item is left out, because the list to which it is added
 * shows it.
 */
function describeWhole({ before }: Patch, { type, name }: Whole): Change | undefined {
  if (before !== undefined) return { kind: 'gone', name };
  return type === 'item' ? undefined : { kind: 'new', type: typeNames.get(type) ?? type, name };
}

type Field = NonNullable<ReturnType<System['sheets']['get']>>['fields'][number];

function describeValues({ before, after }: Patch, field: Field, state: GameState) {
  const shown = { kind: 'value' as const, ...showStep({ before, after }, field, state) };
  const isOfThings = readItems(after)?.some(isObject) === true;
  return isOfThings && shown.before === shown.after ? describeMembers({ before, after }, state) : shown;
}

/**
 * In a list of things, describes the first change of a thing that keeps its name; undefined if there is no such change,
 * or none that words can show.
 */
function describeMembers({ before, after }: Pick<Patch, 'before' | 'after'>, state: GameState) {
  const former = (readItems(before) ?? []).filter(isObject);
  const changes = (readItems(after) ?? []).filter(isObject).flatMap((item) => {
    const { name } = item;
    const was = former.find((one) => one['name'] === name);
    if (was === undefined || typeof name !== 'string') return [];
    const members = Object.keys({ ...was, ...item }).filter((key) => {
      const both = [was[key], item[key]];
      // A member that is itself a list or an object is left out, because no words could show it.
      return (
        key !== 'id' && both[0] !== both[1] && !both.some((one) => typeof one === 'object' && one !== null)
      );
    });
    return members.map((key) => ({
      name,
      before: nameIds(showMember(key, was[key]), state),
      after: nameIds(showMember(key, item[key]), state),
    }));
  });
  const [first] = changes;
  return first && { kind: 'value' as const, before: `${first.name}: ${first.before}`, after: first.after };
}

/** A text needs no name beside it; any other value is shown together with its name, and a missing value as a dash. */
function showMember(key: string, value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'string' ? value : `${key.replaceAll('_', ' ')} ${String(value)}`;
}
