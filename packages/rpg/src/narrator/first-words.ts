// First words: reads and notes the greeting of a person who was imported from a character card.

import type { Entity, GameState } from '../values/entity.ts';
import type { Call } from './script.ts';
import { nameOf, readText } from './world.ts';

/** The beginning of the note that holds somebody's first words. */
export function nameFirstWords(name: string): string {
  return `The first words of ${name}: `;
}

/** The call that notes that the first words were said, so that they are not said again. */
export function buildFirstWordsNote(name: string): Call {
  return { name: 'note', arguments: { content: renderSaid(name), kind: 'fact', tags: [name] } };
}

/** The text of the note that the first words were said. */
export function renderSaid(name: string): string {
  return `${name} has said the first words to the player's character.`;
}

/** Returns the first words; empty if none are noted, or if they were said already. */
export function readFirstWords(state: Pick<GameState, 'list'>, who: Entity): string {
  const head = nameFirstWords(nameOf(who));
  const notes = state.list('note').map((one) => ({ one, content: readText(one, 'content') }));
  if (notes.some(({ content }) => content === renderSaid(nameOf(who)))) return '';
  const note = notes.find(({ content }) => content.startsWith(head))?.one;
  return note === undefined ? '' : readText(note, 'content').slice(head.length).trim();
}
