// Mends slips of a call whose meaning is clear, such as swapped actor and target, or a longer name for a known thing.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { readValue } from '../../rules/read-value.ts';
import { resolveMeantPath } from '../../rules/resolve-meant-path.ts';
import { listConditionFields } from '../../system/is-condition-list.ts';
import { listInventoryFields } from '../../system/is-inventory.ts';
import type { System } from '../../system/system.ts';
import { type Entity, type GameState, playerId } from '../../values/entity.ts';
import { isObject, type Json, type JsonObject } from '../../values/json.ts';
import { describing, findBeside } from '../item-add.ts';
import { normaliseName } from '../match-name.ts';
import { isBlow } from '../moves/is-blow.ts';
import { findIntent } from '../moves/move-hint.ts';
import { normaliseMove } from '../moves/normalise-move.ts';
import { readListed } from '../read-listed.ts';
import { resolveTarget } from '../resolve-target.ts';
import { isPlayersCall } from '../rolling/is-players-roll.ts';
import { findKnownThing } from './find-known-thing.ts';
import { findNamesakeHere } from './find-namesake-here.ts';
import { isGiven } from './is-given.ts';
import { parseCall } from './parse-call.ts';
import { replaceAdvantage } from './replace-advantage.ts';
import { replacePhrase } from './replace-phrase.ts';
import { replaceUse } from './replace-use.ts';
import { replaceVariant } from './replace-variant.ts';
import type { SlipView } from './slip-view.ts';

export interface NormalisedCall {
  readonly arguments: string;
  /** Says which argument was read as another one or left out; undefined if nothing was changed. */
  readonly say?: string | undefined;
}

/** Tools that are about a `target`, and have no argument `who`. */
const targeting: ReadonlySet<string> = new Set([
  'adjust',
  'set',
  'mark',
  'item_add',
  'item_remove',
  'condition_add',
  'condition_remove',
  'state_query',
]);

/** Changes a call only if exactly one thing can be meant; an unclear call stays unchanged, and is refused later. */
export function normaliseCall(
  view: Viewed,
  call: { readonly name: string; readonly arguments: string },
): NormalisedCall {
  const given = parseCall(call)?.arguments;
  let mended = given;
  const says: string[] = [];
  for (const mend of [
    replaceNames,
    replaceFar,
    replaceThing,
    removeList,
    moveAbout,
    addStruck,
    addPerson,
    addSource,
    replaceAdvantage,
    replaceMove,
    replaceVariant,
    replacePhrase,
    replaceUse,
  ]) {
    const next = mended === undefined ? undefined : mend(view, call.name, mended);
    if (next === undefined) continue;
    mended = next.given;
    if (next.say !== undefined) says.push(next.say);
  }
  if (mended === given) return { arguments: call.arguments };
  return { arguments: JSON.stringify(mended), say: says.length === 0 ? undefined : says.join('\n') };
}

type Viewed = Pick<SlipView, 'state' | 'system'> & Partial<Pick<SlipView, 'done'>>;

interface Mended {
  readonly given: JsonObject;
  /** Undefined if the rules tell the model that it may leave the argument out. */
  readonly say?: string | undefined;
}

function replaceNames({ state }: Viewed, tool: string, given: JsonObject): Mended | undefined {
  const [from, to] = findSwap(state, tool, given) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const { [from]: named, ...rest } = given;
  return { given: { ...rest, [to]: named ?? null }, say: `(${from} was read as ${to}.)` };
}

/** Arguments that name whom a call is about; `who` of `move` is not among them, since it brings somebody from elsewhere. */
const naming: Readonly<Record<string, readonly string[]>> = {
  roll: ['who', 'target', 'against'],
  mode_set: ['opponents'],
};

