// Builds the correction that undoes an earlier correction by the person, from a step of an entry's history.

import type { RouteInput } from '@terrarium/protocol/routes';
import type { Account } from './account.ts';
import { findKind } from './kinds.ts';
import type { Step } from './list-steps.ts';

type Revision = Account['revisions'][number];
type Correction = RouteInput<'PATCH /api/worlds/{world}/entries/{entry}'>['body'];

/** A merge is undone as a whole, and not here. */
export function buildReturnOfStep(
  account: Account,
  { revisions: [first], merge }: Step,
): Correction | undefined {
  const isOurs = first?.author === 'human' && merge === undefined;
  return isOurs ? buildReturn(account, first) : undefined;
}

/**
 * Undefined if nothing would change, if the entry is gone, and for a revision that this page cannot undo: of another
 * field, or of one that had no value before.
 */
function buildReturn(account: Account, revision: Revision): Correction | undefined {
  const { entry } = account;
  const { field, old } = revision;
  if (entry === undefined || old === null) return undefined;
  const before: unknown = JSON.parse(old);
  if (field === 'term' || field === 'definition') return buildFormerText(account, revision, String(before));
  const list = Array.isArray(before) ? before.map(String) : [];
  if (field === 'aliases') return buildFormerNames(entry.aliases, list);
  if (field === 'tags') return buildFormerKind(entry.tags, list);
  if (field === 'status' && before !== entry.status)
    return { status: before === 'confirmed' ? before : 'tentative' };
  return undefined;
}

function buildFormerText(account: Account, revision: Revision, before: string): Correction | undefined {
  if (before === '') return undefined;
  if (revision.field === 'definition')
    return before === account.entry?.definition ? undefined : { definition: before };
  return before === account.entry?.term
    ? undefined
    : { term: before, isPutBack: !hasFormerName(account, revision) };
}

/** Whether the entry's present name was already one of its other names before this renaming. */
function hasFormerName({ entry, revisions }: Account, { at }: Revision): boolean {
  const { term = '' } = entry ?? {};
  const others = revisions.find((one) => one.at === at && one.field === 'aliases')?.old ?? '[]';
  const before: unknown = JSON.parse(others);
  const names = [term, stripSuffix(term)];
  return Array.isArray(before) && before.some((one) => names.includes(String(one)));
}

/** A name without what distinguishes it from the same name of another entry: “Sola (ship)” is “Sola”. */
function stripSuffix(name: string): string {
  return name.replace(/(?<!\s)\s*\([^()]*\)$/u, '');
}

/** Builds the correction that restores the former kind; an entry without a kind counts as `term`. */
function buildFormerKind(now: readonly string[], before: readonly string[]): Correction | undefined {
  const kind = findKind(before) ?? 'term';
  return kind === (findKind(now) ?? 'term') ? undefined : { kind };
}

function buildFormerNames(now: readonly string[], before: readonly string[]): Correction | undefined {
  const addedAliases = before.filter((one) => !now.includes(one));
  const removedAliases = now.filter((one) => !before.includes(one));
  return addedAliases.length + removedAliases.length === 0 ? undefined : { addedAliases, removedAliases };
}
