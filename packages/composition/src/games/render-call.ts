// Renders a tool call of a turn in words, with names in place of paths and ids.

import { type EntityId, type GameState, playerId } from '@terrarium/rpg/entity';
import { findFieldAt } from '@terrarium/rpg/find-field-at';
import { isHidden } from '@terrarium/rpg/hidden-text';
import { isObject, type Json, type JsonObject } from '@terrarium/rpg/json';
import { parseCall } from '@terrarium/rpg/parse-call';
import { readValue } from '@terrarium/rpg/read-value';
import { findTable } from '@terrarium/rpg/roll-table';
import type { Field, System } from '@terrarium/rpg/system';
import { nameIds } from './name-ids.ts';

export interface Call {
  readonly tool: string;
  /** The arguments as the model wrote them: JSON, unless it was malformed. */
  readonly arguments: string;
}

export interface CallView {
  readonly system: System;
  readonly state: GameState;
}

type Say = (given: JsonObject, field: string, view: CallView) => string;

/** Says what a call asks for; its result is shown below it. */
const sayings: Readonly<Record<string, Say>> = {
  adjust: ({ delta, target }, field) => `change ${field}${describeOwner(target)} by ${renderSigned(delta)}`,
  set: ({ value, target, reason }, field) => {
    const what = `${field}${describeOwner(target)}`;
    const done = isEmpty(value) ? `clear ${what}` : `set ${what} to ${show(value)}`;
    return `${done}${reason === undefined ? '' : ` for ${quote(reason)}`}`;
  },
  mark: ({ count, target }, field) => `mark ${show(count ?? 1)} of ${field}${describeOwner(target)}`,
  roll: ({ spend, points, ...rolled }) =>
    spend === undefined
      ? renderRolling(rolled)
      : `spend ${quote(spend)}${points === undefined ? '' : ` (points: ${show(points)})`}, so that a roll is judged again`,
  move: ({ destination, who }) => `move ${who === undefined ? '' : `${show(who)} `}to ${show(destination)}`,
  note: ({ content, kind }) => `note as ${show(kind ?? 'fact')}: ${quote(content)}`,
  item_add: ({ name, quantity, target }) => `add ${count(quantity)}${show(name)}${to(target)}`,
  item_remove: ({ item, quantity, target, to: receiver }) =>
    receiver === undefined
      ? `remove ${count(quantity)}${show(item)}${from(target)}`
      : `hand over ${count(quantity)}${show(item)}${from(target)}${to(receiver)}`,
  condition_add: ({ condition, target, ends }) =>
    ends === true
      ? `end the condition ${show(condition)}${describeOwner(target)}`
      : `add the condition ${show(condition)}${to(target)}`,
  condition_remove: ({ condition, target }) => `end the condition ${show(condition)}${describeOwner(target)}`,
  clock_tick: ({ name, ticks }) => `move the clock ${quote(name)} by ${renderSigned(ticks ?? 1)}`,
  time_advance: (given) =>
    `${renderTime(given)}${given['reason'] === undefined ? '' : ` for ${quote(given['reason'])}`}`,
  mode_set: ({ mode }) => modeNames.get(show(mode)) ?? `change the mode to ${show(mode)}`,
  quest_update: ({ name, status }) =>
    `update the quest ${quote(name)}${status === undefined ? '' : `: ${show(status)}`}`,
  npc_create: ({ name }) => `bring in ${show(name)}`,
  place_create: ({ name }) => `make the place ${quote(name)}, or join it to other places`,
  turn_pass: ({ to, acted }) =>
    to === undefined ? `end the turn of ${show(acted)}` : `make it the turn of ${show(to)}`,
  reveal: () => 'show something that was secret',
  oracle: ({ question, odds, table }, _, { system }) =>
    table === undefined
      ? `ask the oracle ${quote(question)}${odds === undefined || odds === 'even' ? '' : ` (a yes is ${show(odds)})`}`
      : `roll on the table ${quote(findTable(system, show(table))?.label ?? show(table).replaceAll('_', ' '))}`,
  lore_search: ({ query }) => `look up ${quote(query)} in what is known`,
  state_query: ({ target, path, type }, field) =>
    `look at ${path === undefined ? show(target ?? type ?? 'the sheet') : `${field}${describeOwner(target)}`}`,
};

/** What it means to a player that a mode begins. */
const modeNames: ReadonlyMap<string, string> = new Map([
  ['combat', 'begin a fight, or change who is in it'],
  ['social', 'go over to talking'],
  ['exploration', 'go over to exploring'],
  ['downtime', 'go over to downtime'],
]);

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

const noted = 'note something that only the narrator knows';

/** What is shown for a call whose arguments are hidden. */
const hiddenSayings: ReadonlyMap<string, string> = new Map([
  ['notebook', noted],
  ['quest_plan', noted],
  ['place_create', 'make a passage that nobody has found yet'],
  ['move', 'move somebody who is elsewhere'],
]);

