// Renders parts of tool answers: posts cut to a length, and remarks.

import type { Refusal } from '@terrarium/kernel/errors';
import type { ToolSuccess } from '@terrarium/kernel/tool';
import { type GlossaryEntry, kindTags } from '../glossary/entry.ts';
import { resolveRelations } from '../glossary/resolve-relations.ts';
import { renderContent, renderElement, renderEntry, renderLabelled } from '../prompts/render-element.ts';
import type { ReadablePost } from './reading-limit.ts';
import type { LookingContext, ToolContext } from './tool-context.ts';

/** A post with labelled sentences, as in a scene, cut after `maxCharacters`. */
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

/** A remark if no tag says what kind of thing the entry is. */
export function renderKindRemark(tags: readonly string[]): readonly string[] {
  if (tags.some((tag) => kindTags.has(tag))) return [];
  return [`No tag says what it is. Kinds: ${[...kindTags].join(', ')}.`];
}

/** Renders an entry. Relations to merged entries lead to the entries into which they were merged. */
export function renderKnownEntry(entry: GlossaryEntry, glossary: LookingContext['glossary']): string {
  return renderEntry(resolveRelations(entry, glossary.resolve));
}

export function renderNotes(notes: readonly string[]): string {
  return notes.map(renderContent).join(' ');
}

export function addNotes(refusal: Refusal, notes: readonly string[]): Refusal {
  return notes.length === 0 ? refusal : { ...refusal, say: `${refusal.say}\n${renderNotes(notes)}` };
}

/** Says what was wrong with the evidence that was left out, if the call was carried out without it. */
export function renderLeftOut(refusals: readonly string[]): readonly string[] {
  return refusals.length === 0 ? [] : [`Not taken as evidence: ${refusals.join(' ')}`];
}

/** Builds the answer to a call that was carried out; `refused` says which parts of it were not. */
export function markPartial(say: string, refused: readonly string[]): ToolSuccess {
  return refused.length === 0 ? { ok: true, say } : { ok: true, say, isPartial: true };
}

/** The remark if a model asks for an entry to be confirmed. */
export const wishKept = 'Tentative until the curator confirms it; your wish is kept.';

/** Advice on how to give evidence, without any number that a model could copy. */
export const evidenceAdvice =
  'Send it again with "evidence" that gives the id of a post and the label of a sentence that names the entry, or a quote copied exactly.';

/** A definition with more words than this gets a remark. The instructions ask for far fewer. */
const longDefinitionWords = 90;
const lengthAdvice = 'some 60 are enough: what lasts, without individual episodes.';

/**
 * A remark on a definition that is much longer than the instructions ask for, unless the window already has such a
 * remark.
 */
export function renderLengthRemark(
  definition: string,
  { hasSaid }: Pick<ToolContext, 'hasSaid'>,
): readonly string[] {
  const words = definition.trim().split(/\s+/u).length;
  if (words <= longDefinitionWords || hasSaid?.(lengthAdvice) === true) return [];
  return [`The definition has ${words} words; ${lengthAdvice}`];
}
