// Splits a post into sentences and words, as this bench counts them.

import { buildTermKey, toSingular } from '@terrarium/annotator/lexicon';

export interface Sentence {
  readonly text: string;
  readonly isParagraphStart: boolean;
}

const abbreviation =
  /(?:^|[\s("“‘])(?:Mr|Mrs|Ms|Dr|St|Capt|Col|Gen|Lt|Rev|Prof|Jr|Sr|Mme|Mlle|Hon|No|vs|etc|\p{Lu})\.$/u;

/** Sentences of a post, split at punctuation, paragraph by paragraph. */
export function splitSentences(body: string): readonly Sentence[] {
  return body
    .split(/\n\s*\n/)
    .flatMap((paragraph) =>
      splitParagraph(paragraph.trim()).map((text, index) => ({ text, isParagraphStart: index === 0 })),
    );
}

function splitParagraph(paragraph: string): readonly string[] {
  const sentences: string[] = [];
  let current = '';
  for (const piece of paragraph.split(/(?<=[.!?…]["”’')]?)\s+(?=["“‘'(]?[\p{Lu}\d])/u)) {
    current = current === '' ? piece : `${current} ${piece}`;
    if (abbreviation.test(current)) continue;
    sentences.push(current);
    current = '';
  }
  return [...sentences, current].filter((text) => text !== '');
}

const maxKeyWords = 7;

/** Every run of one to seven words, as the key it would have as a term, and whether it begins with a capital. */
export function* findKeys(body: string): Generator<{ readonly key: string; readonly isCapital: boolean }> {
  const words = [...body.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu)].map(([word]) =>
    word.replace(/['’]s?$/, ''),
  );
  const lower = words.map((word) => word.toLowerCase().replaceAll('’', "'"));
  for (let from = 0; from < words.length; from++) {
    const isCapital = /^\p{Lu}/u.test(words[from] ?? '');
    let prefix = '';
    for (let length = 1; length <= maxKeyWords && from + length <= words.length; length++) {
      const word = lower[from + length - 1] ?? '';
      yield { key: prefix + toSingular(word), isCapital };
      prefix += `${word} `;
    }
  }
}

/** Whether the quote contains the name, whatever the case of its letters. */
export function bears(quote: string, name: string): boolean {
  const key = buildTermKey(name);
  for (const found of findKeys(quote)) if (found.key === key) return true;
  return false;
}
