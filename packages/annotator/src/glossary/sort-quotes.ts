// Sorts the quotes of an entry for a reader: those that say what it is before those that only name it.

import { isListed } from '../reader/lexicon.ts';
import { isDefined } from './admission.ts';
import { listSurfaces } from './term-forms.ts';
import { splitWords } from './text-words.ts';

interface Explained {
  readonly term: string;
  readonly aliases: readonly string[];
  readonly definition: string;
}

// What a sentence that says "is a", "called" or the like is worth, in words that it shares with the definition.
const definingWorth = 3;
// Of this many words besides the name a quote tells something.
const tellingWords = 4;

/**
 * The same quotes, the most telling first: by the words that each shares with the definition, and by whether it says
 * what the name means. A quote that only names the entry comes after the others; equals stay in their order.
 */
export function sortQuotes<Piece extends { readonly quote: string }>(
  entry: Explained,
  pieces: readonly Piece[],
): readonly Piece[] {
  if (pieces.length < 2) return pieces;
  const names = listSurfaces(entry);
  const own = new Set(names.flatMap((name) => listStems(name)));
  const said = new Set(listStems(entry.definition).filter((stem) => !own.has(stem)));
  const scored = pieces.map((piece) => ({ piece, worth: scoreQuote(piece.quote, { names, own, said }) }));
  return scored.toSorted((one, other) => other.worth - one.worth).map(({ piece }) => piece);
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
  // A bare mention is worth less than any sentence that tells something.
  return stems.size < tellingWords ? worth / 10 - 1 : worth;
}

/** The words of a text that carry meaning, by their stems. */
function listStems(text: string): readonly string[] {
  return splitWords(text)
    .filter(({ folded }) => !isListed('functionWords', folded))
    .map(({ stem }) => stem);
}
