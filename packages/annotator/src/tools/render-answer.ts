// Renders what only tool answers show: posts cut to a length, and remarks.

import type { ToolSuccess } from '@terrarium/kernel/tool';
import { type GlossaryEntry, kindTags } from '../glossary/entry.ts';
import { resolveRelations } from '../glossary/resolve-relations.ts';
import { renderContent, renderElement, renderEntry, renderLabelled } from '../prompts/render-element.ts';
import type { ReadablePost } from './reading-limit.ts';
import type { LookingContext, ToolContext } from './tool-context.ts';

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

/** A remark on tags of which none says what the entry is. */
export function renderKindRemark(tags: readonly string[]): readonly string[] {
  if (tags.some((tag) => kindTags.has(tag))) return [];
  return [`No tag says what it is. Kinds: ${[...kindTags].join(', ')}.`];
}

/** Renders an entry; its relations to merged entries lead to the entries that these were merged into. */
export function renderKnownEntry(entry: GlossaryEntry, glossary: LookingContext['glossary']): string {
  return renderEntry(resolveRelations(entry, glossary.resolve));
}

/** Remarks for the model inside an answer. */
export function renderNotes(notes: readonly string[]): string {
  return notes.map(renderContent).join(' ');
}

/** What was wrong with evidence that was left out of a call that was carried out. */
export function renderLeftOut(refusals: readonly string[]): readonly string[] {
  return refusals.length === 0 ? [] : [`Not taken as evidence: ${refusals.join(' ')}`];
}

/** The answer to a call that was carried out, perhaps without the parts that `refused` is about. */
export function markPartial(say: string, refused: readonly string[]): ToolSuccess {
  return refused.length === 0 ? { ok: true, say } : { ok: true, say, isPartial: true };
}

/** Said when a model calls an entry confirmed. */
export const wishKept = 'Tentative until the curator confirms it; your wish is kept.';

/** How evidence is given, without a number that could be copied. */
export const evidenceAdvice =
  'Send it again with "evidence" that gives the id of a post and the label of a sentence that names the entry, or a quote copied exactly.';

/** A definition this much longer than the instructions ask for is remarked on. */
const longDefinitionWords = 90;
const lengthAdvice = 'some 60 are enough: what lasts, without single episodes.';

/** A remark on a definition that is much longer than was asked for, unless the window shows one already. */
export function renderLengthRemark(
  definition: string,
  { hasSaid }: Pick<ToolContext, 'hasSaid'>,
): readonly string[] {
  const words = definition.trim().split(/\s+/u).length;
  if (words <= longDefinitionWords || hasSaid?.(lengthAdvice) === true) return [];
  return [`The definition has ${words} words; ${lengthAdvice}`];
}
