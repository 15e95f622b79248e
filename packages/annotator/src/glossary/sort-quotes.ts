// Sorts the quotes of an entry for a reader: first those that say what it is; leaves out those that a longer one contains.

import { isListed } from '../reader/lexicon.ts';
import { isDefined } from './admission.ts';
import { type LocatedQuote, listLeaning } from './filter-quotes.ts';
import { listSurfaces } from './term-forms.ts';
import { splitWords } from './text-words.ts';

interface Explained {
  readonly term: string;
  readonly aliases: readonly string[];
  readonly definition: string;
}

// If a sentence says what the name means ("is a", "called" and the like), this is worth as much as this many words
// shared with the definition.
const definingWorth = 3;
// A quote with fewer words is a bare mention; function words and the words of the name do not count.
const tellingWords = 4;

/** The remark shown beside a quote without the name. */
export const supporting = 'this quote leaves the name out; the quote above has it';

/** A quote as it is shown. `isSupporting`: it does not name the entry, and a quote before it says who is meant. */
export interface ShownQuote<Piece> {
  readonly piece: Piece;
  readonly isSupporting: boolean;
}

/**
 * The quotes for a reader, the most telling first. A quote is more telling if it shares more words with the definition,
 * and if it says what the name means. A quote that only names the entry comes after the others; equally telling quotes
 * keep their order. A quote without the name follows the quote that says who is meant; the two are ranked by the more
 * telling one. A quote that a longer one contains is left out.
 */
export function sortQuotes<Piece extends LocatedQuote>(
  entry: Explained,
  pieces: readonly Piece[],
): readonly ShownQuote<Piece>[] {
  const whole = filterContained(pieces);
  const names = listSurfaces(entry);
  const leaning = listLeaning(whole, names);
  const own = new Set(names.flatMap((name) => listStems(name)));
  const said = new Set(listStems(entry.definition).filter((stem) => !own.has(stem)));
  const worths = new Map(whole.map((piece) => [piece, scoreQuote(piece.quote, { names, own, said })]));
  const sort = (some: readonly Piece[]) => sortByWorth(some, (piece) => worths.get(piece) ?? 0);
  const listThoseOn = (head: Piece) => whole.filter((piece) => leaning.get(piece) === head);
  const heads = whole.filter((piece) => leaning.get(piece) === undefined);
  const scoreGroup = (head: Piece) =>
    Math.max(...[head, ...listThoseOn(head)].map((piece) => worths.get(piece) ?? 0));
  return sortByWorth(heads, scoreGroup).flatMap((head) => [
    { piece: head, isSupporting: false },
    ...sort(listThoseOn(head)).map((piece) => ({ piece, isSupporting: true })),
  ]);
}

function sortByWorth<Piece>(pieces: readonly Piece[], score: (piece: Piece) => number): readonly Piece[] {
  const scored = pieces.map((piece) => ({ piece, worth: score(piece) }));
  return scored.toSorted((one, other) => other.worth - one.worth).map(({ piece }) => piece);
}

/** The quotes without those that a longer quote contains. */
function filterContained<Piece extends LocatedQuote>(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.filter(({ quote }) => {
    const part = quote.trim();
    return !pieces.some((other) => other.quote.trim().length > part.length && other.quote.includes(part));
  });
}

interface Case {
  readonly names: readonly string[];
  readonly own: ReadonlySet<string>;
  readonly said: ReadonlySet<string>;
}

function scoreQuote(quote: string, { names, own, said }: Case): number {
  const stems = new Set(listStems(quote).filter((stem) => !own.has(stem)));
  const shared = [...stems].filter((stem) => said.has(stem)).length;
  const worth = shared + (names.some((name) => isDefined(quote, name, true)) ? definingWorth : 0);
  // A bare mention is worth less than any sentence that says something.
  return stems.size < tellingWords ? worth / 10 - 1 : worth;
}

/** The stems of the words of a text, without function words. */
function listStems(text: string): readonly string[] {
  return splitWords(text)
    .filter(({ folded }) => !isListed('functionWords', folded))
    .map(({ stem }) => stem);
}
