// Turns the effects that a manifest gives to an outcome into tool calls.

import { hasDice } from '../../dice/has-dice.ts';
import { toName } from '../../prefabs/containers/conditions.ts';
import type { FormulaValue } from '../../prefabs/prefab.ts';
import { buildScope } from '../../rules/build-scope.ts';
import { parseFormula } from '../../rules/parse-formula.ts';
import { readValue } from '../../rules/read-value.ts';
import { resolvePath } from '../../rules/resolve-path.ts';
import type { Lessened } from '../../rules/rolled-check.ts';
import type { Formula, Scope } from '../../system/formula.ts';
import { listConditionFields } from '../../system/is-condition-list.ts';
import type { Effect } from '../../system/narrator-hints.ts';
import type { System } from '../../system/system.ts';
import { type Entity, playerId, sceneId } from '../../values/entity.ts';
import { isList, isObject, type Json, type JsonObject } from '../../values/json.ts';
import { readListed } from '../read-listed.ts';
import { againstPrefix } from '../rolling/open-sheet.ts';
import { findOwned, findThingById } from './things.ts';

export interface Call {
  readonly name: string;
  readonly arguments: JsonObject;
  /** A cause that only the effect knows, such as how much was subtracted from a blow. */
  readonly because?: string | undefined;
}

/** The state as effects read it. */
export interface EffectView {
  readonly system: System;
  readonly mode: string;
  find(id: string): Entity | undefined;
}

export interface Parties {
  readonly roller: Entity;
  readonly opponent?: Entity | undefined;
  /** The numbers of the roll that led to the effects, by the names that outcomes read. */
  readonly roll?: RollNumbers | undefined;
  /** Whether the move is made out of turn. */
  readonly isReaction?: boolean | undefined;
}

/** Numbers that are on no sheet: `total`, `target` and the like of a roll, `lost` and `over` of a loss. */
export type RollNumbers = ReadonlyMap<string, number>;

export interface Applying extends Parties {
  /** What was rolled for the amount of each effect; undefined if no dice were needed. */
  readonly totals?: readonly (number | undefined)[] | undefined;
}

/** The calls that would carry out these effects; they are not executed here. */
export function listEffectCalls(
  view: EffectView,
  effects: readonly Effect[],
  applying: Applying,
): readonly Call[] {
  return effects.flatMap((effect, index) => {
    const who = findWho(effect, applying);
    if (who === undefined || !isTrueFor(view, effect.if, buildReader(who, applying))) return [];
    return renderEffect(view, { effect, who, parties: applying, rolled: applying.totals?.[index] });
  });
}

/** Whether dice must be thrown for the amount. */
export function hasThrow(view: EffectView, effect: Effect, parties: Parties): boolean {
  const { amount, if: condition, if_first: isFirst } = effect;
  const who = findWho(effect, parties);
  if (typeof amount !== 'string' || !hasDice(amount) || who === undefined) return false;
  return isFirst !== true || isTrueFor(view, condition, buildReader(who, parties));
}

export function findWho({ who }: Effect, { roller, opponent }: Parties): { readonly id: string } | undefined {
  // The rules describe the blow of an opponent as one against the player's character, but others may strike each other
  // too.
  if (who === 'player') return roller.id !== playerId && opponent !== undefined ? opponent : { id: playerId };
  if (who === 'target') return opponent ?? roller;
  return who === 'opponent' ? opponent : roller;
}

/**
 * The entity whose sheet a formula reads (`id`), and the one that it reads by names beginning with `against.`
 * (`against`).
 */
export interface Reader {
  readonly id: string;
  readonly against?: string | undefined;
  readonly roll?: RollNumbers | undefined;
}

function buildReader({ id }: { readonly id: string }, { roller, opponent, roll }: Parties): Reader {
  return { id, against: id === roller.id ? opponent?.id : roller.id, roll };
}

interface EffectAt {
  readonly effect: Effect;
  readonly who: { readonly id: string };
  readonly parties: Parties;
  readonly rolled: number | undefined;
}

