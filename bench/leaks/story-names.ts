// Lists names and invented words of a story by the bench's own rules: capitals, the word list, and plain search.

import { isEnglish, isListed } from '@terrarium/annotator/lexicon';
import { hasWords } from '../first-sentence.ts';
import type { Post } from '../glossary/data.ts';

export interface StoryWord {
  readonly text: string;
  readonly posts: readonly number[];
}

const wordPattern = /[\p{L}]+(?:[’'][\p{L}]+)*/gu;
const insidePattern = /(?<=[\p{Ll},;] )\p{Lu}\p{Ll}{2,}/gu;

function collectPosts(
  posts: readonly Post[],
  listWords: (body: string) => Iterable<string>,
): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const { id, body } of posts) {
    for (const word of new Set(listWords(body))) {
      const known = places.get(word);
      if (known === undefined) places.set(word, [id]);
      else known.push(id);
    }
  }
  return places;
}

/** Lists words that are capitalised inside sentences in at least two posts, and are not in the word list. */
export function listNames(posts: readonly Post[]): readonly StoryWord[] {
  const capitals = collectPosts(posts, (body) => [...body.matchAll(insidePattern)].map(([word]) => word));
  return toWords([...capitals].filter(([word]) => isOfStory(word.toLowerCase())));
}

/** Names of peoples and days of the real world give nothing away. */
function isOfStory(lower: string): boolean {
  return (
    !isEnglish(lower) &&
    !(['nationalities', 'calendar', 'reverences'] as const).some((list) => isListed(list, lower))
  );
}

/** Lists lower-case words that occur in at least two posts and are not English. */
export function listInvented(posts: readonly Post[]): readonly StoryWord[] {
  const words = collectPosts(posts, (body) =>
    [...body.matchAll(wordPattern)].map(([word]) => word).filter((word) => /^[a-z]{4,}$/.test(word)),
  );
  return toWords([...words].filter(([word]) => !isEnglish(word)));
}

/**
 * Lists the names of a printed list that begin with a capital and that the story writes exactly as printed in at least
 * two posts, even if they are plain words.
 */
export function listPrintedNames(
  posts: readonly Post[],
  printed: readonly { readonly names: readonly string[] }[],
): readonly StoryWord[] {
  return printed.flatMap(({ names }) => {
    const [text] = names;
    if (text === undefined || !/^\p{Lu}/u.test(text)) return [];
    const places = posts.filter(({ body }) => hasWords(body, text)).map(({ id }) => id);
    return places.length < 2 ? [] : [{ text, posts: places }];
  });
}

function toWords(places: readonly (readonly [string, number[]])[]): readonly StoryWord[] {
  return places.filter(([, posts]) => posts.length > 1).map(([text, posts]) => ({ text, posts }));
}

/**
 * Finds the first post that contains the word; infinity if none does. If a name has several words, its last word is
 * searched for. Any form of the word counts, such as the name of a people made from that of their country.
 */
export function findFirstPost(posts: readonly Post[], text: string): number {
  const word = text.split(' ').at(-1) ?? text;
  const stem = word.replace(/s$/, '').replace(/(?:ian|ite|itic|an)$/, '');
  const wanted = stem.length < 3 ? word : stem;
  const first = posts.find(
    ({ body }) =>
      body.includes(wanted) && [...body.matchAll(wordPattern)].some(([one]) => one.startsWith(wanted)),
  );
  return first?.id ?? Number.POSITIVE_INFINITY;
}
