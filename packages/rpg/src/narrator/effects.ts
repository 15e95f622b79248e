// Effects: what an outcome does according to the manifest's hints, turned into calls of the tools.

import { hasDice } from '../dice/has-dice.ts';
import type { FormulaValue } from '../prefabs/prefab.ts';
import { buildScope } from '../rules/build-scope.ts';
import { parseFormula } from '../rules/parse-formula.ts';
import type { Effect } from '../system/narrator-hints.ts';
import { type Entity, playerId } from '../values/entity.ts';
import type { Json, JsonObject } from '../values/json.ts';
import type { Chronicle } from './chronicle.ts';
import type { Call, Script } from './script.ts';

export interface Parties {
  readonly roller: Entity;
  readonly opponent?: Entity | undefined;
}

/** What effects asked for besides changes. */
export interface Effected {
  readonly isStruckBack: boolean;
  readonly isRevealed: boolean;
  readonly oracles: readonly string[];
  readonly says: readonly string[];
}

/** Rolls all the dice that the amounts of effects need, in one reply. */
export function* rollAmounts(
  c: Chronicle,
  effects: readonly Effect[],
  parties: Parties,
): Script<readonly (number | undefined)[]> {
  const needed = effects.filter((effect) => isDice(effect.amount));
  const calls = needed.map((effect, index) => ({
    name: 'roll',
    arguments: {
      formula: String(effect.amount),
      reason: `${effect.lose === undefined ? 'gain' : 'damage'}${index === 0 ? '' : ` ${index + 1}`}`,
      target: parties.roller.id,
    },
  }));
  const answers = yield* c.execute(calls);
  const totals = answers.map(({ rolls }) => rolls[0]?.rolled.total ?? 0);
  return effects.map((effect) => {
    const at = needed.indexOf(effect);
    return at === -1 ? undefined : totals[at];
  });
}

function isDice(amount: Effect['amount']): boolean {
  return typeof amount === 'string' && hasDice(amount);
}

/** The calls that would carry out these effects; they are not done here. */
export function listCalls(
  c: Chronicle,
  effects: readonly Effect[],
  parties: Parties & { readonly totals?: readonly (number | undefined)[] },
): readonly Call[] {
  return effects.flatMap((effect, index) => {
    const who = findWho(effect, parties);
    if (who === undefined || !isTrueFor(c, effect.if, who)) return [];
    return renderEffect(c, { effect, who, parties, rolled: parties.totals?.[index] });
  });
}

export function readEffected(effects: readonly Effect[]): Effected {
  return {
    isStruckBack: effects.some(({ strike_back }) => strike_back === true),
    isRevealed: effects.some(({ reveal }) => reveal === true),
    oracles: effects.flatMap(({ oracle }) => oracle ?? []),
    says: effects.flatMap(({ say }) => say ?? []),
  };
}

function findWho({ who }: Effect, { roller, opponent }: Parties): { readonly id: string } | undefined {
  if (who === 'player') return { id: playerId };
  return who === 'opponent' ? opponent : roller;
}

interface EffectAt {
  readonly effect: Effect;
  readonly who: { readonly id: string };
  readonly parties: Parties;
  readonly rolled: number | undefined;
}

function renderEffect(c: Chronicle, at: EffectAt): readonly Call[] {
  const { effect, who } = at;
  const target = who.id;
  if (effect.lose !== undefined || effect.gain !== undefined) return renderAmount(c, at);
  if (effect.mark !== undefined) {
    const count = computeAmount(c, { ...at, amount: effect.count ?? 1 });
    return count === 0 ? [] : [{ name: 'mark', arguments: { path: effect.mark, count, target } }];
  }
  if (effect.set !== undefined) {
    return [{ name: 'set', arguments: { path: effect.set, value: readSetTo(c, effect.to, who.id), target } }];
  }
  if (effect.condition !== undefined) {
    const rounds = effect.rounds === undefined ? {} : { rounds: effect.rounds };
    return [{ name: 'condition_add', arguments: { condition: effect.condition, ...rounds, target } }];
  }
  return renderOther(c, at);
}

