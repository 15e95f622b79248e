// Formula: an expression of a manifest, parsed once, and what is needed to evaluate it.

import type { FormulaValue } from '../prefabs/prefab.ts';

/** What a formula may ask for while it is evaluated. */
export interface Scope {
  /** The value at a dotted path or under an alias; undefined if there is none. */
  read(path: string): FormulaValue | undefined;
  /** A value of one of the manifest's tables, in the row with the highest key that is not above `key`. */
  findInTable?(table: string, key: number, column: number): number | undefined;
}

export type Evaluated =
  | { readonly ok: true; readonly value: FormulaValue }
  | { readonly ok: false; readonly say: string };

export interface Formula {
  readonly source: string;
  /** The names that the formula reads, as they are written in it: dotted paths and aliases, each once. */
  readonly reads: readonly string[];
  /** The tables that the formula looks up, each once. */
  readonly tables: readonly string[];
  /** The kind of the value; `unknown` if it depends on the values that are read. */
  readonly kind: 'number' | 'boolean' | 'list' | 'unknown';
  /**
   * Never throws; a failure such as a division by zero is part of the answer. The work is bounded by the formula's
   * length.
   */
  evaluate(scope: Scope): Evaluated;
}

export type ParsedFormula =
  | { readonly ok: true; readonly formula: Formula }
  | { readonly ok: false; readonly say: string; readonly at: number };
