// Workbench: the state that a tool reads and changes during one action, settled after each change, and the effects so far.

import { Bug } from '@terrarium/kernel/errors';
import type { FaceSource } from '../dice/dice.ts';
import { openFaceStream } from '../dice/open-face-stream.ts';
import { readValue, writeValue } from '../rules/read-value.ts';
import type { RolledCheck } from '../rules/rolled-check.ts';
import { settle } from '../rules/settle.ts';
import type { Acted } from '../state/game.ts';
import type { LoreSource } from '../state/lore-source.ts';
import type { Placed } from '../state/placed.ts';
import type { Action } from '../state/session.ts';
import { openStateLayer, type PlacedState, positionsPerTurn, type StateLayer } from '../state/state-layer.ts';
import type { Spend } from '../system/narrator-hints.ts';
import type { Choice, Crossed, FormulaFault, Settled } from '../system/settled.ts';
import type { Field, Sheet, System } from '../system/system.ts';
import type { Entity, EntityId, Patch } from '../values/entity.ts';
import { isSameJson } from '../values/is-same-json.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { renderSlug } from '../values/render-slug.ts';
import { findTouched, revertPatches } from './revert-patches.ts';

/** The maximum number of entities that a game may have, notes included. */
export const mostEntities = 20_000;

export interface Edit {
  readonly field: Field;
  readonly value: Json;
}

export interface NewEntity {
  readonly type: string;
  /** The name of the new entity, from which its key is made. */
  readonly name: string;
  readonly values: JsonObject;
}

export interface Made {
  readonly entity: Entity;
  readonly settled: Settled;
}

/** A threshold that was crossed, and after how many changes of the action it was crossed. */
export interface DueThreshold {
  readonly entity: EntityId;
  readonly crossed: Crossed;
  readonly edit: number;
}

export interface Workbench {
  readonly system: System;
  readonly by: Action['by'];
  /** Whether the arguments of the call are kept hidden. */
  readonly isCovered: boolean;
  /** Whether, after a turn in which enough time passes, the model is asked what people elsewhere did. */
  readonly hasMeanwhile: boolean;
  readonly state: StateLayer;
  readonly lore: LoreSource;
  readonly effects: Effects;
  /** Thresholds that were crossed, each with the entity whose sheet it is on, in order. */
  readonly due: readonly DueThreshold[];
  /** The ids of those who made a move in this action; a move ends their turn in a fight. */
  readonly moved: EntityId[];
  /** The ids of those who join or leave the order of turns by this action, without being opponents. */
  readonly joined: EntityId[];
  readonly left: EntityId[];
  /** The losses that calls asked for, which may be more than the points that were there. */
  readonly asked: { readonly entity: EntityId; readonly path: string; readonly points: number }[];
  /** Writes fields of an existing entity, settles its sheet, and returns the result. */
  edit(id: EntityId, edits: readonly Edit[], because: string): Settled;
  /** Creates an entity whose sheet is blank except for these values; the key is made from the name and is unique. */
  create(wanted: NewEntity): Made;
  /** Gives an existing entity the sheet that it would have if it were created with these values. */
  replace(id: EntityId, values: JsonObject): Made;
  remove(id: EntityId, because: string): void;
  /** An id that no other item of the game has. */
  takeItemId(): string;
  /** Opens faces for the next roll of this turn, or the faces of another roll once more. */
  openFaces(again?: Again['of']): { readonly index: number; readonly source: FaceSource };
  /** The number of the turn that is being played. */
  readonly turn: number;
  /** The turn that is being played and the turn before, with the actions of each so far. */
  readonly past: readonly PastTurn[];
  /** The roll that this action makes again, and how; undefined for all other actions. */
  again: Again | undefined;
  /** The index of the first patch that can bring somebody down; earlier patches only undo what was done before. */
  fallsFrom: number;
  /**
   * Undoes changes. If a later change touched one of the values, or a field had no value before, undoes none of them
   * and returns the place of that value.
   */
  revert(patches: readonly Patch[], because: string): string | undefined;
}

/** The actions of a turn; a roll among them may be judged again. */
export interface PastTurn {
  readonly number: number;
  readonly actions: readonly (Action & Pick<Acted, 'ok' | 'patches' | 'rolls'>)[];
}

/** A roll of an earlier action that is made once more. */
export interface Again {
  /** The turn of the earlier action, and those of its rolls that have not been made again yet, in order. */
  readonly turn: number;
  readonly rolls: RolledCheck[];
  readonly of?: { readonly turn: number; readonly index: number } | undefined;
  /** The index of the roll that was paid for; if undefined, it is the roll that decides the outcome. */
  readonly paid?: number | undefined;
  readonly spend: Spend;
  readonly amount: number;
  /** Whether checks are thrown with the former dice, whatever gives advantage now. */
  readonly keepsDice: boolean;
  /** Whether the roll that decides the outcome has already been judged again. */
  isJudged: boolean;
}

/** The effects of an action so far. */
export interface Effects {
  readonly patches: Patch[];
  readonly rolls: RolledCheck[];
  readonly crossed: Crossed[];
  readonly faults: FormulaFault[];
  /** The choices that the rules leave open. */
  readonly choices: Choice[];
}

