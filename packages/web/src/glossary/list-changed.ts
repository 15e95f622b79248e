// Lists what a revision took away and what it brought, as texts for a person.

import type { Account } from './account.ts';

interface Changed {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Values of a revision are JSON; nothing is listed of what says nothing to a person. */
export function listChanged({
  field,
  old,
  new: now,
}: Pick<Account['revisions'][number], 'field' | 'old' | 'new'>): Changed {
  const [removed, added] = [listTexts(field, old), listTexts(field, now)];
  return {
    removed: removed.filter((text) => !added.includes(text)),
    added: added.filter((text) => !removed.includes(text)),
  };
}

const statuses: Readonly<Record<string, string>> = { tentative: 'not confirmed', confirmed: 'confirmed' };

function listTexts(field: string, value: string | null): readonly string[] {
  const parsed: unknown = value === null ? undefined : JSON.parse(value);
  switch (field) {
    case 'term':
    case 'definition':
      return typeof parsed === 'string' ? [parsed] : [];
    case 'status':
      return typeof parsed === 'string' ? [statuses[parsed] ?? parsed] : [];
    case 'aliases':
    case 'tags':
      return Array.isArray(parsed) ? parsed.map(String) : [];
    case 'evidence':
      return Array.isArray(parsed) ? parsed.flatMap(readQuote) : [];
    default:
      return [];
  }
}

function readQuote(piece: unknown): readonly string[] {
  const isQuote = typeof piece === 'object' && piece !== null && 'quote' in piece;
  return isQuote ? [String(piece.quote)] : [];
}
