// Resolves a model's reference to an entry: its id, or its name if only one entry has it.

import type { Refusal } from '@terrarium/kernel/errors';
import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolAnswer } from '@terrarium/kernel/tool';
import { z } from 'zod';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { replayRevisions } from '../glossary/revision.ts';
import { renderContent } from '../prompts/render-element.ts';
import { explainGone } from './check-rejected.ts';
import { renderKnownEntry } from './render-answer.ts';
import type { ToolContext } from './tool-context.ts';

/** An entry's id as a number or as text, or a name. */
export const entryReference = z
  .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string())
  .meta({ type: 'integer' });

export type ResolvedEntry = { readonly ok: true; readonly entry: GlossaryEntry } | UnresolvedEntry;

export interface UnresolvedEntry extends Refusal {
  /** The entries that may be meant. */
  readonly near: readonly GlossaryEntry[];
  /** Whether all these entries have the name. */
  readonly isShared: boolean;
}

/** An id, alone or as in `#43`, `[43]`, `[id 43]`, `no. 43` or `entry 43`. A name such as `K-2` is not an id. */
const idPattern = /^[^\p{L}\p{N}]{0,2}(?:id|entry|no)?[^\p{L}\p{N}]{0,6}(\d{1,15})[^\p{L}\p{N}]?$/iu;

/** Finds the entry that `reference` means, or says how the model can make its meaning clear. */
export function resolveEntry(context: ToolContext, reference: string): ResolvedEntry {
  const digits = idPattern.exec(reference.trim())?.[1];
  const byId = digits === undefined ? undefined : findThroughMerges(context, Number(digits) as EntryId);
  if (byId !== undefined) return { ok: true, entry: byId };
  const byTerm = context.glossary.findByTerm(reference);
  if (byTerm !== undefined) return { ok: true, entry: byTerm };
  const [only, ...others] = context.glossary.listByName(reference);
  if (only !== undefined && others.length === 0) return { ok: true, entry: only };
  if (only === undefined) return refuseUnknown(context, reference, digits);
  const why = `Several entries are called "${escapeLine(reference)}"; give the id of one:`;
  return { ...refuseWith(context, why, [only, ...others].slice(0, 5)), isShared: true };
}

/** Follows merges, because a model may remember the id of an entry that was merged into another. */
function findThroughMerges({ glossary }: ToolContext, id: EntryId): GlossaryEntry | undefined {
  const today = glossary.resolve(id);
  return today === undefined ? undefined : glossary.find(today);
}

/** Adds a remark to the answer if the reference was the id of an entry that was merged into this one. */
export function addMerge(reference: string, entry: GlossaryEntry, answer: ToolAnswer): ToolAnswer {
  const { id, term, aliases } = entry;
  const isName = [term, ...aliases].includes(reference);
  if (isName || !/^\d+$/u.test(reference) || Number(reference) === id) return answer;
  const merged = `Entry ${reference} was merged into entry ${id}, "${renderContent(term)}": this call is about that one.`;
  return { ...answer, say: `${merged}\n${answer.say}` };
}

function refuseUnknown(context: ToolContext, reference: string, digits: string | undefined): UnresolvedEntry {
  const gone = digits === undefined ? undefined : findGone(context, Number(digits) as EntryId);
  if (gone !== undefined) return refuseWith(context, gone, []);
  const near = digits === undefined ? context.glossary.search({ query: reference, limit: 3 }) : [];
  const why = `There is no entry "${escapeLine(reference)}".`;
  return near.length === 0
    ? refuseWith(context, `${why} Look for the right one with glossary_search.`, [])
    : refuseWith(context, `${why} Nearest:`, near);
}

/** Says that an entry was deleted and, if this reading may know it, why. Undefined if it was not deleted. */
function findGone(context: ToolContext, id: EntryId): string | undefined {
  const history = context.glossary.readRevisions(id);
  const deletion = history.at(-1);
  if (deletion?.field !== 'deleted') return undefined;
  const entry = replayRevisions(history.slice(0, -1));
  const why = entry === undefined ? undefined : explainGone(context, { entry, deletion });
  return why === undefined ? `Entry ${id} was deleted.` : `Entry ${id} is gone: ${why}`;
}

function refuseWith({ glossary }: ToolContext, why: string, near: readonly GlossaryEntry[]): UnresolvedEntry {
  const shown = near.map((entry) => renderKnownEntry(entry, glossary));
  return { ok: false, say: [why, ...shown].join('\n'), near, isShared: false };
}
