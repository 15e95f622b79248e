// Checks whether a proposed term was rejected before; if so, it needs a quote that it did not have at that time.

import type { Refusal } from '@terrarium/kernel/errors';
import { isReached } from '../corpus/is-reached.ts';
import type { Evidence } from '../glossary/entry.ts';
import { type RejectedEntry, takenBackReason } from '../glossary/find-rejected.ts';
import { isWithin } from '../glossary/is-same-place.ts';
import { renderContent } from '../prompts/render-element.ts';
import { findReadCorpus } from './reading-limit.ts';
import type { ToolContext } from './tool-context.ts';

export type CheckedRejection = { readonly ok: true; readonly notes: readonly string[] } | Refusal;

/**
 * Refuses a term if this reading may know that it was rejected before, and gives the reason. If the term has new
 * evidence, accepts it, with the reason as a note.
 */
export function checkRejected(
  context: ToolContext,
  term: string,
  evidence: readonly Evidence[],
): CheckedRejection {
  const rejected = context.glossary.findRejected(term);
  if (rejected === undefined || !isKnownHere(context, rejected)) return { ok: true, notes: [] };
  const why = renderRejection(rejected);
  const isNew = evidence.some((piece) => !rejected.entry.evidence.some((former) => isWithin(piece, former)));
  if (isNew) return { ok: true, notes: [`${why} It is looked at once more, because there is new evidence.`] };
  const say = `Not created: ${why} Leave it out, or send it with evidence that it did not have then.`;
  return { ok: false, say };
}

/**
 * Explains why an entry is gone; undefined if no curator or model rejected it, or if the rejection is not known at
 * this place.
 */
export function explainGone(context: ToolContext, rejected: RejectedEntry): string | undefined {
  const { author, reason } = rejected.deletion;
  if (author === 'human' || reason === takenBackReason || !isKnownHere(context, rejected)) return undefined;
  return `${renderRejection(rejected)} Leave it out, or create it anew with evidence that it did not have then.`;
}

/**
 * Whether the deletion may be known at this place. If posts are read again, only a second reading knows of a deletion
 * at a later place of the same story.
 */
function isKnownHere(context: ToolContext, { deletion }: RejectedEntry): boolean {
  if (context.knowsToday) return true;
  const corpus = findReadCorpus(context);
  const { position } = deletion;
  if (corpus === undefined || position.corpus !== context.position.corpus) return true;
  return isReached(corpus, position, context.position);
}

function renderRejection({ entry, deletion }: RejectedEntry): string {
  const who = deletion.author === 'curator' ? 'the curator rejected' : 'you deleted';
  const reason =
    deletion.reason === undefined ? '' : ` (${renderContent(deletion.reason.replace(/\.$/u, ''))})`;
  return `${who} "${renderContent(entry.term)}" at post ${deletion.position.postId}${reason}.`;
}
