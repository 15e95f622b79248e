// Describes what the list of the glossary shows: how many entries, and up to where.

import { countOf } from '../parts/count-of.ts';

interface View {
  readonly total: number;
  readonly asOf: string | null;
}

interface Limits {
  readonly status: 'tentative' | 'removed' | undefined;
  readonly isSearched: boolean;
}

/** Without entries, says only up to where the list goes: the line below it says that there are none. */
export function describeView({ total, asOf }: View, limits: Limits): string {
  const count = total === 0 ? '' : countEntries(total, limits);
  if (asOf !== null) return count === '' ? 'As far as you have read' : `${count}, as far as you have read`;
  return count === ''
    ? 'All chapters that were read for the glossary'
    : `${count}, from all chapters that were read for the glossary`;
}

function countEntries(total: number, { status, isSearched }: Limits): string {
  const kinds = { removed: 'removed ', tentative: '' };
  const kind = status === undefined ? '' : kinds[status];
  const counted = countOf(total, `${kind}entry`, `${kind}entries`);
  const toConfirm = status === 'tentative' ? ' to confirm' : '';
  return `${counted}${toConfirm}${isSearched ? ' found' : ''}`;
}
