// Performs actions on a state that is kept in memory, for an opening or for replaying a log.

import type { RecordedAction } from '../state/action-row.ts';
import type { LoreSource } from '../state/lore-source.ts';
import type { Action } from '../state/session.ts';
import {
  buildStateBase,
  mergeLayer,
  openStateLayer,
  type PlacedState,
  type StateLayer,
} from '../state/state-layer.ts';
import type { System } from '../system/system.ts';
import { runAction } from './run-action.ts';

export interface ActionContext {
  readonly system: System;
  readonly seed: string;
  readonly turn: number;
  /** The state that the actions change; an empty one when absent. */
  readonly below?: PlacedState | undefined;
  /** What was done in the turn before. */
  readonly former?: readonly RecordedAction[] | undefined;
}

export interface PlayedActions {
  readonly state: StateLayer;
  readonly actions: readonly RecordedAction[];
}

/** Searching lore changes no state, so a replay needs no lore. */
const noLore: LoreSource = { search: () => [], iterateTold: () => [] };

export function playActions(context: ActionContext, wanted: readonly Action[]): PlayedActions {
  const { system, seed, turn } = context;
  const state = openStateLayer(context.below ?? buildStateBase([]));
  const actions: RecordedAction[] = [];
  const counts = { rolls: 0, made: 0 };
  for (const { tool, by, ...action } of wanted) {
    const call = { id: '', name: tool, arguments: action.arguments };
    const past = [
      { number: turn, actions },
      { number: turn - 1, actions: context.former ?? [] },
    ];
    const options = { system, by, below: state, lore: noLore, seed, turn, counts, past };
    const { acted, layer } = runAction(options, call);
    mergeLayer(layer, state);
    counts.rolls += acted.rolls.length;
    counts.made += acted.made;
    actions.push({ tool, by, arguments: call.arguments, ...acted });
  }
  return { state, actions };
}
