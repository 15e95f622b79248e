// Reads what has changed in the glossary since a revision: entries that are new, confirmed, contradicted and so on.

import { stored } from '../database/packed-text.ts';
import type { EntryId, RevisionId } from '../glossary/entry.ts';
import { listContentWords } from '../glossary/narrowing.ts';
import { type Revision, replayRevisions } from '../glossary/revision.ts';
import type { Annotator } from '../journal/open-annotator.ts';

export interface ChangedEntry {
  readonly id: EntryId;
  readonly term: string;
}

/** Entries, grouped by what happened to them; an entry may be in several lists. */
export interface GlossaryChanges {
  readonly created: readonly ChangedEntry[];
  readonly confirmed: readonly ChangedEntry[];
  /** Entries whose definition changed, but kept at least half of its meaningful words. */
  readonly extended: readonly ChangedEntry[];
  /** Entries whose definition now says something else. */
  readonly contradicted: readonly ChangedEntry[];
  /** Entries merged into another entry. */
  readonly merged: readonly ChangedEntry[];
  readonly rejected: readonly ChangedEntry[];
}

export type ChangeKind = keyof GlossaryChanges;

export function readChanges(
  { stores: { glossary } }: Pick<Annotator, 'stores'>,
  since: RevisionId,
): GlossaryChanges {
  const changes: Record<ChangeKind, ChangedEntry[]> = {
    created: [],
    confirmed: [],
    extended: [],
    contradicted: [],
    merged: [],
    rejected: [],
  };
  for (const id of glossary.listEntryIds(since)) {
    const revisions = glossary.readRevisions(id);
    const term = glossary.find(id)?.term ?? replayRevisions(revisions.slice(0, -1))?.term ?? '';
    for (const kind of listChangeKinds(revisions, since)) changes[kind].push({ id, term });
  }
  return changes;
}

const confirmed = '"confirmed"';

function listChangeKinds(revisions: readonly Revision[], since: RevisionId): ReadonlySet<ChangeKind> {
  const fresh = revisions.filter((revision) => revision.id > since);
  const isNew = fresh.length === revisions.length;
  const last = revisions.at(-1);
  const isGone = (last?.field === 'deleted' || last?.field === 'merged_into') && last.new !== null;
  if (isGone && isNew) return new Set();
  if (isGone) return new Set([last.field === 'deleted' ? 'rejected' : 'merged']);
  const kinds = new Set<ChangeKind>(isNew ? ['created'] : []);
  const standings = fresh.filter(({ field }) => field === 'status');
  if (standings.at(-1)?.new === confirmed && standings[0]?.old !== confirmed) kinds.add('confirmed');
  const definition = isNew ? undefined : compareDefinitions(fresh);
  if (definition !== undefined) kinds.add(definition);
  return kinds;
}

function compareDefinitions(fresh: readonly Revision[]): 'extended' | 'contradicted' | undefined {
  const redefined = fresh.filter(({ field }) => field === 'definition');
  const before = readText(redefined[0], 'old');
  const after = readText(redefined.at(-1), 'new');
  if (before === '' || after === '' || before === after) return undefined;
  return countKept(before, after) < leastKept ? 'contradicted' : 'extended';
}

/** If a definition keeps a smaller share of the previous one, it counts as contradicting it. */
const leastKept = 0.5;

/** The share of the meaningful words of the earlier definition that the new one still has. */
function countKept(before: string, after: string): number {
  const told = listContentWords(before);
  const kept = listContentWords(after);
  const both = [...told.keys()].filter((stem) => kept.has(stem));
  return told.size === 0 ? 1 : both.length / told.size;
}

function readText(revision: Revision | undefined, side: 'old' | 'new'): string {
  const json = revision?.[side] ?? '""';
  const value: unknown = stored.parse(json, ['revision', revision?.id ?? 0, side]);
  return typeof value === 'string' ? value : '';
}
