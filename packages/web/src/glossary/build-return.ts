// Builds the correction that undoes an earlier correction by the person, from a step of an entry's history.

import type { RouteInput } from '@terrarium/protocol/routes';
import type { Account } from './account.ts';
import { findKind } from './kinds.ts';
import type { Step } from './list-steps.ts';

type Revision = Account['revisions'][number];
type Correction = RouteInput<'PATCH /api/worlds/{world}/entries/{entry}'>['body'];

/**
 * Undefined for a step that cannot be undone here. Only steps of the person can; a merge is undone as a whole
 * elsewhere.
 */
export function buildReturnOfStep(
  account: Account,
  { revisions: [first], merge }: Step,
): Correction | undefined {
  const isOurs = first?.author === 'human' && merge === undefined;
  return isOurs ? buildReturn(account, first) : undefined;
}

/**
 * Undefined if nothing would change, if the entry is gone, if the field had no value before, or if no correction can
 * set the field.
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

/**
 * Whether the entry's present name was already one of its other names before this renaming, perhaps without a suffix
 * such as `(ship)`.
 */
function hasFormerName({ entry, revisions }: Account, { at }: Revision): boolean {
  const { term = '' } = entry ?? {};
  const others = revisions.find((one) => one.at === at && one.field === 'aliases')?.old ?? '[]';
  const before: unknown = JSON.parse(others);
  const names = [term, stripSuffix(term)];
  return Array.isArray(before) && before.some((one) => names.includes(String(one)));
}

/** Removes the bracket at the end that tells entries of the same name apart: “Sola (ship)” becomes “Sola”. */
function stripSuffix(name: string): string {
  return name.replace(/(?<!\s)\s*\([^()]*\)$/u, '');
}

/**
 * Builds the correction that restores the former kind, or `term` if there was none; undefined if the kind is still the
 * same.
 */
function buildFormerKind(now: readonly string[], before: readonly string[]): Correction | undefined {
  const kind = findKind(before) ?? 'term';
  return kind === (findKind(now) ?? 'term') ? undefined : { kind };
}

function buildFormerNames(now: readonly string[], before: readonly string[]): Correction | undefined {
  const addedAliases = before.filter((one) => !now.includes(one));
  const removedAliases = now.filter((one) => !before.includes(one));
  return addedAliases.length + removedAliases.length === 0 ? undefined : { addedAliases, removedAliases };
}
