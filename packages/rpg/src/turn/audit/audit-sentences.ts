// Splits a text into sentences with their places, for the audit of a narrative.

export interface Sentence {
  readonly text: string;
  readonly start: number;
}

const longestSentence = 2000;
const sentence = /[^.!?\n]+(?:[.!?]+["”’')]*|\n)?/g;

export function listSentences(text: string): readonly Sentence[] {
  return [...text.matchAll(sentence)]
    .map((match) => {
      const indent = match[0].length - match[0].trimStart().length;
      const trimmed = match[0].trim().slice(0, longestSentence);
      return { text: trimmed, start: match.index + indent };
    })
    .filter(({ text: trimmed }) => trimmed !== '');
}

/** The words in lower case, as runs of letters and digits; a word may contain an apostrophe. */
export function listWords(
  text: string,
): readonly { readonly word: string; readonly start: number; readonly end: number }[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu)].map((match) => ({
    word: match[0].toLowerCase().replace('’', "'"),
    start: match.index,
    end: match.index + match[0].length,
  }));
}
