// System: a manifest that was checked as a whole and compiled into sheets that can be settled.

import type { FieldKind } from '../prefabs/build-bound-prefab.ts';
import type { FieldPart } from '../prefabs/prefab.ts';
import type { JsonObject } from '../values/json.ts';
import type { Check } from './check.ts';
import type { Formula } from './formula.ts';
import type { FieldDefinition, Manifest } from './manifest.ts';

/** A field of a sheet, ready to be settled. */
export interface Field {
  readonly path: string;
  readonly definition: FieldDefinition;
  readonly kind: FieldKind;
  readonly parts: readonly FieldPart[];
  readonly formula?: Formula | undefined;
  readonly maxFormula?: Formula | undefined;
  readonly defaultFormula?: Formula | undefined;
  /** Position in the order in which fields are derived. */
  readonly order: number;
  /** Paths of the fields whose formulas read this one, directly or through aliases. */
  readonly readers: readonly string[];
}

/** The fields of one type of entity. */
export interface Sheet {
  readonly type: string;
  /** The fields in the order of the manifest. */
  readonly fields: readonly Field[];
  readonly byPath: ReadonlyMap<string, Field>;
  /** The fields in the order of derivation: each comes after the fields that its formulas read. */
  readonly inOrder: readonly Field[];
  /** The formula of each alias on this sheet. */
  readonly aliases: ReadonlyMap<string, Formula>;
}

export interface System {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** SHA-256 of the manifest's canonical JSON, by which a session is pinned to its system. */
  readonly hash: string;
  readonly manifest: Manifest;
  /**
   * The sheets by entity type: `character`, `npc`, `creature`, `location`, `item`, `faction`, `quest`, `clock`,
   * `scene`, `note`, `secret`, `fight`.
   */
  readonly sheets: ReadonlyMap<string, Sheet>;
  /** By entity type, what a sheet holds before anything is set. */
  readonly blanks: ReadonlyMap<string, JsonObject>;
  readonly checks: ReadonlyMap<string, Check>;
  readonly tables: ReadonlyMap<string, Table>;
}

export interface Table {
  readonly name: string;
  /** The rows sorted by key, all with the same number of columns. */
  readonly rows: readonly { readonly at: number; readonly values: readonly number[] }[];
}

export interface ManifestProblem {
  /** JSON pointer to the place, such as `/fields/3/formula`. */
  readonly pointer: string;
  readonly says: string;
  readonly suggestion: string;
}
