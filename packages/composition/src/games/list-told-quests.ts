// Lists the quests as the player may see them: without steps that name somebody of whom the story has not told.

import type { Entity } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { isObject } from '@terrarium/rpg/json';
import { listNameWords, listUntold } from './list-met.ts';

export function listToldQuests(game: Pick<Game, 'state' | 'listTurns'>): readonly Entity[] {
  const quests = game.state.list('quest');
  if (quests.length === 0) return [];
  const untold = listUntold(game).map(listNameWords);
  return quests.map((quest) => stripSteps(quest, untold));
}

function stripSteps(quest: Entity, untold: readonly (readonly string[])[]): Entity {
  const { steps } = quest.sheet;
  if (!Array.isArray(steps)) return quest;
  const told = steps.filter((step) => {
    if (!isObject(step) || step['is_done'] === true) return true;
    const words = new Set(String(step['name'] ?? '').split(/[^\p{L}\p{N}]+/u));
    return !untold.some((name) => name.length > 0 && name.every((word) => words.has(word)));
  });
  return told.length === steps.length ? quest : { ...quest, sheet: { ...quest.sheet, steps: told } };
}