/** If somebody elsewhere has the name, and somebody here has it with a number after it, the name means whoever is here. */
function replaceFar({ state }: Viewed, tool: string, given: JsonObject): Mended | undefined {
  const members = naming[tool] ?? (targeting.has(tool) ? ['target', 'to'] : []);
  const read: string[] = [];
  const replace = (words: string): string => {
    const near = findNamesakeHere(state, words);
    if (near === undefined) return words;
    read.push(`("${escapeLine(words, 80)}" was read as ${near.id}, who is here.)`);
    return near.id;
  };
  const replaceAny = (value: Json | undefined): Json => {
    if (typeof value === 'string') return replace(value);
    return Array.isArray(value) ? value.map((one: Json) => replaceAny(one)) : (value ?? null);
  };
  const replaced = members
    .filter((member) => isGiven(given[member]))
    .map((member) => [member, replaceAny(given[member])]);
  if (read.length === 0) return undefined;
  return { given: { ...given, ...Object.fromEntries(replaced) }, say: [...new Set(read)].join('\n') };
}

function replaceThing({ state }: Viewed, tool: string, given: JsonObject): Mended | undefined {
  const { name } = given;
  if (tool !== 'item_add' || typeof name !== 'string') return undefined;
  const known = findKnownThing(state, name);
  if (known === undefined) return undefined;
  const [shown, meant] = [name, known].map((one) => escapeLine(one, 80));
  return { given: { ...given, name: known }, say: `("${shown}" was read as "${meant}".)` };
}

function removeList(view: Viewed, tool: string, given: JsonObject): Mended | undefined {
  const { list, ...others } = given;
  if (tool !== 'item_add' || !isGiven(list) || !isOnGround(view, given)) return undefined;
  return { given: others, say: '(list was left out: what lies here is taken up.)' };
}

/** Members for a description in lists that contain no things but, for instance, clues or people. */
const saying = ['means', 'why'];

/**
 * If the list has no member for a description, the description in the call (`about`) becomes a member such as `why`.
 * This is done to the call rather than by the tool, so that games are replayed as they were played.
 */
function moveAbout(view: Viewed, tool: string, given: JsonObject): Mended | undefined {
  const { about, details = {}, ...others } = given;
  const meant = tool === 'item_add' && typeof about === 'string' ? findList(view, given) : undefined;
  if (meant === undefined || !isObject(details)) return undefined;
  const { kind, path } = meant.field;
  const value = readValue(meant.entity.sheet, path) ?? kind.blank();
  const isAccepted = (member: string) =>
    kind.add?.(value, { item: { name: given['name'] ?? '', [member]: about ?? '' }, id: 'try' }).ok === true;
  const member = describing.some(isAccepted) ? undefined : saying.find(isAccepted);
  if (member === undefined) return undefined;
  return { given: { ...others, details: { [member]: about ?? '', ...details } } };
}

/** If the call names no target, the blow of a foe is aimed at the player's character. */
function addStruck({ state, system }: Viewed, tool: string, given: JsonObject): Mended | undefined {
  const { who, move, against } = given;
  if (tool !== 'roll' || typeof who !== 'string' || !isBlow(move) || isGiven(against)) return undefined;
  if (system.manifest.narrator?.opponents?.attack === undefined) return undefined;
  const found = resolveTarget(state, who);
  const isFoe = found.ok && found.entity.id !== playerId && living.has(found.entity.type);
  return isFoe ? { given: { ...given, against: playerId } } : undefined;
}

/** If `npc_create` gives a foe of the rules, such as a bandit, a name of its own, its type becomes `npc`. */
function addPerson({ system }: Viewed, tool: string, given: JsonObject): Mended | undefined {
  const { name, like, type } = given;
  if (tool !== 'npc_create' || isGiven(type) || typeof name !== 'string' || typeof like !== 'string')
    return undefined;
  const wanted = normaliseName(like);
  const foe = system.manifest.foes?.find((one) => [one.id, one.name].map(normaliseName).includes(wanted));
  if (foe?.words === undefined || foe.type !== undefined) return undefined;
  const kinds = [foe.name, ...foe.words].map(normaliseName);
  const isKind = name.split(/\s+/u).some((word) => kinds.includes(normaliseName(word)));
  const isWhole = kinds.includes(normaliseName(name));
  return isKind || isWhole ? undefined : { given: { ...given, type: 'npc' } };
}

