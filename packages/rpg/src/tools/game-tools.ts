// The tools of a game: tools for models, and tools that only a person or the program itself may use.

import type { Tool } from '@terrarium/kernel/tool';
import { adjust } from './adjust.ts';
import { begin } from './begin.ts';
import { clockPlan } from './clock-plan.ts';
import { clockTick } from './clock-tick.ts';
import { conditionAdd } from './condition-add.ts';
import { conditionRemove } from './condition-remove.ts';
import { entityCreate } from './entity-create.ts';
import { itemAdd } from './item-add.ts';
import { itemRemove } from './item-remove.ts';
import { loreSearch } from './lore-search.ts';
import { mark } from './mark.ts';
import { memoryEdit } from './memory-edit.ts';
import { memoryForget } from './memory-forget.ts';
import { modeSet } from './mode-set.ts';
import { move } from './move.ts';
import { note } from './note.ts';
import { notebook } from './notebook.ts';
import { npcCreate } from './npc-create.ts';
import { oracle } from './oracle.ts';
import { placeCreate } from './place-create.ts';
import { questPlan } from './quest-plan.ts';
import { questUpdate } from './quest-update.ts';
import { reveal } from './reveal.ts';
import { roll } from './roll.ts';
import { set } from './set.ts';
import { stateQuery } from './state-query.ts';
import { timeAdvance } from './time-advance.ts';
import { turnPass } from './turn-pass.ts';
import type { Workbench } from './workbench.ts';

/** The tools that a model may call, in the order in which they are shown to it; a few of them are not shown. */
export const gameTools: readonly Tool<Workbench>[] = [
  roll,
  oracle,
  adjust,
  set,
  mark,
  move,
  note,
  itemAdd,
  itemRemove,
  conditionAdd,
  conditionRemove,
  clockTick,
  npcCreate,
  placeCreate,
  questUpdate,
  notebook,
  reveal,
  timeAdvance,
  modeSet,
  stateQuery,
  loreSearch,
];

export const gameToolNames: readonly string[] = gameTools.map(({ name }) => name);

/** Tools for openings, for imports, for a person's own commands, and for what the program does by itself. */
export const systemTools: readonly Tool<Workbench>[] = [
  begin,
  entityCreate,
  questPlan,
  clockPlan,
  memoryEdit,
  memoryForget,
  turnPass,
];

/** Tools whose arguments are secret: these are stored hidden. */
export const secretToolNames: ReadonlySet<string> = new Set([notebook.name, questPlan.name, clockPlan.name]);
