// Coined words: lists lower-case words that are not English, such as words that the story invents.

import { isEnglish, isEnglishWord, isListed, toSingular } from './lexicon.ts';
import type { Mention } from './mention.ts';
import type { Token } from './tag-text.ts';

const nounTags = new Set(['NOUN', 'PROPN', 'ADJ', 'VERB', 'X', 'INTJ', 'ADV']);
/** Shorter unknown words are mostly noises and clipped speech. */
const minInventedLength = 3;

/**
 * Lists lower-case words that the story may have invented. Leaves out words that are unknown for other reasons, such as
 * dialect and words of other languages.
 */
export function listCoinedWords(tokens: readonly Token[]): readonly Mention[] {
  const mentions: Mention[] = [];
  tokens.forEach((token, index) => {
    if (token.isCapital || token.lower.length < minInventedLength || !nounTags.has(token.pos)) return;
    if (!/^\p{Ll}+$/u.test(token.text) || isNeighbourOfMark(tokens, index)) return;
    if (isForeign(tokens, index)) return;
    if (isInvented(token.lower)) {
      mentions.push({
        text: token.text,
        title: '',
        head: index,
        from: index,
        to: index + 1,
        isStrong: false,
        kind: 'word',
      });
    }
  });
  return mentions;
}

/**
 * Whether the word is a function word of another language or next to one, as in `sans doute` or `ma chère`: it then
 * belongs to that language and is not coined.
 */
function isForeign(tokens: readonly Token[], index: number): boolean {
  const around = [tokens[index - 1], tokens[index], tokens[index + 1]];
  return around.some(
    (token) => token !== undefined && !token.isCapital && isListed('foreignWords', token.lower),
  );
}

function isNeighbourOfMark(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  const before = tokens[index - 1];
  const after = tokens[index + 1];
  const isAdjacent = (one: Token | undefined, other: Token | undefined) =>
    one !== undefined && other !== undefined && one.end === other.start;
  const isMark = (other: Token | undefined) => other !== undefined && /^(?:[-'’‐]|n't)$/.test(other.lower);
  return (
    (isAdjacent(before, token) && isMark(before)) ||
    (isAdjacent(token, after) && (isMark(after) || after?.lower === "n't"))
  );
}

/**
 * Whether English has neither the word nor its singular. Words with an ending such as `-tion`, spellings such as
 * `wittles`, and occupations such as `shopman` count as English.
 */
function isInvented(lower: string): boolean {
  const singular = toSingular(lower);
  if (
    isEnglish(lower) ||
    /(?:ency|ancy|tion|sion|ment|ness|ibility|ability|ously|ingly|edly)$/.test(singular)
  )
    return false;
  if (isSpokenForm(lower) || isCalling(singular)) return false;
  return singular === lower || !isEnglish(singular);
}

/** Whether the spelling shows how some people pronounce an English word: `wittles`, `conwict`, `vhiskers`. */
function isSpokenForm(lower: string): boolean {
  const forms = [lower.replaceAll('w', 'v'), lower.replace('w', 'v'), lower.replace(/^v/, 'w')];
  return forms.some((form) => form !== lower && isEnglishWord(form));
}

/** Whether the word names an occupation by the place or the thing that it has to do with: `shopman`. */
function isCalling(singular: string): boolean {
  const [, stem] = /^(\p{L}{3,}?)s?(?:man|woman|boy|maid)$/u.exec(singular) ?? [];
  return stem !== undefined && (isListed('placeWords', stem) || isListed('itemWords', stem));
}
