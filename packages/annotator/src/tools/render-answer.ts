// Renders what only tool answers show: posts cut to a length, and remarks.

import { renderContent, renderElement, renderLabelled } from '../prompts/render-element.ts';
import type { ReadablePost } from './reading-limit.ts';

/** A post with its sentences labelled as in a scene, cut after `maxCharacters`. */
export function renderPostElement(post: ReadablePost, maxCharacters: number): string {
  const end = Math.min(post.span.end, post.span.start + maxCharacters);
  const attributes = {
    id: post.postId,
    thread: post.threadId,
    author: post.author,
    cut: end < post.span.end ? 'true' : undefined,
  };
  return renderElement(
    'post',
    attributes,
    `\n${renderLabelled(post.body, { start: post.span.start, end })}\n`,
  );
}

/** Remarks for the model inside an answer. */
export function renderNotes(notes: readonly string[]): string {
  return notes.map(renderContent).join(' ');
}

/** How evidence is given, without a number that could be copied. */
export const evidenceAdvice =
  'Send it again with "evidence" that gives the id of a post and the label of a sentence that names the entry, or a quote copied exactly.';