function renderOther(c: Chronicle, at: EffectAt): readonly Call[] {
  const { effect, who } = at;
  if (effect.cure !== undefined) return renderCure(c, effect.cure, who.id);
  if (effect.clock !== undefined) {
    const ticks = computeAmount(c, { ...at, amount: effect.ticks ?? 1 });
    return [{ name: 'clock_tick', arguments: { name: effect.clock, ticks, segments: effect.segments ?? 6 } }];
  }
  if (effect.add !== undefined && effect.item !== undefined)
    return [renderAdded(effect.add, effect.item as Json, who.id)];
  if (effect.minutes !== undefined) return [{ name: 'time_advance', arguments: { minutes: effect.minutes } }];
  if (effect.mode !== undefined)
    return effect.mode === c.world.mode ? [] : [renderMode(effect.mode, at.parties)];
  if (effect.gone === true)
    return [{ name: 'set', arguments: { path: 'is_gone', value: true, target: who.id } }];
  return [];
}

function renderAdded(list: string, item: Json, target: string): Call {
  const given = typeof item === 'object' && item !== null && !Array.isArray(item) ? item : { name: item };
  const { name, ...details } = given as JsonObject;
  const more = Object.keys(details).length === 0 ? {} : { details };
  return { name: 'item_add', arguments: { name: String(name ?? 'mark'), list, ...more, target } };
}

function renderMode(mode: string, { opponent }: Parties): Call {
  const against: JsonObject = mode === 'combat' && opponent !== undefined ? { opponents: [opponent.id] } : {};
  return { name: 'mode_set', arguments: { mode, ...against } };
}

function renderCure(c: Chronicle, condition: string, target: string): readonly Call[] {
  const { conditions } = c.world.find(target)?.sheet ?? {};
  const has = JSON.stringify(conditions ?? [])
    .toLowerCase()
    .includes(`"${condition.toLowerCase()}"`);
  return has ? [{ name: 'condition_remove', arguments: { condition, target } }] : [];
}

function renderAmount(c: Chronicle, at: EffectAt): readonly Call[] {
  const { effect, who, rolled } = at;
  const amount = rolled ?? computeAmount(c, { ...at, amount: effect.amount ?? 1 });
  const less = Number(evaluate(c, effect.less ?? '0', who.id) ?? 0);
  const delta = Math.max(0, Math.floor(amount - less));
  const path = effect.lose ?? effect.gain ?? '';
  if (delta === 0) return [];
  const change = { path, delta: effect.lose === undefined ? delta : -delta, target: who.id };
  const noted =
    effect.noted === undefined
      ? []
      : [{ name: 'set', arguments: { path: effect.noted, value: delta, target: who.id } }];
  return [{ name: 'adjust', arguments: change }, ...noted];
}

function computeAmount(
  c: Chronicle,
  { amount, parties, rolled }: EffectAt & { readonly amount: number | string },
): number {
  if (rolled !== undefined) return rolled;
  if (typeof amount === 'number') return amount;
  return Math.floor(Number(evaluate(c, amount.replace(/@/g, ''), parties.roller.id) ?? 0));
}

function readSetTo(c: Chronicle, to: Effect['to'], who: string): JsonObject[string] {
  if (typeof to !== 'string' || !to.startsWith('=')) return to ?? null;
  const value = evaluate(c, to.slice(1), who);
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

export function isTrueFor(c: Chronicle, source: string | undefined, who: { readonly id: string }): boolean {
  return source === undefined || evaluate(c, source, who.id) === true;
}

/** The value of a formula on somebody's sheet; undefined where it cannot be computed there. */
export function evaluate(c: Chronicle, source: string, who: string): FormulaValue | undefined {
  const entity = c.world.find(who);
  const sheet = entity === undefined ? undefined : c.system.sheets.get(entity.type);
  const parsed = parseFormula(source);
  if (entity === undefined || sheet === undefined || !parsed.ok) return undefined;
  const evaluated = parsed.formula.evaluate(buildScope(sheet, entity.sheet, c.system.tables));
  return evaluated.ok ? evaluated.value : undefined;
}
