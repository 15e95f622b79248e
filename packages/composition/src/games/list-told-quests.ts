// Lists the quests that the story has told of, without the steps that name somebody the player has not heard of.

import type { Entity } from '@terrarium/rpg/entity';
import { isObject } from '@terrarium/rpg/json';
import { isTold, listNameWords, listUntold, type Remembered } from './list-met.ts';

export function listToldQuests(game: Remembered): readonly Entity[] {
  const quests = game.state.list('quest');
  if (quests.length === 0) return [];
  const untold = listUntold(game);
  const words = untold.map(listNameWords);
  return quests
    .filter((quest) => !isUntold(quest, new Set(untold.map(({ id }) => String(id))), game))
    .map((quest) => stripUntold(quest, words));
}

/** A word with a capital within a sentence: a name, or a part of a name. */
const nameWithin = /(?<=[\p{Ll},;] )\p{Lu}[\p{L}'’-]+/gu;

/**
 * Whether the story has not told of a quest: neither of its giver nor of any name in it, and no step of it is
 * done. A quest without a giver or without names counts as told from its opening.
 */
function isUntold({ sheet }: Entity, untold: ReadonlySet<string>, game: Remembered): boolean {
  const { giver, name, about, steps } = sheet;
  if (typeof giver !== 'string' || !untold.has(giver)) return false;
  const isBegun = Array.isArray(steps) && steps.some((step) => isObject(step) && step['is_done'] === true);
  const names = `${String(name ?? '')}. ${String(about ?? '')}`.match(nameWithin) ?? [];
  return !isBegun && names.length > 0 && !names.some((one) => isTold(game, one));
}

/** Leaves out open steps that name somebody of whom the story has not told, unless the quest itself names them too. */
export function stripUntold(quest: Entity, untold: readonly (readonly string[])[]): Entity {
  const { steps, name, about } = quest.sheet;
  if (!Array.isArray(steps)) return quest;
  // The player reads the name and description of the quest together with its steps, so a name that these
  // contain is not a secret.
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
