// First words: how somebody who came with a card greets, kept among what is known of them.

import type { Entity, GameState } from '../state/entity.ts';
import { nameOf, readText } from './world.ts';

/** What stands before them in a note. */
export function nameFirstWords(name: string): string {
  return `The first words of ${name}: `;
}

/** Empty where none are known. */
export function findFirstWords(state: Pick<GameState, 'list'>, who: Entity): string {
  const head = nameFirstWords(nameOf(who));
  const note = state.list('note').find((one) => readText(one, 'content').startsWith(head));
  return note === undefined ? '' : readText(note, 'content').slice(head.length).trim();
}