/** Renders a call as one line; for an unknown tool, lists the name and the arguments. */
export function renderCall({ tool, arguments: written }: Call, { system, state }: CallView): string {
  if (isHidden(written)) return hiddenSayings.get(tool) ?? `a call of “${tool}”, a tool that does not exist`;
  const given = parseCall({ name: tool, arguments: written })?.arguments;
  if (given === undefined) return `${tool}: its arguments cannot be read`;
  const say = Object.hasOwn(sayings, tool) ? sayings[tool] : undefined;
  const said =
    say === undefined
      ? describeParts(tool, given)
      : say(given, nameField(given, { system, state }), { system, state });
  return nameIds(said.replace(/\s+/gu, ' ').trim(), state);
}

/**
 * The label of the value at a path, with the part that is meant in brackets; the path itself if it has no label, and
 * “something” if there is no path.
 */
function nameField({ path, target }: JsonObject, { system: { sheets }, state }: CallView): string {
  if (typeof path !== 'string') return 'something';
  const type = typeof target === 'string' && target !== playerId ? target.split(':', 1)[0] : 'character';
  const fields = (sheets.get(type ?? '') ?? sheets.get('character'))?.fields ?? [];
  const field = findFieldAt(path, fields);
  if (field === undefined) return path;
  const part = path.slice(field.path.length + 1);
  const { label } = field.definition;
  if (part === '' || part === 'current') return label;
  const whose = typeof target === 'string' ? target : playerId;
  const sheet = state.find(whose as EntityId)?.sheet ?? {};
  return `${label} (${namePart(part, listItems(field, sheet))})`;
}

function listItems({ path, kind }: Field, sheet: JsonObject): readonly JsonObject[] {
  return kind.items?.(readValue(sheet, path) ?? kind.blank()) ?? [];
}

/** Below a list, a path begins with the id of a thing in the list. The thing's name replaces this id. */
function namePart(part: string, items: readonly JsonObject[]): string {
  const [, id = '', member = ''] = /^(i\d+-\d+)(?:\.(.+))?$/u.exec(part) ?? [];
  if (id === '') return part;
  const name = items.find((one) => one['id'] === id)?.['name'] ?? '';
  return [show(name), member.replaceAll('_', ' ')].filter((one) => one !== '').join(', ');
}

function describeParts(tool: string, given: JsonObject): string {
  const parts = Object.entries(given).map(([name, value]) => `${name} ${show(value)}`);
  return `${tool.replaceAll('_', ' ')}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

function show(value: Json | undefined): string {
  // A row of boxes is told by how many are ticked.
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'boolean'))
    return String(value.filter(Boolean).length);
  if (Array.isArray(value)) return value.map(show).join(', ');
  if (isObject(value)) {
    return Object.entries(value)
      .map(([name, part]) => `${name} ${show(part)}`)
      .join(', ');
  }
  return String(value ?? 'nothing');
}

/** Such as `roll “strike” by Hob against 12 for “the gate”`. */
function renderRolling({ formula, check, move, who, against, versus, reason, target }: JsonObject): string {
  const what = move === undefined ? show(formula ?? '') : quote(show(move).replaceAll('_', ' '));
  return [
    `roll ${what}`.trim(),
    check === undefined ? '' : `as the check ${quote(show(check).replaceAll('_', ' '))}`,
    who === undefined || who === playerId ? '' : `by ${show(who)}`,
    against === undefined ? '' : `against ${show(against)}`,
    versus === undefined ? '' : `against ${show(versus)}`,
    describeOwner(target).trim(),
    reason === undefined ? '' : `for ${quote(reason)}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** The rules decide how long a rest lasts, so minutes are named only if the call asked for them. */
function renderTime({ minutes, rounds, rest }: JsonObject): string {
  const long = minutes === undefined || minutes === 0 ? '' : renderSpan(minutes);
  if (rest !== undefined) {
    const isUsual = rest === 'short' || rest === 'long';
    return `take ${isUsual ? `a ${show(rest)} rest` : `a rest, ${quote(rest)}`}${long === '' ? '' : ` of ${long}`}`;
  }
  return `let ${rounds === undefined ? long || '0 minutes' : countOf(rounds, 'round')} pass`;
}

/** From an hour on, minutes are given in hours and minutes. */
function renderSpan(minutes: Json): string {
  if (typeof minutes !== 'number' || minutes < 60) return countOf(minutes, 'minute');
  const rest = minutes % 60;
  const hours = countOf(Math.floor(minutes / 60), 'hour');
  return rest === 0 ? hours : `${hours} and ${countOf(rest, 'minute')}`;
}

function countOf(number: Json, unit: string): string {
  return `${show(number)} ${unit}${number === 1 ? '' : 's'}`;
}

function quote(value: Json | undefined): string {
  return `“${show(value)}”`;
}

function renderSigned(value: Json | undefined): string {
  return typeof value === 'number' && value > 0 ? `+${value}` : show(value).replace(/^-/u, '−');
}

function count(quantity: Json | undefined): string {
  return quantity === undefined || quantity === 1 ? '' : `${show(quantity)} `;
}

/** Empty for the player's own sheet, which needs no mention. */
function describeOwner(target: Json | undefined): string {
  return isOwn(target) ? '' : ` of ${show(target)}`;
}

function to(target: Json | undefined): string {
  return isOwn(target) ? '' : ` to ${show(target)}`;
}

function from(target: Json | undefined): string {
  return isOwn(target) ? '' : ` from ${show(target)}`;
}

function isOwn(target: Json | undefined): boolean {
  return target === undefined || target === playerId || target === 'player';
}
