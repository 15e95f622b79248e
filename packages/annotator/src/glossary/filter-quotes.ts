// Filters an entry's quotes: keeps those that name it, and those that depend on a nearby quote with the name.

import { hasDerivedName } from './derived-name.ts';
import { isNaming } from './is-naming.ts';
import { buildSurfaceIndex } from './surface-index.ts';

/** A quote and its place, stored or exported. */
export interface LocatedQuote {
  readonly quote: string;
  readonly corpus?: string;
  readonly postId?: number;
  readonly post_id?: number;
  readonly start?: number;
}

export interface NamesOverTime {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Maps each quote without a name to the quote on which it leans: the nearest one with a name in the same corpus.
 * Undefined if there is none, or if the post of the quote without a name is not known.
 */
export function listLeaning<Piece extends LocatedQuote>(
  pieces: readonly Piece[],
  names: readonly string[],
): ReadonlyMap<Piece, Piece | undefined> {
  const index = buildSurfaceIndex({ isLenient: true });
  index.set(1, names);
  const naming = pieces.filter(
    ({ quote }) => index.countMentions(quote).size > 0 || hasDerivedName(quote, { names }),
  );
  const nameless = pieces.filter((piece) => !naming.includes(piece));
  return new Map(nameless.map((piece) => [piece, findNearest(piece, naming)]));
}

/**
 * The quotes that stay when an entry changes its names: quotes that have one of the new names, and quotes that lean on
 * such a quote. If a quote has only a former name, it is dropped, together with the quotes that lean on it.
 */
export function filterQuotes<Piece extends LocatedQuote>(
  pieces: readonly Piece[],
  { before, after }: NamesOverTime,
): readonly Piece[] {
  const leaning = listLeaning(pieces, [...before, ...after]);
  return pieces.filter((piece) => {
    if (!leaning.has(piece)) return isNaming(piece.quote, after);
    const leantOn = leaning.get(piece);
    return leantOn !== undefined && isNaming(leantOn.quote, after);
  });
}

/** The first quotes, at most the given number. Quotes that lean on a quote that was cut off are left out. */
export function cutQuotes<Piece extends LocatedQuote>(
  pieces: readonly Piece[],
  names: readonly string[],
  count: number,
): readonly Piece[] {
  const leaning = listLeaning(pieces, names);
  const first = pieces.slice(0, count);
  return first.filter((piece) => {
    const leantOn = leaning.get(piece);
    return leantOn === undefined || first.includes(leantOn);
  });
}

function findNearest<Piece extends LocatedQuote>(piece: Piece, naming: readonly Piece[]): Piece | undefined {
  const post = readPost(piece);
  if (post === undefined) return undefined;
  const inCorpus = naming.filter((one) => one.corpus === piece.corpus && readPost(one) !== undefined);
  const measure = (one: Piece): readonly [number, number] => [
    Math.abs((readPost(one) ?? 0) - post),
    Math.abs((one.start ?? 0) - (piece.start ?? 0)),
  ];
  return inCorpus.toSorted((one, other) => {
    const [posts, characters] = measure(one);
    const [otherPosts, otherCharacters] = measure(other);
    return posts - otherPosts || characters - otherCharacters;
  })[0];
}

function readPost({ postId, post_id }: LocatedQuote): number | undefined {
  return postId ?? post_id;
}
