// Finds the value of a fact among the words of the quote that tells it.
import { hasEastAsianScript } from '../events/script-languages.ts';
import { normalise } from './normal-form.ts';

const mostWords = 60;

/** The words of a quote that are the value; the whole quote if they are not found. */
export function findFactValue({
  content,
  normalForm,
}: {
  readonly content: string;
  readonly normalForm: string;
}): string {
  const words = [...content.matchAll(/\S+/gu)].slice(0, mostWords);
  for (const { 0: first, index: from } of words) {
    if (!canBegin(first, normalForm)) continue;
    for (const { 0: word, index } of words) {
      const value = content.slice(from, index + word.length);
      if (index >= from && normalise(value) === normalForm) return stripEnds(value);
    }
  }
  return findUnspaced(content, normalForm) ?? content;
}

/** In Japanese and Chinese, a value may begin and end within a run of characters. */
function findUnspaced(content: string, normalForm: string): string | undefined {
  if (!hasEastAsianScript(normalForm)) return undefined;
  // A normal form with letters has no character with a meaning of its own in a pattern.
  const letters = [...normalForm.replaceAll(' ', '')];
  return new RegExp(letters.join(String.raw`[^\p{L}\p{N}]{0,3}`), 'iu').exec(content)?.[0];
}

/**
 * Whether the value may begin with this word. Few words pass, so that few texts must be normalised, which takes long.
 */
function canBegin(word: string, normalForm: string): boolean {
  return !/[\p{L}\p{N}]/u.test(word) || normalForm.startsWith(normalise(word));
}

/** Removes the punctuation around a value, except characters that belong to a word or number. */
function stripEnds(value: string): string {
  return value
    .replace(/^[^\p{L}\p{N}+#@]+/u, '')
    .replace(/(?<![^\p{L}\p{N}\p{M}%)])[^\p{L}\p{N}\p{M}%)]+$/u, '');
}
