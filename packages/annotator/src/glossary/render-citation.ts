// Renders what an answer about evidence points to: a passage with its post and label, a quote, and the names of an entry.

import type { PostId, Span } from '../corpus/corpus.ts';
import { listSentenceLabels, type SentenceLabel } from '../corpus/list-sentence-labels.ts';

interface ShownPost {
  readonly postId: PostId;
  readonly body: string;
  readonly span: Span;
}

export function renderPlace(post: ShownPost, span: Span): string {
  const label = listSentenceLabels(post.body, post.span).find(
    (sentence: SentenceLabel) => sentence.end > span.start,
  );
  const words = renderQuote(post.body.slice(span.start, span.end));
  return `post ${post.postId}${label === undefined ? '' : ` [${label.label}]`} ${words}`;
}

export function renderQuote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `"${line.length > 160 ? `${line.slice(0, 159)}…` : line}"`;
}

export function renderNames(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(' or ');
}
