// Names and invented words of a story as the bench itself finds them: by capitals, by the word list, and by plain search.

import { isEnglish, isListed } from '@terrarium/annotator/lexicon';
import { hasWords } from '../first-sentence.ts';
import type { Post } from '../glossary/data.ts';

/** A word of the story, and the posts in which it stands, in order. */
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

/** Words that stand with a capital inside sentences of at least two posts and that the word list does not have. */
export function listNames(posts: readonly Post[]): readonly StoryWord[] {
  const capitals = collectPosts(posts, (body) => [...body.matchAll(insidePattern)].map(([word]) => word));
  return toWords([...capitals].filter(([word]) => isOfStory(word.toLowerCase())));
}

/** Peoples and days of the real world are nobody's secret. */
function isOfStory(lower: string): boolean {
  return (
    !isEnglish(lower) &&
    !(['nationalities', 'calendar', 'reverences'] as const).some((list) => isListed(list, lower))
  );
}

/** Lower-case words of at least two posts that English does not know. */
export function listInvented(posts: readonly Post[]): readonly StoryWord[] {
  const words = collectPosts(posts, (body) =>
    [...body.matchAll(wordPattern)].map(([word]) => word).filter((word) => /^[a-z]{4,}$/.test(word)),
  );
  return toWords([...words].filter(([word]) => !isEnglish(word)));
}

/** Names of a printed list that the story says as they are printed, plain words among them. */
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
 * The first post that has the last word of a name, capitalised, or an invented word; any form of it counts,
 * such as the name of a people made from that of their country.
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
