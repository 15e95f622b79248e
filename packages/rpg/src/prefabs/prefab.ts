// Prefab: what a kind of field is, how it keeps its rules, and what may be done to it.

import type { z } from 'zod';
import type { Json } from '../state/json.ts';

/** What a formula can read: numbers, truths, and lists of them. */
export type FormulaValue = number | boolean | readonly FormulaValue[];

/** A value as settled; `because` says in a few words what was changed, absent where nothing was. */
export interface SettledValue {
  readonly value: Json;
  readonly because?: string | undefined;
}

/** What doing something to a field came to; a refusal says what would do. */
export type Done = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly say: string };

/** A place within a field that a path can name; `name` is empty for the field itself, else such as `current`. */
export interface FieldPart {
  readonly name: string;
  readonly kind: 'number' | 'boolean' | 'text' | 'list';
  /** False for what only a formula may set, such as the modifier of a score. */
  readonly isWritable: boolean;
}

/** What formulas of the manifest say of a field; each overrides what its configuration says. */
export interface Derived {
  /** By `formula`: the value of the part that the prefab derives. */
  readonly value?: number | undefined;
  /** By `max_formula`: the largest value, the capacity, the number of boxes or segments. */
  readonly max?: number | undefined;
}

/**
 * One kind of field. Shared code never asks which it is: all that differs between kinds is behind these functions.
 * All are pure and total: any JSON may come in, whatever stood in a file.
 */
export interface Prefab<Config = never> {
  /** Such as `RES_POOL`. */
  readonly id: string;
  /** One sentence for whoever writes a manifest. */
  readonly about: string;
  readonly config: z.ZodType<Config>;
  /** The part that `formula` sets, and whether `max_formula` means anything here. */
  readonly derives: { readonly value?: string; readonly max?: true };
  parts(config: Config): readonly FieldPart[];
  blank(config: Config): Json;
  /** Makes any value one of this kind: idempotent, and says what it changed. */
  settle(value: Json | undefined, config: Config, derived: Derived): SettledValue;
  /** What a formula sees at a part; undefined for text. */
  read(value: Json, part: string, config: Config): FormulaValue | undefined;
  /** For a person: short, one line. */
  view(value: Json, config: Config): string;
  /** For a model: how the paths of this field are written and what may be done with them, one line. */
  hint(path: string, config: Config): string;
  set(value: Json, part: string, input: Json, config: Config): Done;
  adjust?(value: Json, part: string, delta: number, config: Config): Done;
  /** Marks `count` boxes, segments or points; a negative count clears them. */
  mark?(value: Json, count: number, config: Config): Done;
  /** Of lists: adds an item, an entry or a condition. `id` is what the item is known by if it is a new one. */
  add?(value: Json, item: Json, id: string, config: Config): Done;
  /** Of lists: removes by id or by name, `quantity` of them or all. */
  remove?(value: Json, item: string, quantity: number | undefined, config: Config): Done;
}