function renderEffect(view: EffectView, at: EffectAt): readonly Call[] {
  const { effect, who, parties } = at;
  const target = who.id;
  if (effect.lose !== undefined || effect.gain !== undefined) return renderAmount(view, at);
  if (effect.mark !== undefined) {
    const count = computeAmount(view, { ...at, amount: effect.count ?? 1 });
    return count === 0 ? [] : [{ name: 'mark', arguments: { path: effect.mark, count, target } }];
  }
  if (effect.set !== undefined) {
    const value = readSetTo(view, effect.to, buildReader(who, parties));
    return [{ name: 'set', arguments: { path: effect.set, value, target } }];
  }
  if (effect.condition !== undefined) return [renderCondition(view, effect, at)];
  return renderOther(view, at);
}

function renderCondition(view: EffectView, effect: Effect, { who, parties }: EffectAt): Call {
  const { condition = '', rounds, reaction = rounds, lasts: minutes, note } = effect;
  const lasting = parties.isReaction === true ? reaction : rounds;
  // A condition that somebody already has from elsewhere must not end together with this one.
  const isNoted = note !== undefined && findCondition(view, condition, who.id) === undefined;
  return {
    name: 'condition_add',
    arguments: {
      condition,
      ...(lasting === undefined ? {} : { rounds: lasting }),
      ...(minutes === undefined ? {} : { minutes }),
      ...(isNoted ? { note } : {}),
      target: who.id,
    },
  };
}

/** The condition of this name on somebody's lists. */
function findCondition(view: EffectView, condition: string, id: string): Json | undefined {
  const one = view.find(id);
  if (one === undefined) return undefined;
  return listConditionFields(view.system, one.type)
    .flatMap(({ path }) => {
      const list = readValue(one.sheet, path);
      return list !== undefined && isList(list) ? list : [];
    })
    .find((item) => toName(readListed(item)) === toName(condition));
}

function renderOther(view: EffectView, at: EffectAt): readonly Call[] {
  const { effect, who } = at;
  if (effect.cure !== undefined) return renderCure(view, effect.cure, who.id, effect.note);
  if (effect.clock !== undefined) {
    const ticks = computeAmount(view, { ...at, amount: effect.ticks ?? 1 });
    return [{ name: 'clock_tick', arguments: { name: effect.clock, ticks, segments: effect.segments ?? 6 } }];
  }
  if (effect.take !== undefined) return renderTaking(view, effect, at);
  if (effect.add !== undefined && effect.item !== undefined)
    return [renderAdded(effect.add, effect.item as Json, who.id)];
  if (effect.minutes !== undefined) return [{ name: 'time_advance', arguments: { minutes: effect.minutes } }];
  if (effect.mode !== undefined) return renderMode(view, effect.mode, at.parties);
  if (effect.gone === true)
    return [{ name: 'set', arguments: { path: 'is_gone', value: true, target: who.id } }];
  return [];
}

/**
 * The call that removes one piece of a thing from the sheet or, if there is none, the calls for the effects in `else`.
 */
function renderTaking(
  view: EffectView,
  { take = '', else: instead = [] }: Effect,
  at: EffectAt,
): readonly Call[] {
  const thing = findThingById(view.system, take);
  const who = view.find(at.who.id);
  const owned = thing === undefined || who === undefined ? undefined : findOwned(view.system, who, thing);
  if (thing === undefined || owned === undefined)
    return listEffectCalls(view, instead, { ...at.parties, roller: who ?? at.parties.roller });
  return [
    { name: 'item_remove', arguments: { item: owned, quantity: 1, list: thing.on, target: at.who.id } },
  ];
}

function renderAdded(list: string, item: Json, target: string): Call {
  const given = typeof item === 'object' && item !== null && !Array.isArray(item) ? item : { name: item };
  const { name, ...details } = given as JsonObject;
  const more = Object.keys(details).length === 0 ? {} : { details };
  return { name: 'item_add', arguments: { name: String(name ?? 'mark'), list, ...more, target } };
}

/**
 * The calls that set the mode; none if nothing would change, or if a move against a thing or a place would begin a
 * fight. In a fight, a new opponent is added to the present ones.
 */
function renderMode(view: EffectView, mode: string, { roller, opponent }: Parties): readonly Call[] {
  if (mode === 'combat' && opponent !== undefined && !isSomebody(opponent)) return [];
  const foe = [opponent, roller].find((one) => one !== undefined && one.id !== playerId);
  if (mode !== 'combat' || foe === undefined)
    return mode === view.mode ? [] : [{ name: 'mode_set', arguments: { mode } }];
  const fought = view.mode === mode ? listOpponents(view) : [];
  if (fought.includes(foe.id)) return [];
  return [{ name: 'mode_set', arguments: { mode, opponents: [...fought, foe.id] } }];
}

