// Tells whether a sentence imitates dialect; if so, its unknown spellings do not count as coined words.

import { isListed } from './lexicon.ts';
import type { Token } from './tag-text.ts';

/**
 * Whether the sentence has a word of dialect: a clipped word (`goin’`, `’orse`, `th’`, `Mas’r`), or a word such as
 * `ain’t`, `dat` or `ole`.
 */
export function isDialect(tokens: readonly Token[]): boolean {
  return tokens.some((token, at) => isListed('dialectWords', token.lower) || isClipped(tokens, at));
}

function isClipped(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  if (isPoetic(token.lower)) return false;
  if (/^\p{Lu}?\p{Ll}+['’](?!s$|t$|d$|m$|ll$|re$|ve$|clock$)\p{Ll}+$/u.test(token.text)) return true;
  if (/^\p{L}+in['’]$/u.test(token.text)) return true;
  if (/^(?:ai|hai)$/.test(token.lower) && /^n['’]t$/.test(tokens[at + 1]?.lower ?? '')) return true;
  // In `th’ ’orse`, the apostrophes stand for letters at the edge of a word.
  const isApostrophe = /^['’]$/.test(token.text);
  const after = tokens[at + 1];
  const isBefore = after !== undefined && isApostrophe && token.end === after.start;
  return isBefore && /^(?:em|un|uns|er|im|ave|ouse|orse|eard|ead)$/.test(after?.lower ?? '');
}

/** Whether the word is an old or solemn form (`ne’er`, `o’erspread`, `e’en`), which is not dialect. */
function isPoetic(lower: string): boolean {
  return /[oe]['’]e[rn]/.test(lower);
}
