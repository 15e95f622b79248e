// Chooses the voices that a message asks about: those that it names, and the person's if it says "I" or names nobody.
import type { Waking } from './waking.ts';

const firstPerson = ['i', 'me', 'my', 'mine', 'myself', 'we', 'us', 'our', 'ours'] as const;

/**
 * Returns the ids of the voices. A message may name a voice only to call it: "Mira, where do I live?" asks about the
 * person too.
 */
export function chooseVoices({ voices }: Pick<Waking, 'voices'>, query: string): readonly string[] {
  const words = new Set(listWords(query));
  const named = [...voices.user, ...voices.companion].filter(({ id, name }) =>
    [id, name].map(listWords).some((own) => own.length > 0 && own.every((word) => words.has(word))),
  );
  const isOwn = named.length === 0 || firstPerson.some((word) => words.has(word));
  return [...new Set([...(isOwn ? voices.user : []), ...named].map(({ id }) => id))];
}

function listWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
