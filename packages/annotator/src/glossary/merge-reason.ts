// Merge reason: what is stored as the reason of a merge, or of undoing one, if nobody gives another reason.

import type { GlossaryEntry } from './entry.ts';
import type { Revision } from './revision.ts';
import { stripSuffix } from './term-forms.ts';

const reasonPattern = /^(?:no longer )?merged with "(.+)"$/u;

/** `gone` is the merged entry. The reason is stored with revisions of the entry that stays. */
export function renderMergeReason(
  gone: Pick<GlossaryEntry, 'term'>,
  { isUndone }: { readonly isUndone: boolean },
): string {
  return `${isUndone ? 'no longer ' : ''}merged with "${stripSuffix(gone.term)}"`;
}

/**
 * Whether the reason is only the one that `renderMergeReason` gives, and these revisions list the merged entry as an
 * alias.
 */
export function isToldMerge(
  { reason = '' }: Pick<Revision, 'reason'>,
  revisions: readonly Pick<Revision, 'field' | 'new'>[],
): boolean {
  const [, name] = reasonPattern.exec(reason) ?? [];
  return name !== undefined && revisions.some((one) => one.field === 'aliases' && isListed(one.new, name));
}

function isListed(list: string | null, name: string): boolean {
  const names: unknown = list === null ? undefined : JSON.parse(list);
  return Array.isArray(names) && names.includes(name);
}
