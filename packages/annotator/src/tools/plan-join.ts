// Checks a model's wish to merge an entry with another; the curator decides about wishes that are possible.

import type { Refusal } from '@terrarium/kernel/errors';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { recordJoinWish } from '../glossary/join-wish.ts';
import { renderContent } from '../prompts/render-element.ts';
import { resolveEntry } from './resolve-entry.ts';
import type { ToolContext } from './tool-context.ts';

export interface PlannedJoin {
  readonly ok: true;
  /** The entry with which it is to be merged; undefined if there is none. */
  readonly sameAs: EntryId | undefined;
  readonly notes: readonly string[];
}

/** Finds the entry for the merge, or says why the two entries cannot be merged. */
export function planJoin(
  reference: string | undefined,
  entry: GlossaryEntry,
  context: ToolContext,
): PlannedJoin | Refusal {
  if (reference === undefined) return { ok: true, sameAs: undefined, notes: [] };
  const resolved = resolveEntry(context, reference);
  if (!resolved.ok) return resolved;
  const { id, term } = resolved.entry;
  const other = `entry ${id}, "${renderContent(term)}"`;
  if (id === entry.id) return { ok: false, say: `Not changed: that is ${other} itself.` };
  if (context.glossary.isKeptApart(entry.id, id))
    return { ok: false, say: `Not changed: a person said that it and ${other} are two things.` };
  return { ok: true, sameAs: id, notes: [`The curator decides whether it is ${other}.`] };
}

export function recordJoin({ sameAs }: PlannedJoin, id: EntryId, context: ToolContext): void {
  if (sameAs !== undefined) recordJoinWish(context.glossary, { id, sameAs }, context.source);
}