/** A check that is called as a move, such as `soak`, is the check if the rules have no move of that name. */
function replaceMove({ system: { manifest } }: Viewed, tool: string, given: JsonObject): Mended | undefined {
  const { move, ...others } = given;
  if (tool !== 'roll' || typeof move !== 'string' || isGiven(given['check'])) return undefined;
  const name = normaliseMove(move);
  const check = manifest.checks?.find(({ id }) => id === name);
  if (check === undefined || check.move !== undefined || findIntent(manifest.narrator, name) !== undefined)
    return undefined;
  return { given: { ...others, check: check.id }, say: `(${check.id} is a check, and was rolled as one.)` };
}

/** A condition that a spell gave, and that now comes from something else too, must not end with the spell. */
function addSource(
  { state, system, done = [] }: Viewed,
  tool: string,
  given: JsonObject,
): Mended | undefined {
  const { condition, target, ends, note } = given;
  if (tool !== 'condition_add' || ends === true || isGiven(note) || typeof condition !== 'string')
    return undefined;
  const found = resolveTarget(state, typeof target === 'string' ? target : undefined);
  if (!found.ok) return undefined;
  const source = findSource(system, found.entity, condition);
  // A model that gives the condition in the same turn as the spell only repeats what the spell did.
  if (source === undefined || hasNewCondition(system, found.entity, done)) return undefined;
  const say = `(It came from ${escapeLine(source, 80)} already, and no longer ends with that alone.)`;
  return { given: { ...given, note: otherSource }, say };
}

const otherSource = 'also from elsewhere';

/** Whether these actions changed a list of conditions of this entity. */
function hasNewCondition(system: System, { id, type }: Entity, done: SlipView['done']): boolean {
  const paths = new Set(listConditionFields(system, type).map(({ path }) => path));
  return done.some(({ patches }) => patches.some(({ entity, path }) => entity === id && paths.has(path)));
}

/** The source of somebody's condition, such as a spell, if one is noted. */
function findSource(system: System, { type, sheet }: Entity, condition: string): string | undefined {
  const notes = listConditionFields(system, type).flatMap(({ path }) => {
    const list = readValue(sheet, path);
    const items: readonly Json[] = Array.isArray(list) ? list : [];
    return items
      .filter(isObject)
      .filter((item) => normaliseName(readListed(item)) === normaliseName(condition))
      .map((item) => item['note']);
  });
  return notes.find(
    (note): note is string => typeof note === 'string' && note !== '' && note !== otherSource,
  );
}

const living: ReadonlySet<string> = new Set(['npc', 'creature']);

/**
 * Whether the thing lies at the place of whoever gets it, and the call names the list to which it would be added
 * anyway. With the list's name, the tool would add the thing to the list and leave it lying there as well.
 */
function isOnGround(view: Viewed, given: JsonObject): boolean {
  const { name, quantity } = given;
  const meant = findList(view, given);
  if (meant === undefined || typeof name !== 'string') return false;
  const { entity, field } = meant;
  const [first] = listInventoryFields(view.system, entity.type);
  if (field !== first) return false;
  const many = isGiven(quantity) ? Number(quantity) : undefined;
  return findBeside(view.state, entity, { name, quantity: many }) !== undefined;
}

/** The list that a call names, and whose it is. */
function findList({ state, system }: Viewed, { target, list }: JsonObject) {
  const found = resolveTarget(state, typeof target === 'string' ? target : undefined);
  const sheet = found.ok ? system.sheets.get(found.entity.type) : undefined;
  if (!found.ok || sheet === undefined || typeof list !== 'string') return undefined;
  const meant = resolveMeantPath(sheet, list, found.entity.sheet);
  return meant.ok ? { entity: found.entity, field: meant.field } : undefined;
}

function findSwap(state: GameState, tool: string, given: JsonObject): readonly [string, string] | undefined {
  const isFree = (from: string, to: string) => isGiven(given[from]) && !isGiven(given[to]);
  if (targeting.has(tool)) return isFree('who', 'target') ? ['who', 'target'] : undefined;
  if (tool === 'move')
    return isFree('target', 'who') && isGiven(given['destination']) ? ['target', 'who'] : undefined;
  if (tool !== 'roll' || !isFree('target', 'against')) return undefined;
  // The aim of a blow belongs in `against`, not in `target`, whether the player or somebody in `who` strikes.
  if (isGiven(given['who'])) return ['target', 'against'];
  return isGiven(given['move']) && !isPlayersCall(state, given) ? ['target', 'against'] : undefined;
}
