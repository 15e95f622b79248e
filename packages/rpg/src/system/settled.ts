// Settled: the result of settling a sheet, with changes and their causes, thresholds crossed, and formulas that failed.

import type { Json, JsonObject } from '../values/json.ts';
import type { Table } from './system.ts';

/** One value that settling changed, and why: "maximum 40 = 8 + 4 × con_mod". */
export interface SettledChange {
  /** Path of the field or of the part, such as `resources.hp.current`. */
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json;
  readonly because: string;
}

/** A threshold that was crossed by this change. */
export interface Crossed {
  readonly path: string;
  readonly say: string;
  /** The entity on whose sheet it was crossed, if that is known here. */
  readonly of?: string | undefined;
}

/** A choice that the rules leave open: each option has calls that are ready to be made. */
export interface Choice {
  readonly options: readonly {
    readonly say: string;
    readonly calls: readonly { readonly name: string; readonly arguments: string }[];
  }[];
}

/** A formula that could not be evaluated; the last good value is kept. */
export interface FormulaFault {
  readonly path: string;
  readonly source: string;
  readonly say: string;
}

export interface Settled {
  /** The values nested by their dotted paths; the same object if nothing changed. */
  readonly values: JsonObject;
  readonly changes: readonly SettledChange[];
  readonly crossed: readonly Crossed[];
  readonly faults: readonly FormulaFault[];
}

export interface SettleOptions {
  readonly tables: ReadonlyMap<string, Table>;
  /** Paths of the fields that were changed; all fields if absent. Fields that do not depend on them are not settled. */
  readonly changed?: ReadonlySet<string> | undefined;
  /**
   * The values before the change. They show which thresholds are crossed, and give the value to keep if a formula
   * fails.
   */
  readonly before?: JsonObject | undefined;
}
