// Sentences: a narrative cut into them, in a form in which two that say the same in the same words are equal.

/** Small letters, words only; an utterance is a sentence as well. */
export function listSentences(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?…]["”'’)*_]{0,8})\s+|\n+/)
    .map((sentence) =>
      sentence
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    )
    .filter((sentence) => sentence !== '');
}
