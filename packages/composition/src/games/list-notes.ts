// Lists what a game remembers, under the numbers by which it can be forgotten.

import type { Entity } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';

export interface NumberedNote {
  readonly number: number;
  readonly note: Entity;
}

/** Those with each of the words somewhere, under the numbers that they have among all notes, oldest first. */
export function listNotes({ state }: Pick<Game, 'state'>, words: string): readonly NumberedNote[] {
  const wanted = words.toLowerCase().split(/\s+/u);
  return state
    .list('note')
    .map((note, index) => ({ note, number: index + 1 }))
    .filter(({ note }) => {
      const text = JSON.stringify(note.sheet).toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
}
