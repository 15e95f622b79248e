// Lists what a revision removed and what it added, as texts for a person.

import { type Account, unexplained } from './account.ts';
import { findKind, kindNames } from './kinds.ts';

interface Changed {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * Lists the texts that the revision removed and added. Of a definition, lists only the changed sentences if others
 * stayed. Lists nothing for fields whose values are not shown, such as `relations`.
 */
export function listChanged({
  field,
  old,
  new: now,
}: Pick<Account['revisions'][number], 'field' | 'old' | 'new'>): Changed {
  const [removed, added] = [listTexts(field, old), listTexts(field, now)];
  const changed = filterChanged(removed, added);
  const [before, after] = [changed.removed[0], changed.added[0]];
  return field === 'definition' && before !== undefined && after !== undefined
    ? listChangedSentences(before, after)
    : changed;
}

function filterChanged(removed: readonly string[], added: readonly string[]): Changed {
  return {
    removed: removed.filter((text) => !added.includes(text)),
    added: added.filter((text) => !removed.includes(text)),
  };
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/**
 * Of two versions of a text, the sentences that went and those that came; the whole versions if they share no sentence,
 * or if their sentences are the same.
 */
function listChangedSentences(before: string, after: string): Changed {
  const [old, now] = [before, after].map((text) =>
    [...sentences.segment(text)].map(({ segment }) => segment.trim()),
  );
  const changed = filterChanged(old ?? [], now ?? []);
  const sharesSome = changed.removed.length < (old?.length ?? 0);
  if (!sharesSome || changed.removed.length + changed.added.length === 0)
    return { removed: [before], added: [after] };
  return { removed: joinSentences(changed.removed), added: joinSentences(changed.added) };
}

function joinSentences(texts: readonly string[]): readonly string[] {
  return texts.length === 0 ? [] : [texts.join(' ')];
}

/**
 * Leaves out revisions that tell a person nothing, for instance one that leaves a list as it was, or that only follows
 * from another revision.
 */
export function listTelling(revisions: Account['revisions']): Account['revisions'] {
  return revisions.filter((revision) => {
    const { field, at } = revision;
    if (field === 'first_seen') return false;
    if (!listed.has(field)) return true;
    const { removed, added } = listChanged(revision);
    const renaming = revisions.filter((one) => one.field === 'term' && one.at === at);
    // If an entry gets a new name, its old name becomes an alias. The old name is shown as replaced by the new one, and
    // not a second time as a new alias.
    const swapped =
      field === 'aliases' ? renaming.flatMap((one) => Object.values(listChanged(one)).flat()) : [];
    return [...removed, ...added].some((text) => !swapped.includes(text));
  });
}

const listed: ReadonlySet<string> = new Set(['term', 'definition', 'status', 'aliases', 'tags', 'evidence']);

const statuses: Readonly<Record<string, string>> = { tentative: 'not confirmed', confirmed: 'confirmed' };

function listTexts(field: string, value: string | null): readonly string[] {
  const parsed: unknown = value === null ? undefined : JSON.parse(value);
  const items: readonly unknown[] = Array.isArray(parsed) ? parsed : [];
  switch (field) {
    case 'term':
    case 'definition':
      return typeof parsed === 'string' ? [parsed] : [];
    case 'status':
      return typeof parsed === 'string' ? [statuses[parsed] ?? parsed] : [];
    case 'aliases':
      return items.map(String);
    case 'tags':
      return listTagWords(items.map(String));
    case 'evidence':
      return items.flatMap(readQuote);
    default:
      return [];
  }
}

/** The kind in words, then the tags that name no kind, without the tag for an entry that nothing explains yet. */
function listTagWords(tags: readonly string[]): readonly string[] {
  const kind = findKind(tags);
  const others = tags.filter((tag) => !kindNames.has(tag) && tag !== unexplained);
  return [...(kind === undefined ? [] : [kindNames.get(kind) ?? kind]), ...others];
}

function readQuote(piece: unknown): readonly string[] {
  const isQuote = typeof piece === 'object' && piece !== null && 'quote' in piece;
  return isQuote ? [String(piece.quote)] : [];
}
