// Finds where somebody of a story is: the place that their quotes put them in, else the one told of nearest to them.

import type { GlossaryLore } from './glossary-lore.ts';

/**
 * How much it counts that one of the two is named in a text about the other, and that both are told of in one post or
 * in neighbouring ones.
 */
const named = 8;
const sharedPost = 2;
/** Places that are further away than this many posts say nothing. */
const nearPosts = 12;

/** Undefined where the story puts them nowhere. */
export function findWhereabouts(
  person: GlossaryLore,
  places: readonly GlossaryLore[],
): GlossaryLore | undefined {
  const scored = places.map((place) => ({ place, score: scorePlace(person, place) }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one), {
    place: undefined as GlossaryLore | undefined,
    score: 0,
  });
  return best.place ?? places.find(({ term }) => person.beside.includes(term));
}

function scorePlace(person: GlossaryLore, place: GlossaryLore): number {
  const posts = new Set(place.told.map(({ post }) => post));
  const isNamed = (words: string, { term, aliases }: GlossaryLore) =>
    [term, ...aliases].some((name) => hasName(words, name));
  const spoken =
    person.told.filter(({ words }) => isNamed(words, place)).length +
    place.told.filter(({ words }) => isNamed(words, person)).length +
    Number(isNamed(person.definition, place)) +
    Number(isNamed(place.definition, person));
  const shared = person.told.filter(({ post }) => posts.has(post)).length;
  const nearest = Math.min(
    ...person.told.flatMap(({ post }) => place.told.map((other) => Math.abs(post - other.post))),
  );
  const near = nearest <= nearPosts ? 1 / (1 + nearest) : 0;
  return spoken * named + shared * sharedPost + near;
}

/** Whether a name stands in the words as a whole word. */
function hasName(words: string, name: string): boolean {
  const text = words.toLowerCase();
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return false;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + wanted.length] ?? ' '}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}
