// Draws the cases of the leak bench: definitions that tell only what was read, and definitions with a planted leak.

import { listSentenceLabels } from '@terrarium/annotator/list-sentence-labels';
import { drawItems } from '../draw.ts';
import type { Post } from '../glossary/data.ts';
import { findFirstPost, type StoryWord } from './story-names.ts';

/** A definition as a model would send it when it has read up to a post. */
export interface LeakCase {
  readonly kind: string;
  /** The last post that had been read when the definition was sent. */
  readonly readTo: number;
  /** The post with the sentence on which the definition is based. */
  readonly postId: number;
  readonly term: string;
  readonly label: number;
  readonly definition: string;
}

/** A sentence from which an entry for a name is made. */
interface Seat {
  readonly readTo: number;
  readonly postId: number;
  readonly label: number;
  readonly term: string;
  readonly sentence: string;
}

export interface Draw {
  readonly posts: readonly Post[];
  readonly names: readonly StoryWord[];
  readonly chance: () => number;
}

function choose<Item>(items: readonly Item[], chance: () => number): Item | undefined {
  return items[Math.floor(chance() * items.length)];
}

/** Draws a name, and a sentence of the story that contains it. */
function drawSeat({ posts, names, chance }: Draw): Seat | undefined {
  const name = choose(names, chance);
  const postId = name === undefined ? undefined : choose(name.posts, chance);
  const body = posts.find(({ id }) => id === postId)?.body;
  if (name === undefined || postId === undefined || body === undefined) return undefined;
  for (const { label, start, end } of listSentenceLabels(body, { start: 0, end: body.length })) {
    const sentence = body.slice(start, end).replace(/\s+/g, ' ');
    if (new RegExp(`(?<=[\\p{Ll},;] )${name.text}(?!\\p{L})`, 'u').test(sentence) && sentence.length < 400)
      return { readTo: postId, postId, label, term: name.text, sentence };
  }
  return undefined;
}

function* drawSeats(draw: Draw, size: number): Generator<Seat> {
  for (let drawn = 0, tried = 0; drawn < size && tried < size * 20; tried += 1) {
    const seat = drawSeat(draw);
    if (seat === undefined) continue;
    drawn += 1;
    yield seat;
  }
}

const plants: readonly ((word: string) => string)[] = [
  (word) => `One of those who later meet the ${word}.`,
  (word) => `Somebody of whom much is told; afterwards known as ${word}.`,
  (word) => `Somebody who is to fight at ${word}’s side.`,
  (word) => `A person of the story, [[${word}]]'s friend.`,
  (word) => `${word} is where this one will go.`,
  (word) => `A person who knows nothing yet of ${word}, and will learn of it.`,
];

/** Draws definitions with a word that occurs only in posts after the last one that was read. */
export function drawLeaks(
  draw: Draw,
  words: readonly StoryWord[],
  wanted: { readonly kind: string; readonly size: number },
): readonly LeakCase[] {
  const cases: LeakCase[] = [];
  for (const seat of drawSeats(draw, wanted.size * 6)) {
    if (cases.length === wanted.size) break;
    const later = drawItems(words, 12, draw.chance).find(
      ({ text, posts }) => (posts[0] ?? 0) > seat.postId && findFirstPost(draw.posts, text) > seat.postId,
    );
    const plant = choose(plants, draw.chance);
    if (later === undefined || plant === undefined) continue;
    cases.push({ ...seat, kind: wanted.kind, definition: plant(later.text) });
  }
  return cases;
}

/** Draws definitions that repeat the sentence on which they are based. */
export function drawQuoted(draw: Draw, size: number): readonly LeakCase[] {
  return [...drawSeats(draw, size)].map((seat) => ({
    ...seat,
    kind: 'words of the sentence',
    definition: seat.sentence,
  }));
}

/** Draws definitions. Each consists of a sentence from another story that names nobody, and of names that were read. */
export function drawReworded(draw: Draw, sentences: readonly string[], size: number): readonly LeakCase[] {
  return [...drawSeats(draw, size)].map((seat) => {
    const read = draw.names.filter(({ posts }) => (posts[0] ?? 0) <= seat.postId);
    const [one = seat.term, other = seat.term] = drawItems(read, 2, draw.chance).map(({ text }) => text);
    const sentence = choose(sentences, draw.chance) ?? '';
    const frames = [
      `Somebody of ${one}: ${sentence}`,
      `${other}'s neighbour, known to [[${one}]]. ${sentence}`,
      `A ${one}-born stranger among the ${other}s. ${sentence}`,
      `The Captain of ${one}; ${sentence}`,
    ];
    return { ...seat, kind: 'words of another story', definition: choose(frames, draw.chance) ?? sentence };
  });
}

/**
 * Lists sentences of the narration, not of dialogue, that name nobody. They stand for what a model says in its own
 * words.
 */
export function listNameless(posts: readonly Post[]): readonly string[] {
  const common = new Set(posts.flatMap(({ body }) => body.match(/(?<=\p{Ll} )\p{Ll}+/gu) ?? []));
  return posts.flatMap(({ body }) =>
    listSentenceLabels(body, { start: 0, end: body.length })
      .map(({ start, end }) => body.slice(start, end).replace(/\s+/g, ' '))
      .filter((text) => text.length > 30 && text.length < 200 && /^\p{Lu}\p{Ll}+ /u.test(text))
      .filter((text) => !/[“”"‘’'\d]| (?:I|me|my|you|we|us)\b| \(?\p{Lu}\p{Ll}/u.test(text))
      .filter((text) => common.has(text.slice(0, text.indexOf(' ')).toLowerCase())),
  );
}
