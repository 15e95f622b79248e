// Prefab: what a kind of field is, how it keeps its rules, and what may be done to it.

import type { z } from 'zod';
import type { Json, JsonObject } from '../values/json.ts';

/** What a formula can read: numbers, truths, and lists of them. */
export type FormulaValue = number | boolean | readonly FormulaValue[];

/** A value as settled; `because` says in a few words what was changed, absent where nothing was. */
export interface SettledValue {
  readonly value: Json;
  readonly because?: string | undefined;
}

/** What doing something to a field came to; a refusal says what would do. */
export type Done =
  | {
      readonly ok: true;
      readonly value: Json;
      /** What held it back, such as "the maximum is 12"; absent where it went as asked. */
      readonly because?: string | undefined;
    }
  | { readonly ok: false; readonly say: string };

/**
 * A place within a field that a path can name; `name` is empty for the field itself, else such as `current`. A list has
 * a part for each member of its items: `items.weight` is the list of all weights.
 */
export interface FieldPart {
  readonly name: string;
  /** What a formula sees; what is text to a person may be a number to a formula, such as the faces of `d8`. */
  readonly kind: 'number' | 'boolean' | 'text' | 'list';
  /** False for what only a formula may set, such as the modifier of a score. */
  readonly isWritable: boolean;
}

/** What the formulas of a field can do in a kind of field. */
export interface Derives {
  /** The part that `formula` sets; `formula` is refused where there is none. */
  readonly value?: string;
  /** What `max_formula` limits: the member of the configuration it stands for, and the part that shows it. */
  readonly max?: { readonly member: string; readonly part?: string; readonly isNeeded?: true };
  /** Whether `default_formula` means anything: its number is given to `set` at the part with the empty name. */
  readonly default?: true;
}

/** What formulas of the manifest say of a field; each overrides what its configuration says. */
export interface Derived {
  /** By `formula`: the value of the part that the prefab derives; a truth comes as 1 or 0. */
  readonly value?: number | undefined;
  /** By `max_formula`: the largest value, the capacity, the number of boxes or segments. */
  readonly max?: number | undefined;
}

/** An entity that is named as `type:key`, and of which types it may be; of any where the list is empty. */
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
  /** What the item is known by if it is a new one. */
  readonly id: string;
}

export interface RemoveAsked {
  /** Its id or its name. */
  readonly item: string;
  /** All of it when absent; of a condition, so many levels. */
  readonly quantity?: number | undefined;
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
  readonly derives: Derives;
  listParts(config: Config): readonly FieldPart[];
  buildBlank(config: Config): Json;
  /**
   * Makes any value one of this kind: idempotent, and says what it changed. A value that is not there yet begins as the
   * configuration and what is derived say: a pool begins full.
   */
  settle(value: Json | undefined, config: Config, derived: Derived): SettledValue;
  /** What a formula sees at a part; undefined for text, and for a part that is not there. A list is as long as it is. */
  read(value: Json, part: string, config: Config): FormulaValue | undefined;
  /** For a person: short, one line. */
  render(value: Json, config: Config): string;
  /** For a model: how the paths of this field are written and what may be done with them, one line. */
  describe(path: string, config: Config): string;
  set(value: Json, asked: SetAsked, config: Config): Done;
  adjust?(value: Json, asked: AdjustAsked, config: Config): Done;
  /** Marks `count` boxes, segments or points; a negative count clears them. */
  mark?(value: Json, count: number, config: Config): Done;
  /** Of lists: adds an item, an entry or a condition. */
  add?(value: Json, asked: AddAsked, config: Config): Done;
  /** Of lists: removes by id or by name. */
  remove?(value: Json, asked: RemoveAsked, config: Config): Done;
  /** Lets minutes pass: what lasted no longer is gone, and is named. */
  advanceTime?(value: Json, minutes: number, config: Config): Passed;
  /** Of lists: the items as objects, each with an `id` that a path can name. */
  listItems?(value: Json, config: Config): readonly JsonObject[];
  /** The entities it names, so that whoever changes a game can see that they are there. */
  listReferences?(value: Json, config: Config): readonly Reference[];
}
