// Quest steps for a test: the call that ends the next step, and the names of all steps.

import type { Game } from '../../src/state/game.ts';
import { readNotebook } from '../../src/state/notebook.ts';

/**
 * Builds the call that ends the next open step of a quest; if all steps are done, the call ends the quest itself.
 */
export function finishOne(game: Game, key: string): readonly [string, unknown] {
  const steps = game.state.find(`quest:${key}`)?.sheet['steps'];
  const open = (Array.isArray(steps) ? steps : [])
    .map((step) => step as Record<string, unknown>)
    .find((step) => step['is_done'] !== true);
  if (open === undefined) return ['quest_update', { name: key, status: 'done' }];
  return ['quest_update', { name: key, done: [open['name']] }];
}

/** Names of all steps of a quest, including planned steps. */
export function listSteps({ state }: Game, name: string): readonly string[] {
  const quest = state.list('quest').find(({ sheet }) => sheet['name'] === name);
  const shown = quest?.sheet['steps'] as readonly { readonly name: string }[];
  const planned = readNotebook(state).plans.find((plan) => plan.name === name)?.steps ?? [];
  return [...shown, ...planned].map((step) => step.name);
}
