// Describes which part of the story an answer uses, as the beginning of a sentence.

/** `asOf`: the reader's place; null if none is set. */
export function describeUsed(asOf: string | null): string {
  return asOf === null
    ? 'Answers quote the story, and use all of it that was read for the glossary'
    : 'Answers quote the story, and use only what you have read';
}
