// Turn facts: what a turn really did, with the names that a narrative may use for it.

import { readValue, removeValue, writeValue } from '../../rules/read-value.ts';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { Acted } from '../../state/game.ts';
import type { Action } from '../../state/session.ts';
import type { Field, System } from '../../system/system.ts';
import { type Entity, type GameState, type Patch, playerId, sceneId } from '../../values/entity.ts';
import { isList, isObject, type Json, type JsonObject } from '../../values/json.ts';
import { type CallMade, listRefused, type RefusedCall, readCall } from './list-refused.ts';
import { toSingular } from './read-clauses.ts';

export interface AuditedTurn {
  readonly system: System;
  /** The state after the turn. */
  readonly state: GameState;
  readonly actions: readonly (Pick<Action, 'tool' | 'arguments'> &
    Pick<Acted, 'ok' | 'say' | 'patches' | 'rolls'>)[];
}

export interface Person {
  readonly id: string;
  readonly isPlayer: boolean;
  readonly name: string;
  /** Phrases that mean this person, in small letters. */
  readonly names: readonly (readonly string[])[];
  /** Whether, at any time in the turn, they were at one of the places where the scene was. */
  readonly isHere: boolean;
  /** Whether they were never at the place where the scene is after the turn. */
  readonly isBehind: boolean;
  /**
   * Whether the turn created them or brought them here (`hasCome`), whether it moved them (`hasLeft`), and whether they
   * are gone or may be beaten (`isDown`).
   */
  readonly hasCome: boolean;
  readonly hasLeft: boolean;
  readonly isDown: boolean;
  /** The sheet before the turn, then the sheet after each change of the turn. */
  readonly sheets: readonly JsonObject[];
  readonly fields: readonly Field[];
}

interface Place {
  readonly name: string;
  /** Whether the player was at the place in this turn, or passed through it. */
  readonly isVisited: boolean;
}

interface Clock {
  readonly name: string;
  /** How many segments were filled before the turn and after each change. */
  readonly steps: readonly number[];
}

export interface TurnFacts {
  readonly people: readonly Person[];
  readonly player: Person | undefined;
  readonly places: readonly Place[];
  /**
   * Names of the player's things before the turn (`held`) and after it (`kept`), and of all items of the world
   * (`known`).
   */
  readonly held: readonly string[];
  readonly kept: readonly string[];
  readonly known: readonly string[];
  /** The refused calls that no other call made good; for rolls, only a later call counts. */
  readonly refused: readonly RefusedCall[];
  readonly done: readonly CallMade[];
  readonly rolls: readonly RolledCheck[];
  /** The names of the outcomes of the checks that were rolled, in small letters; only names of two words or more. */
  readonly outcomeNames: readonly string[];
  readonly clocks: readonly Clock[];
  /** Words of labels for what sheets count, such as tokens; these are not things that can be carried. */
  readonly counted: ReadonlySet<string>;
}

export function collectTurnFacts({ system, state, actions }: AuditedTurn): TurnFacts {
  const patches = actions.flatMap((action) => action.patches);
  const here = listHere(state, patches);
  const people = ['character', 'npc', 'creature']
    .flatMap((type) => state.list(type))
    .map((entity) => buildPerson(entity, { system, patches, here }));
  const player = people.find(({ isPlayer }) => isPlayer);
  const passed = listPassed(actions);
  return {
    people,
    player,
    places: state.list('location').map(({ id, sheet }) => ({
      name: readText(sheet, 'name'),
      isVisited: here.includes(id) || passed.has(id),
    })),
    held: player === undefined ? [] : listThings(player, player.sheets[0] ?? {}),
    kept: player === undefined ? [] : listThings(player, player.sheets.at(-1) ?? {}),
    known: state.list('item').map(({ sheet }) => readText(sheet, 'name')),
    refused: listRefused(actions),
    done: actions.filter(({ ok }) => ok).map(readCall),
    rolls: actions.flatMap(({ rolls }) => rolls),
    outcomeNames: listOutcomeNames(system, actions),
    clocks: state.list('clock').map((clock) => buildClock(clock, patches)),
    counted: new Set(
      (player?.fields ?? [])
        .filter(isCounted)
        .flatMap(({ definition }) => splitWords(definition.label).map(toSingular)),
    ),
  };
}

function listOutcomeNames({ checks }: System, actions: AuditedTurn['actions']): readonly string[] {
  const rolled = actions.flatMap(({ rolls }) => rolls).map(({ check }) => checks.get(check ?? ''));
  return rolled
    .flatMap((check) => check?.outcomes ?? [])
    .map(({ label }) => splitWords(label.split(':')[0] ?? '').join(' '))
    .filter((name) => name.includes(' '));
}

function isCounted({ kind }: Field): boolean {
  return kind.id.startsWith('RES_');
}

/** The places where the scene or the player's character was in this turn; the present place is the last. */
function listHere(state: GameState, patches: readonly Patch[]): readonly Json[] {
  const moved = patches.filter(({ entity, path }) => entity === sceneId && path === 'here');
  const now = state.find(sceneId)?.sheet['here'];
  const walked = patches.filter(({ entity, path }) => entity === playerId && path === 'at');
  return [...moved, ...walked]
    .flatMap(({ before, after }) => [before, after])
    .concat(now)
    .filter((place) => place !== undefined);
}

