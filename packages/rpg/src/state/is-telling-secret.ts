// Tells whether words reveal a secret that is still in the notebook of the game.

import { splitTerms } from '@terrarium/kernel/split-terms';
import type { GameState } from '../values/entity.ts';
import { readNotebook } from './notebook.ts';

/**
 * A text tells a secret if it shares at least `fewestShared` words with the secret, and if these are at least the share
 * `sharedPart` of the text's words. Names do not count.
 */
const fewestShared = 2;
const sharedPart = 0.5;

/** Compares words by their stems. Names do not count, since a person against whom the player rolls is named anyway. */
export function isTellingSecret(text: string, state: Pick<GameState, 'list'>): boolean {
  const { secrets, plans, ways } = readNotebook(state);
  const hidden = [
    ...secrets.filter(({ isRevealed }) => !isRevealed).map((secret) => secret.text),
    ...plans.map(({ won, steps }) => `${won} ${steps.map((step) => `${step.name} ${step.text}`).join(' ')}`),
    ...ways.map(({ name }) => name),
  ];
  if (hidden.length === 0) return false;
  const names = new Set(listTerms(listNames(state).join(' ')));
  const said = listTerms(text).filter((term) => !names.has(term));
  if (said.length === 0) return false;
  const least = Math.max(fewestShared, said.length * sharedPart);
  return hidden.some((secret) => {
    const kept = new Set(listTerms(secret));
    return said.filter((term) => kept.has(term)).length >= least;
  });
}

function listTerms(text: string): readonly string[] {
  return [...splitTerms(text).counts.keys()].filter((term) => term.length > 2 && !plain.has(term));
}

/** Words that are in nearly every text, so that sharing them tells nothing. */
const plain: ReadonlySet<string> = new Set(
  'the and for that with from his her him she they them what who whom whether has have had was were not but into will would'.split(
    ' ',
  ),
);

const named = ['character', 'npc', 'creature', 'location', 'faction', 'quest'];

function listNames(state: Pick<GameState, 'list'>): readonly string[] {
  return named.flatMap((type) => state.list(type)).map(({ sheet, key }) => String(sheet['name'] ?? key));
}
