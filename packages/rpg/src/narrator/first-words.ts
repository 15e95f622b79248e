// First words: how somebody who came with a card greets, kept among what is known of them.

import type { Entity, GameState } from '../values/entity.ts';
import type { Call } from './script.ts';
import { nameOf, readText } from './world.ts';

/** What stands before them in a note. */
export function nameFirstWords(name: string): string {
  return `The first words of ${name}: `;
}

/** That they were said: nobody is met for the first time twice. */
export function buildFirstWordsNote(name: string): Call {
  return { name: 'note', arguments: { content: renderSaid(name), kind: 'fact', tags: [name] } };
}

/** The fact that they were said, as it is noted. */
export function renderSaid(name: string): string {
  return `${name} has said the first words to the player's character.`;
}

/** Empty where none are known, or they were said. */
export function readFirstWords(state: Pick<GameState, 'list'>, who: Entity): string {
  const head = nameFirstWords(nameOf(who));
  const notes = state.list('note').map((one) => ({ one, content: readText(one, 'content') }));
  if (notes.some(({ content }) => content === renderSaid(nameOf(who)))) return '';
  const note = notes.find(({ content }) => content.startsWith(head))?.one;
  return note === undefined ? '' : readText(note, 'content').slice(head.length).trim();
}