const living: ReadonlySet<string> = new Set(['character', 'npc', 'creature']);

function isSomebody({ type }: Entity): boolean {
  return living.has(type);
}

function listOpponents({ find }: EffectView): readonly string[] {
  const opponents = find(sceneId)?.sheet['opponents'];
  if (!isList(opponents ?? null)) return [];
  return (opponents as readonly Json[]).flatMap((one) => (isObject(one) ? [String(one['name'])] : []));
}

function renderCure(view: EffectView, condition: string, target: string, note?: string): readonly Call[] {
  const one = view.find(target);
  if (one === undefined) return [];
  if (note !== undefined && !isNotedAs(findCondition(view, condition, target), note)) return [];
  const has = listConditionFields(view.system, one.type)
    .map(({ path }) => JSON.stringify(readValue(one.sheet, path) ?? []).toLowerCase())
    .some((list) => list.includes(`"${condition.toLowerCase()}"`));
  return has ? [{ name: 'condition_remove', arguments: { condition, target } }] : [];
}

/** Whether the condition has this note, which says what gave it. */
export function isNotedAs(condition: Json | undefined, note: string): boolean {
  return condition !== undefined && isObject(condition) && condition['note'] === note;
}

function renderAmount(view: EffectView, at: EffectAt): readonly Call[] {
  const { effect, who } = at;
  const { asked, less, own, over } = measureChange(view, at);
  const path = effect.lose ?? effect.gain ?? '';
  const because = less === 0 ? undefined : `${asked} less ${less}`;
  const adjust = (place: string, delta: number): readonly Call[] =>
    delta === 0 ? [] : [{ name: 'adjust', arguments: { path: place, delta, target: who.id }, because }];
  const noted =
    effect.noted === undefined || own + over === 0
      ? []
      : [{ name: 'set', arguments: { path: effect.noted, value: own + over, target: who.id } }];
  if (effect.lose === undefined) return [...adjust(path, own), ...noted];
  const rest = effect.over === undefined ? [] : adjust(effect.over, -over);
  return [...adjust(path, -own), ...rest, ...noted];
}

interface Change {
  /** The amount that was rolled or written, before anything was subtracted. */
  readonly asked: number;
  readonly less: number;
  /** What is taken off the value at the effect's own path, or added to it. */
  readonly own: number;
  /**
   * The rest of a loss, for which the value at the effect's own path was too small; it is taken off the value at the
   * path `over`.
   */
  readonly over: number;
}

function measureChange(view: EffectView, at: EffectAt): Change {
  const { effect, who, rolled, parties } = at;
  const asked = rolled ?? computeAmount(view, { ...at, amount: effect.amount ?? 1 });
  const less = Number(evaluateFor(view, effect.less ?? '0', buildReader(who, parties)) ?? 0);
  const delta = Math.max(0, Math.floor(asked - less));
  if (effect.lose === undefined || (effect.over === undefined && !hasFollowing(effect)))
    return { asked, less, own: delta, over: 0 };
  const own = Math.min(delta, countLosable(view, effect.lose, who.id));
  return { asked, less, own, over: delta - own };
}

function hasFollowing({ if_over, if_exact }: Effect): boolean {
  return if_over !== undefined || if_exact !== undefined;
}

/**
 * How much can be subtracted from a value before it is at its minimum, including temporary points, which are lost
 * first.
 */
function countLosable({ system, find }: EffectView, path: string, id: string): number {
  const entity = find(id);
  const sheet = entity === undefined ? undefined : system.sheets.get(entity.type);
  const resolved = sheet === undefined || entity === undefined ? undefined : resolvePath(sheet, path);
  if (entity === undefined || resolved?.ok !== true) return 0;
  const { field, part } = resolved;
  const value = readValue(entity.sheet, field.path) ?? field.kind.blank();
  const read = (of: Json) =>
    ['temp', part].reduce((sum, name) => sum + Number(field.kind.read(of, name) ?? 0), 0);
  const emptied = field.kind.adjust?.(value, { part, delta: -mostLost });
  return emptied?.ok === true ? read(value) - read(emptied.value) : 0;
}

const mostLost = 1_000_000;

export interface Following {
  readonly effects: readonly Effect[];
  readonly roll: RollNumbers;
}

