// Finds where a person of a story is now: the place of their last scenes, or else the place that their quotes name.

import type { GlossaryLore } from './glossary-lore.ts';
import { buildFade, measureApart, measurePresence, readExtent } from './story-scenes.ts';

/** A scene counts half if this share of the story has passed since: people move on. */
const presenceShare = 0.06;
/** How much a text that names both somebody and a place counts, in addition to the scenes. */
const named = 0.5;
/** A place that is named more than this many posts away from a person does not show where the person is. */
const nearPosts = 12;
const nearest = 0.01;

export type FindWhereabouts = (person: GlossaryLore) => GlossaryLore | undefined;

/** The returned function gives undefined for somebody whom the story puts nowhere. */
export function openWhereabouts(
  places: readonly GlossaryLore[],
  people: readonly GlossaryLore[],
): FindWhereabouts {
  const fade = buildFade(readExtent([...places, ...people]), presenceShare);
  return (person) => {
    const best = places.reduce(
      (one: { readonly place?: GlossaryLore; readonly score: number }, place) => {
        const score = measurePresence(person, place, fade) + scoreQuotes(person, place);
        return score > one.score ? { place, score } : one;
      },
      { score: 0 },
    );
    return best.place ?? places.find(({ term }) => person.beside.includes(term));
  };
}

/** A place is sure if its score is at least this many times the score of the next place. */
const surely = 2;

/**
 * The returned function gives the place to which the last scenes clearly put somebody. It gives undefined if they put
 * the person at no place, or at several about equally, as when a whole chapter is one post.
 */
export function openSurely(
  places: readonly GlossaryLore[],
  people: readonly GlossaryLore[],
): FindWhereabouts {
  const fade = buildFade(readExtent([...places, ...people]), presenceShare);
  return (person) => {
    const scored = places.map((place) => ({ place, score: measurePresence(person, place, fade) }));
    const [best, next] = scored.toSorted((one, other) => other.score - one.score);
    const isSure = best !== undefined && best.score > 0 && best.score >= surely * (next?.score ?? 0);
    return isSure ? best.place : undefined;
  };
}

function scoreQuotes(person: GlossaryLore, place: GlossaryLore): number {
  const isNamed = (words: string, { term, aliases }: GlossaryLore) =>
    [term, ...aliases].some((name) => hasName(words, name));
  const spoken =
    person.told.filter(({ words }) => isNamed(words, place)).length +
    place.told.filter(({ words }) => isNamed(words, person)).length +
    Number(isNamed(person.definition, place)) +
    Number(isNamed(place.definition, person));
  const apart = measureApart(person, place);
  return spoken * named + (apart <= nearPosts ? nearest / (1 + apart) : 0);
}

/** Whether the words contain the name as a whole word. */
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
