// Lists the stretches of a sentence that are in another language; nothing in them is a name of the story.

import type { NameRange } from './clause.ts';
import { isEnglish, isListed } from './lexicon.ts';
import type { Token } from './tag-text.ts';

/** A phrase with fewer words may be a name, or a borrowed expression such as `vis-à-vis`. */
const minWords = 4;
/**
 * If at least half of the words are not English, this many foreign function words prove another language; if no
 * English function word is among them, one is enough.
 */
const minForeign = 2;

/** The stretches between quotation marks, colons and dashes that are in another language. */
export function listForeignRanges(tokens: readonly Token[]): readonly NameRange[] {
  const ranges: NameRange[] = [];
  let from = 0;
  for (let index = 0; index <= tokens.length; index++) {
    if (index < tokens.length && !/^[“”"«»:;—–]$/.test(tokens[index]?.text ?? '')) continue;
    if (isForeign(tokens.slice(from, index))) ranges.push({ from, to: index });
    from = index + 1;
  }
  return ranges;
}

function isForeign(tokens: readonly Token[]): boolean {
  const words = tokens.filter(({ text }) => /^\p{L}/u.test(text));
  if (words.length < minWords) return false;
  const foreign = words.filter(isForeignWord).length;
  if (foreign === 0) return false;
  const unknown = words.filter(({ lower }) => isListed('foreignWords', lower) || !isEnglish(lower)).length;
  const english = words.filter(({ lower }) => isListed('functionWords', lower)).length;
  return unknown * 2 >= words.length && (foreign >= minForeign || english === 0);
}

const particles = /^(?:de|du|des|la|le|les|di|della|van|von)$/;

/**
 * Whether the word is a function word of another language, but not a particle, which is part of a name in `M. de la
 * Tour`.
 */
function isForeignWord({ lower, isCapital, isInitial }: Token): boolean {
  return isListed('foreignWords', lower) && !particles.test(lower) && (!isCapital || isInitial);
}