/** The places that were passed: a journey over several places is one move, and its answer names them. */
function listPassed(actions: AuditedTurn['actions']): ReadonlySet<string> {
  const ways = actions.filter(({ tool, ok }) => tool === 'move' && ok).flatMap(({ say }) => say.split('\n'));
  return new Set(
    ways
      .filter((line) => line.startsWith('By way of '))
      .flatMap((line) => line.match(/location:[^\s,.]+/g) ?? []),
  );
}

interface PersonSources {
  readonly system: System;
  readonly patches: readonly Patch[];
  readonly here: readonly Json[];
}

function buildPerson(entity: Entity, { system, patches, here }: PersonSources): Person {
  const own = patches.filter((patch) => patch.entity === entity.id);
  const sheets = rebuildSheets(entity.sheet, own);
  const moved = own.filter(({ path }) => path === 'at' || path === 'is_gone');
  const fields = system.sheets.get(entity.type)?.fields ?? [];
  const name = readText(entity.sheet, 'name') || entity.key;
  const isPresent = entity.sheet['at'] !== undefined && entity.sheet['at'] === here.at(-1);
  const hasCome = own.some(({ path, before }) => path === '' && before === undefined);
  return {
    id: entity.id,
    isPlayer: entity.id === playerId,
    name,
    names: listNames(name, readText(entity.sheet, 'about')),
    isHere: sheets.some(({ at }) => at !== undefined && here.includes(at)),
    isBehind: !sheets.some(({ at }) => at !== undefined && at === here.at(-1)),
    hasCome: hasCome || (moved.length > 0 && isPresent),
    hasLeft: moved.length > 0,
    isDown: entity.sheet['is_gone'] === true || own.some(isEmptied) || isSpent(entity.sheet, fields),
    sheets,
    fields,
  };
}

/** The sheet before the turn, and after each change of it. */
function rebuildSheets(last: JsonObject, patches: readonly Patch[]): readonly JsonObject[] {
  const sheets = [last];
  for (const { path, before } of [...patches].reverse()) {
    const after = sheets[0] ?? last;
    if (path === '') continue;
    sheets.unshift(before === undefined ? removeValue(after, path) : writeValue(after, path, before));
  }
  return sheets;
}

function isEmptied({ path, after }: Patch): boolean {
  return path.endsWith('.current') && typeof after === 'number' && after <= 0;
}

/** Whether every box of a track is full, or a pool is empty: then somebody may be beaten. */
function isSpent(sheet: JsonObject, fields: readonly Field[]): boolean {
  return fields.some(({ path, definition }) => {
    if (definition.category !== 'resources' && definition.category !== 'status') return false;
    const value = readValue(sheet, path);
    if (isList(value)) return value.length > 0 && value.every((box) => box === true);
    return isObject(value) && value['current'] === 0 && Number(value['max']) > 0;
  });
}

const titles = new Set(
  'the old young lady lord sir captain sergeant brother sister father mother saint doctor little big of and'.split(
    ' ',
  ),
);

/** The ways to name somebody: "Widow Esk" is also the widow and Esk; "A drunk bargeman." is also the bargeman. */
function listNames(name: string, about: string): readonly (readonly string[])[] {
  const parts = splitWords(name);
  const role =
    /^(?:an?|the) (?:[\p{L}-]+ ){0,3}?([\p{L}-]+)(?= (?:with|in|of|who|that|from|on|at|whose)\b|[.,;]|$)/iu.exec(
      about,
    )?.[1];
  const single = parts.filter((part) => part.length > 2 && !titles.has(part)).map((part) => [part]);
  // Of several creatures with one name, the later ones have a number, which a narrative leaves out.
  const plain = parts.length > 1 && /^\d+$/u.test(parts.at(-1) ?? '') ? [parts.slice(0, -1)] : [];
  return [parts, ...plain, ...single, ...(role === undefined ? [] : [[role.toLowerCase()]])];
}

/** The single names of the player's character that nobody else has. */
export function listOwnNames({ people, player }: Pick<TurnFacts, 'people' | 'player'>): readonly string[] {
  const others = new Set(people.filter((one) => one !== player).flatMap(({ names }) => names.flat()));
  return splitWords(player?.name ?? '').filter((part) => part.length > 2 && !others.has(part));
}

export function splitWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word !== '');
}

function listThings({ fields }: Person, sheet: JsonObject): readonly string[] {
  return fields
    .filter(({ definition }) => definition.category === 'inventory')
    .flatMap(({ path, kind }) => kind.items?.(readValue(sheet, path) ?? null) ?? [])
    .map((item) => readText(item, 'name'));
}

function buildClock({ id, key, sheet }: Entity, patches: readonly Patch[]): Clock {
  const own = patches.filter((patch) => patch.entity === id);
  const steps = [own[0]?.before, ...own.map(({ after }) => after), sheet['progress']]
    .map(readFilled)
    .filter((count) => count !== undefined);
  return { name: readText(sheet, 'name') || key, steps };
}

function readFilled(value: Json | undefined): number | undefined {
  if (!isObject(value)) return typeof value === 'number' ? value : undefined;
  return readFilled(value['progress'] ?? value['filled']);
}

export function readText(sheet: JsonObject, name: string): string {
  const value = sheet[name];
  return typeof value === 'string' ? value : '';
}
