// Lists the quests as the player may see them: without steps that name somebody of whom the story has not told.

import type { Entity } from '@terrarium/rpg/entity';
import { isObject } from '@terrarium/rpg/json';
import { listNameWords, listUntold, type Remembered } from './list-met.ts';

export function listToldQuests(game: Remembered): readonly Entity[] {
  const quests = game.state.list('quest');
  if (quests.length === 0) return [];
  const untold = listUntold(game).map(listNameWords);
  return quests.map((quest) => stripUntold(quest, untold));
}

/** Leaves out the steps that name somebody untold whom the quest itself does not name. */
export function stripUntold(quest: Entity, untold: readonly (readonly string[])[]): Entity {
  const { steps, name, about } = quest.sheet;
  if (!Array.isArray(steps)) return quest;
  // The player reads the name and description of the quest together with its steps, so a name in them is no secret.
  const hidden = untold.filter((one) => !hasName(`${String(name ?? '')} ${String(about ?? '')}`, one));
  const told = steps.filter((step) => {
    if (!isObject(step) || step['is_done'] === true) return true;
    return !hidden.some((one) => hasName(String(step['name'] ?? ''), one));
  });
  return told.length === steps.length ? quest : { ...quest, sheet: { ...quest.sheet, steps: told } };
}

function hasName(text: string, name: readonly string[]): boolean {
  const words = new Set(text.split(/[^\p{L}\p{N}]+/u));
  return name.length > 0 && name.every((word) => words.has(word));
}
