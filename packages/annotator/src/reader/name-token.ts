// Tells which part of a name a word may be, from the word itself and its neighbours.

import { isEnglish, isListed } from './lexicon.ts';
import type { Token } from './tag-text.ts';

export function isWord(token: Token): boolean {
  return /^\p{L}/u.test(token.text);
}

/**
 * Whether the word is an English word all in capitals, and so shouted or part of a heading. Roman numerals do not
 * count.
 */
function isEmphasis(token: Token): boolean {
  return isUpper(token.text) && isEnglish(token.lower) && !/^[IVXLC]+$/.test(token.text);
}

export function isUpper(text: string): boolean {
  return text.length > 1 && text === text.toUpperCase();
}

/** Whether the token is capitalised and may be part of a name. */
export function isNameToken(token: Token | undefined): boolean {
  if (token === undefined || !token.isCapital || token.text === 'I' || token.lower.startsWith("i'"))
    return false;
  if (!/^(?:[dl]['’])?\p{Lu}[\p{L}\p{M}\d'’.‐-]*$/u.test(token.text) || isStammer(token) || isEmphasis(token))
    return false;
  if (isContraction(token) || /^\p{Lu}[-‐]\p{Ll}/u.test(token.text)) return false;
  if (isListed('functionWords', token.lower)) return !token.isInitial && !isListed('pronouns', token.lower);
  return !isListed('interjections', token.lower);
}

/** Whether the word is stammered: `T-Tom`, `W-what`. */
function isStammer({ lower }: Token): boolean {
  return /^(\p{L})[-‐]\1/u.test(lower);
}

/** Whether the word is a contraction such as `Here’s` or `That’ll`, which is never a name, even with a capital. */
function isContraction({ lower }: Token): boolean {
  const base = lower.replace(/['’](?:s|re|ll|ve|d|m)$/, '');
  return base !== lower && (isListed('functionWords', base) || isListed('interjections', base));
}

/**
 * Whether the word only says who speaks, such as `MATT:` at the start of a line: the story itself does not mention
 * this person there.
 */
export function isSpeakerLabel(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  return (token?.isInitial ?? false) && isUpper(token?.text ?? '') && tokens[index + 1]?.text === ':';
}

/** Whether the word is a title that can come before a name. */
export function isTitleWord(token: Token): boolean {
  const bare = token.lower.replace(/\.$/, '');
  return isListed('genderedTitles', bare) || isListed('titles', bare);
}

/** Whether the word is `St.` or `Saint`, which is part of a name rather than a title: `M. St. Aubert`. */
export function isSaint({ lower }: Token): boolean {
  return /^(?:st|saint)\.?$/.test(lower);
}

/** Whether the word can end the name of a road. A road may be named after a rank, as `Regent Street` is. */
export function isRoadWord(token: Token | undefined): boolean {
  return /^(?:street|road|avenue|square|lane|alley|court|row|terrace|crescent)$/.test(token?.lower ?? '');
}

/** Whether the title is one of ordinary life, after which any word is a surname: `Mr. Street`. */
export function isCivilTitle({ lower }: Token): boolean {
  return isListed('genderedTitles', lower.replace(/\.$/, ''));
}

/** Whether the word only comes before somebody’s title, without being part of the name: `thank God Mrs. Vane came`. */
export function isReverence(tokens: readonly Token[], at: number): boolean {
  const [word, title] = [tokens[at]?.lower ?? '', tokens[at + 1]?.lower.replace(/\.$/, '') ?? ''];
  return (
    isListed('reverences', word) && !isListed('titles', word) && /^(?:mr|mrs|miss|m|mme|mlle)$/.test(title)
  );
}
