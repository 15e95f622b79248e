// Effects: turns the effects that a manifest lists into tool calls, according to the state at this point of the turn.

import type { FormulaValue } from '../prefabs/prefab.ts';
import type { Effect } from '../system/narrator-hints.ts';
import {
  type Applying,
  type EffectView,
  evaluateFor,
  listEffectCalls,
} from '../tools/moves/list-effect-calls.ts';
import type { Chronicle } from './chronicle.ts';
import type { Call } from './script.ts';

/** What effects ask for besides changes of a sheet. */
export interface Effected {
  readonly isStruckBack: boolean;
  readonly isRevealed: boolean;
  readonly oracles: readonly string[];
  readonly says: readonly string[];
}

/** The calls that would carry out these effects; they are not executed here. */
export function listCalls(c: Chronicle, effects: readonly Effect[], applying: Applying): readonly Call[] {
  return listEffectCalls(buildView(c), effects, applying);
}

export function readEffected(effects: readonly Effect[]): Effected {
  return {
    isStruckBack: effects.some(({ strike_back }) => strike_back !== undefined),
    isRevealed: effects.some(({ reveal }) => reveal === true),
    oracles: effects.flatMap(({ oracle }) => oracle ?? []),
    says: effects.flatMap(({ say }) => say ?? []),
  };
}

export function isTrueFor(c: Chronicle, source: string | undefined, who: { readonly id: string }): boolean {
  return source === undefined || evaluate(c, source, who.id) === true;
}

/** The value of a formula on somebody's sheet; undefined if it cannot be computed there. */
export function evaluate(c: Chronicle, source: string, who: string): FormulaValue | undefined {
  return evaluateFor(buildView(c), source, { id: who });
}

export function buildView({ system, world }: Chronicle): EffectView {
  return { system, mode: world.mode, find: (id) => world.find(id) };
}