export interface WorkbenchOptions {
  readonly system: System;
  readonly by: Action['by'];
  readonly isCovered?: boolean | undefined;
  readonly hasMeanwhile?: boolean | undefined;
  readonly below: PlacedState;
  readonly lore: LoreSource;
  readonly seed: string;
  readonly turn: number;
  readonly past?: readonly PastTurn[] | undefined;
  /** How many rolls were made and entities created in this turn before this action. */
  readonly counts: { readonly rolls: number; readonly made: number };
}

export interface OpenWorkbench extends Workbench {
  /** How many entities and items the action has created. */
  countMade(): number;
}

export function openWorkbench(options: WorkbenchOptions): OpenWorkbench {
  const { system, turn, counts } = options;
  const state = openStateLayer(options.below);
  const effects: Effects = { patches: [], rolls: [], crossed: [], faults: [], choices: [] };
  const due: DueThreshold[] = [];
  let made = counts.made;
  const { tables } = system;
  const replace = ({ entity, position }: Placed, settled: Settled, because: string): Entity => {
    const sheet = requireSheet(system, entity.type);
    const patches = listPatches({ sheet, entity, settled, because });
    effects.patches.push(...patches);
    effects.crossed.push(...settled.crossed.map((one) => ({ ...one, of: entity.id })));
    const edit = effects.patches.length;
    due.push(...settled.crossed.map((crossed) => ({ entity: entity.id, crossed, edit })));
    effects.faults.push(...settled.faults);
    const latter = patches.length === 0 ? entity : { ...entity, sheet: settled.values };
    if (latter !== entity) state.set({ entity: latter, position });
    return latter;
  };
  const bench: OpenWorkbench = {
    system,
    by: options.by,
    isCovered: options.isCovered === true,
    hasMeanwhile: options.hasMeanwhile === true,
    state,
    lore: options.lore,
    effects,
    due,
    moved: [],
    joined: [],
    left: [],
    asked: [],
    edit(id, edits, because) {
      const placed = requirePlaced(state, id);
      const { entity } = placed;
      const values = edits.reduce((sum, edit) => writeValue(sum, edit.field.path, edit.value), entity.sheet);
      const changed = new Set(edits.map((edit) => edit.field.path));
      const sheet = requireSheet(system, entity.type);
      const settled = settle(sheet, values, { tables, changed, before: entity.sheet });
      replace(placed, settled, because);
      return settled;
    },
    replace(id, values) {
      const placed = requirePlaced(state, id);
      const settled = settle(requireSheet(system, placed.entity.type), values, { tables });
      return { entity: replace(placed, settled, 'it was made anew'), settled };
    },
    create({ type, name, values }) {
      const { id, key } = chooseId(state, type, name);
      const settled = settle(requireSheet(system, type), values, { tables });
      const entity = { id, type, key, sheet: settled.values };
      const position = turn * positionsPerTurn + made;
      made += 1;
      state.set({ entity, position });
      effects.patches.push({ entity: id, path: '', after: entity.sheet, position, because: 'it came' });
      effects.faults.push(...settled.faults);
      return { entity, settled };
    },
    remove(id, because) {
      const placed = state.findPlaced(id);
      if (placed === undefined) return;
      state.remove(id);
      const { entity, position } = placed;
      effects.patches.push({ entity: id, path: '', before: entity.sheet, position, because });
    },
    takeItemId() {
      made += 1;
      return `i${turn}-${made}`;
    },
    openFaces(again) {
      const index = counts.rolls + effects.rolls.length;
      const key = again === undefined ? { turn, roll: index } : { turn: again.turn, roll: again.index };
      return { index, source: openFaceStream({ seed: options.seed, ...key }) };
    },
    turn,
    past: options.past ?? [],
    again: undefined,
    revert(patches, because) {
      const touched = findTouched(state, patches);
      if (touched !== undefined) return touched;
      effects.patches.push(...revertPatches(state, patches, because));
      bench.fallsFrom = effects.patches.length;
      return undefined;
    },
    fallsFrom: 0,
    countMade: () => made - counts.made,
  };
  return bench;
}

function requirePlaced(state: PlacedState, id: EntityId): Placed {
  const placed = state.findPlaced(id);
  if (placed === undefined) throw new Bug(`A tool changes ${id}, which is not there.`);
  return placed;
}

export function requireSheet(system: System, type: string): Sheet {
  const sheet = system.sheets.get(type);
  if (sheet === undefined) throw new Bug(`No sheet for entities of type ${type}.`);
  return sheet;
}

interface Comparison {
  readonly sheet: Sheet;
  readonly entity: Entity;
  readonly settled: Settled;
  readonly because: string;
}

function listPatches({ sheet, entity, settled, because }: Comparison): readonly Patch[] {
  if (settled.values === entity.sheet) return [];
  return sheet.fields.flatMap(({ path }): Patch[] => {
    const before = readValue(entity.sheet, path);
    const after = readValue(settled.values, path);
    if (before === after || isSameJson(before, after)) return [];
    const cause = settled.changes.find((one) => one.path === path || one.path.startsWith(`${path}.`));
    return [{ entity: entity.id, path, before, after, because: cause?.because ?? because }];
  });
}

/**
 * Makes the key from the name in lower case with hyphens, or from the type if the name has no letter or digit; adds a
 * number if another entity of the type has that key.
 */
function chooseId(
  state: PlacedState,
  type: string,
  name: string,
): { readonly id: EntityId; readonly key: string } {
  const slug = renderSlug(name) || type;
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? slug : `${slug}-${count}`;
    const id: EntityId = `${type}:${key}`;
    if (state.find(id) === undefined) return { id, key };
  }
}
