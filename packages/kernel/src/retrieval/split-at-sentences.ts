// Splits text into sentences by Unicode's rules; a bracket between two sentences opens the second.

/** Created at first use, because that is slow and most commands split nothing. */
let segmenter: Intl.Segmenter | undefined;
// Where no space stands between two sentences, the segmenter leaves an opening bracket at the end of the first. “ and
// ‘ count only behind East Asian punctuation, since in German they close.
const openedBehind = /(?:[「『（《〈【〔［｛]|(?<=[。！？｡][”’]?)[“‘])$/u;

/**
 * Returns the sentences of the text, each with the white space behind it: joined, they are the text.
 *
 * Source: https://unicode.org/reports/tr29/#Sentence_Boundaries
 */
export function splitAtSentences(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  const sentences: string[] = [];
  let start = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    let end = index + segment.length;
    while (end - index > 1 && openedBehind.test(text.slice(Math.max(0, end - 3), end))) end -= 1;
    sentences.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) sentences.push(text.slice(start));
  return sentences;
}