/**
 * The further effects of losses that exceed the value (`if_over`) or take exactly all of it (`if_exact`). They are
 * found before the losses are carried out.
 */
export function listFollowing(
  view: EffectView,
  effects: readonly Effect[],
  applying: Applying,
): readonly Following[] {
  return effects.flatMap((effect, index): Following[] => {
    const who = findWho(effect, applying);
    const isDone = who !== undefined && isTrueFor(view, effect.if, buildReader(who, applying));
    if (effect.lose === undefined || !hasFollowing(effect) || !isDone) return [];
    const { own, over } = measureChange(view, {
      effect,
      who,
      parties: applying,
      rolled: applying.totals?.[index],
    });
    const isEmptied = own > 0 && own === countLosable(view, effect.lose, who.id);
    const roll = new Map([...(applying.roll ?? []), ['lost', own + over], ['over', over]] as const);
    if (over > 0) return [{ effects: effect.if_over ?? [], roll }];
    return isEmptied ? [{ effects: effect.if_exact ?? [], roll }] : [];
  });
}

/** A loss that something lessened, and the index of its effect. */
export interface LessenedAt {
  readonly index: number;
  readonly lessened: Lessened;
}

/**
 * Lists the losses that something, such as armour, lessens. Must be called before the losses are carried out.
 */
export function listLessened(
  view: EffectView,
  effects: readonly Effect[],
  applying: Applying,
): readonly LessenedAt[] {
  return effects.flatMap((effect, index) => {
    const who = findWho(effect, applying);
    if (effect.lose === undefined || effect.less === undefined || who === undefined) return [];
    if (!isTrueFor(view, effect.if, buildReader(who, applying))) return [];
    const at = { effect, who, parties: applying, rolled: applying.totals?.[index] };
    const { asked, less } = measureChange(view, at);
    const path = /^\w+(?:\.\w+)+$/.test(effect.less) ? { path: effect.less } : {};
    return asked > 0 && less > 0 ? [{ index, lessened: { who: who.id, of: asked, less, ...path } }] : [];
  });
}

function computeAmount(
  view: EffectView,
  { amount, parties, rolled }: EffectAt & { readonly amount: number | string },
): number {
  if (rolled !== undefined) return rolled;
  if (typeof amount === 'number') return amount;
  const { roller, opponent, roll } = parties;
  const reader = { id: roller.id, against: opponent?.id, roll };
  return Math.floor(Number(evaluateFor(view, amount.replace(/@/g, ''), reader) ?? 0));
}

function readSetTo(view: EffectView, to: Effect['to'], who: Reader): JsonObject[string] {
  if (typeof to !== 'string' || !to.startsWith('=')) return to ?? null;
  const value = evaluateFor(view, to.slice(1), who);
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

export function isTrueFor(view: EffectView, source: string | undefined, who: Reader): boolean {
  return source === undefined || evaluateFor(view, source, who) === true;
}

/** The value of a formula on somebody's sheet; undefined if it cannot be computed there. */
export function evaluateFor(view: EffectView, source: string, who: Reader): FormulaValue | undefined {
  const own = openScope(view, who.id);
  const formula = readFormula(view.system, source);
  if (own === undefined || formula === undefined) return undefined;
  const other = who.against === undefined ? undefined : openScope(view, who.against);
  const read: Scope['read'] = (name) =>
    name.startsWith(againstPrefix)
      ? other?.read(name.slice(againstPrefix.length))
      : (who.roll?.get(name) ?? own.read(name));
  const evaluated = formula.evaluate({ ...own, read });
  return evaluated.ok ? evaluated.value : undefined;
}

const formulas = new WeakMap<System, Map<string, Formula | undefined>>();

/**
 * Formulas are parsed once for each system: a manifest has few of them, and the same ones are needed again and again.
 */
function readFormula(system: System, source: string): Formula | undefined {
  const known = formulas.get(system) ?? new Map<string, Formula | undefined>();
  formulas.set(system, known);
  if (!known.has(source)) {
    const parsed = parseFormula(source);
    known.set(source, parsed.ok ? parsed.formula : undefined);
  }
  return known.get(source);
}

function openScope({ system, find }: EffectView, id: string): Scope | undefined {
  const entity = find(id);
  const sheet = entity === undefined ? undefined : system.sheets.get(entity.type);
  if (entity === undefined || sheet === undefined) return undefined;
  return buildScope(sheet, entity.sheet, system.tables);
}
