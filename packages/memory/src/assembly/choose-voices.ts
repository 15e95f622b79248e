// Chooses the voices that a message asks about: those that it names, or else those of the person.
import type { Waking } from './waking.ts';

/** Returns the ids of voices. */
export function chooseVoices({ voices }: Pick<Waking, 'voices'>, query: string): readonly string[] {
  const words = new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const named = [...voices.user, ...voices.companion].filter(({ id, name }) =>
    [id, name].some((one) => words.has(one.toLowerCase())),
  );
  return (named.length > 0 ? named : voices.user).map(({ id }) => id);
}
