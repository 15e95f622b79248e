// Tells whether a text names two things side by side, as two different things.

import { isListed } from '../reader/lexicon.ts';
import { buildSurfaceIndex, type SurfaceMatch } from './surface-index.ts';
import { isArticle, listOwnNames, stripSuffix } from './term-forms.ts';
import { splitWords } from './text-words.ts';

/** Words between two names which show that the names belong to two different things. */
const joiningWords: ReadonlySet<string> = new Set(
  (
    'and nor with without to unto toward towards from against beside besides behind before after between ' +
    'near opposite unlike upon'
  ).split(' '),
);
/** Names with more characters between them do not count as beside each other. */
const mostBetween = 60;

interface Named {
  readonly term: string;
  readonly aliases: readonly string[];
}

/**
 * Whether a text names both things beside each other, as two different things: `Thuvan Dihn spoke to Kulan Tith`.
 * Neither name may be a part of a longer name.
 */
export function isNamedBeside(text: string, one: Named, other: string): boolean {
  const index = buildSurfaceIndex();
  index.set(1, listOwnNames(one));
  index.set(2, [stripSuffix(other)]);
  const matches = index.listMatches(text);
  return matches.some((match, at) => {
    const next = matches[at + 1];
    if (next === undefined || next.ids.join() === match.ids.join() || !isWhole(text, match)) return false;
    return isWhole(text, next) && isJoined(text.slice(match.end, next.start));
  });
}

/**
 * Whether a name is not part of a longer one: no other name is right before or after it. `Helium` in `Lesser Helium`
 * is not whole.
 */
function isWhole(text: string, { start, end }: SurfaceMatch): boolean {
  if (/^\s\p{Lu}/u.test(text.slice(end, end + 2))) return false;
  const before = text.slice(Math.max(0, start - mostBetween), start);
  const word = splitWords(before).at(-1);
  if (word === undefined || !word.isCapitalised || !/^\s$/u.test(before.slice(word.end))) return true;
  return isBeforeName(word.folded) || isListed('functionWords', word.folded);
}

function isJoined(between: string): boolean {
  if (between.length > mostBetween) return false;
  const words = splitWords(between);
  const joining = words.findLast(({ folded }) => !isBeforeName(folded));
  if (joining === undefined || !joiningWords.has(joining.folded)) return false;
  return !/[.!?:;\n“”"]/u.test(between.slice(0, joining.end));
}

function isBeforeName(folded: string): boolean {
  return isArticle(folded) || isListed('titles', folded) || isListed('genderedTitles', folded);
}
