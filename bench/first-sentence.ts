// Finds the first sentence of a story in which a certain name occurs, whether plain, plural or possessive.

import { listSentenceLabels } from '@terrarium/annotator/list-sentence-labels';

export interface FirstSentence {
  readonly term: string;
  readonly postId: number;
  readonly label: number;
}

/** Finds the first sentence that contains one of the names; returns the sentence and that name. */
export function findFirstSentence(
  posts: readonly { readonly id: number; readonly body: string }[],
  names: readonly string[],
): FirstSentence | undefined {
  for (const { id, body } of posts) {
    if (!names.some((name) => body.includes(name))) continue;
    for (const { label, start, end } of listSentenceLabels(body, { start: 0, end: body.length })) {
      const text = body.slice(start, end);
      const term = names.find((name) => hasWords(text, name));
      if (term !== undefined) return { term, postId: id, label };
    }
  }
  return undefined;
}

/** Whether the text contains the name word for word, with or without a plural or possessive ending. */
export function hasWords(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text.slice(Math.max(0, at - 1), at);
    const after = text.slice(at + name.length, at + name.length + 3);
    if (!/[\p{L}\p{N}]/u.test(before) && /^(?:['’]?s)?(?![\p{L}\p{N}])/u.test(after)) return true;
  }
  return false;
}
