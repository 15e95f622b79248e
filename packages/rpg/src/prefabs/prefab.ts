// Prefab: the interface of a kind of field, which says what it contains, how it is settled and what can be done with it.

import type { z } from 'zod';
import type { Json, JsonObject } from '../values/json.ts';

/** What a formula can read: numbers, booleans, and lists of them. */
export type FormulaValue = number | boolean | readonly FormulaValue[];

/** A settled value; `because` says in a few words what settling changed, and is absent if it changed nothing. */
export interface SettledValue {
  readonly value: Json;
  readonly because?: string | undefined;
}

/** The result of doing something to a field; a refusal says what would be accepted. */
export type Done =
  | {
      readonly ok: true;
      readonly value: Json;
      /** What limited the change, such as "the maximum is 12"; absent if nothing did. */
      readonly because?: string | undefined;
    }
  | { readonly ok: false; readonly say: string };

/**
 * A place within a field that a path can name; `name` is empty for the field itself, and otherwise a name such as
 * `current`. A list has a part for each member of its items: `items.weight` is the list of all weights.
 */
export interface FieldPart {
  readonly name: string;
  /**
   * The kind that a formula reads; a value that is text to a person may be a number to a formula, such as the faces of
   * `d8`.
   */
  readonly kind: 'number' | 'boolean' | 'text' | 'list';
  /** False if only a formula may set the part, such as the modifier of a score. */
  readonly isWritable: boolean;
}

/** What the formulas of a field may set in this kind of field. */
export interface Derives {
  /** The part that `formula` sets; `formula` is refused if there is none. */
  readonly value?: string;
  /**
   * What `max_formula` limits: the member of the configuration that the formula replaces, and the part that shows the
   * maximum.
   */
  readonly max?: { readonly member: string; readonly part?: string; readonly isNeeded?: true };
  /** Whether `default_formula` is allowed: its number is passed to `set` for the part with the empty name. */
  readonly default?: true;
}

/** What the formulas of the manifest give for a field; each overrides the field's configuration. */
export interface Derived {
  /** From `formula`: the value of the part that the prefab derives; for a boolean, 1 or 0. */
  readonly value?: number | undefined;
  /** From `max_formula`: the largest value, the capacity, or the number of boxes or segments. */
  readonly max?: number | undefined;
}

/** An entity named as `type:key`, and the types that it may have; any type if the list is empty. */
export interface Reference {
  readonly to: string;
  readonly types: readonly string[];
}

export interface Passed {
  readonly value: Json;
  readonly ended: readonly string[];
}

/** `part` is empty for the field itself. */
export interface SetAsked {
  readonly part: string;
  readonly input: Json;
}

export interface AdjustAsked {
  readonly part: string;
  readonly delta: number;
}

export interface AddAsked {
  readonly item: Json;
  /** The id that the item gets if it becomes a new one. */
  readonly id: string;
}

export interface RemoveAsked {
  /** The item's id or its name. */
  readonly item: string;
  /** How many to remove, the whole item if absent; for a condition, how many levels. */
  readonly quantity?: number | undefined;
}

/**
 * One kind of field. Shared code never asks what kind a field is: all that differs between kinds is behind these
 * functions. All functions are pure and total: they take any JSON, whatever a file contained.
 */
export interface Prefab<Config = never> {
  /** A name such as `RES_POOL`. */
  readonly id: string;
  /** One sentence for the author of a manifest. */
  readonly about: string;
  readonly config: z.ZodType<Config>;
  readonly derives: Derives;
  listParts(config: Config): readonly FieldPart[];
  buildBlank(config: Config): Json;
  /**
   * Makes a valid value of this kind out of any value; idempotent; says what it changed. If there is no value yet, the
   * configuration and the derived values give it: a pool begins full.
   */
  settle(value: Json | undefined, config: Config, derived: Derived): SettledValue;
  /**
   * What a formula reads at a part; undefined for text, and for a part that does not exist. For a list, the result is a
   * list of the same length.
   */
  read(value: Json, part: string, config: Config): FormulaValue | undefined;
  /** Renders the value for a person: short, on one line. */
  render(value: Json, config: Config): string;
  /** Describes for a model, in one line, how the paths of this field are written and what may be done with them. */
  describe(path: string, config: Config): string;
  set(value: Json, asked: SetAsked, config: Config): Done;
  adjust?(value: Json, asked: AdjustAsked, config: Config): Done;
  /** Marks `count` boxes, segments or points; a negative count clears them. */
  mark?(value: Json, count: number, config: Config): Done;
  /** For lists: adds an item, an entry or a condition. */
  add?(value: Json, asked: AddAsked, config: Config): Done;
  /** For lists: removes by id or by name. */
  remove?(value: Json, asked: RemoveAsked, config: Config): Done;
  /** Lets minutes pass; removes what has run out, and names it. */
  advanceTime?(value: Json, minutes: number, config: Config): Passed;
  /** For lists: the items as objects, each with an `id` that a path can name. */
  listItems?(value: Json, config: Config): readonly JsonObject[];
  /** The entities that the value refers to, so that a change can be refused if one of them does not exist. */
  listReferences?(value: Json, config: Config): readonly Reference[];
}
