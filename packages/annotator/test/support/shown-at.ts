// Reads what each export and view shows at a place, in one form so that they can be compared.

import { collectGlossary } from '../../src/export/export-glossary.ts';
import { parseLorebook } from '../../src/export/lorebook/parse-lorebook.ts';
import { listRungs, renderExport } from '../../src/export/render-glossary.ts';
import { readVault } from '../../src/export/vault/render-vault.ts';
import { readAt } from '../../src/export/wiki/client/read-at.js';
import type { WikiData } from '../../src/export/wiki/wiki-data.ts';
import type { GlossaryEntry } from '../../src/glossary/entry.ts';
import type { Annotator } from '../../src/journal/open-annotator.ts';

/** The fields of an entry that an export shows. */
export type Shown = Pick<GlossaryEntry, 'term' | 'aliases' | 'definition' | 'tags'> & {
  readonly id: number;
  readonly isConfirmed: boolean;
  readonly quotes: readonly string[];
  /** The entry's relations in alphabetical order, without relations that have ended: the tests of RL12 cover those. */
  readonly told: readonly string[];
};

export function renderTold(wording: string, to: number, quote: string | undefined): string {
  return `${wording} ${to}: ${quote}`;
}

type Exported = ReturnType<typeof collectGlossary>['glossary']['entries'][number];

function describeExported({ status, evidence, relations = [], ...entry }: Exported): Shown {
  const { id, term, aliases, definition, tags } = entry;
  const quotes = evidence.map(({ quote }) => quote);
  const told = relations.map((one) => renderTold(one.kind, one.to, one.evidence.quote)).toSorted();
  return { id, term, aliases, definition, tags, isConfirmed: status === 'confirmed', quotes, told };
}

function sortById<Entry extends { readonly id: number }>(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((one, other) => one.id - other.id);
}

/**
 * Reads the contents of the file that a ladder has for the end of a thread, in two forms: as exported, and as a
 * lorebook.
 */
export function showRung(annotator: Annotator, place: number) {
  const moment = listRungs(annotator)[place - 1]?.moment;
  const gathered = collectGlossary(annotator, { moment });
  const lorebook = parseLorebook(JSON.parse([...renderExport('lorebook', gathered)].join('')));
  return {
    exported: sortById(gathered.glossary.entries),
    shown: sortById(gathered.glossary.entries.map(describeExported)),
    lorebook: sortById((lorebook?.glossary.entries ?? []).map(describeExported)).map(
      ({ told: _, ...entry }) => entry,
    ),
  };
}

/**
 * Reads the notes of a vault for the end of a thread, without tags and aliases, because the vault spells both in
 * another way.
 */
export function showVault(annotator: Annotator, place: number) {
  const { files } = readVault(annotator, { moment: listRungs(annotator)[place - 1]?.moment });
  const posts = files.flatMap(({ path }) => /^Posts\/(\d+)\.md$/u.exec(path)?.[1] ?? []);
  const entries = files.flatMap(({ path, text }) => (path.startsWith('Glossary/') ? readNote(text) : []));
  return { posts: posts.map(Number), entries: sortById(entries) };
}

function readNote(note: string) {
  const [, properties = '', , title = '', , told = '', ...rest] =
    /^---\n([\s\S]*?)\n---\n(\n)# (.*)\n(\n)(.*)\n([\s\S]*)$/u.exec(note) ?? [];
  const plain = told.replace(/ ?\[\[Posts[^\]]*\]\]/gu, '').replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/gu, '$1');
  const quotes = rest
    .join('')
    .split('\n')
    .filter((line) => /^> [^—]/u.test(line));
  return {
    id: Number(/^terrarium_id: (\d+)$/mu.exec(properties)?.[1]),
    term: title,
    definition: plain,
    isConfirmed: properties.includes('status/confirmed'),
    quotes: quotes.map((line) => line.slice('> '.length)),
    told: [...note.matchAll(/^- (?!no longer ).* \[\[.*§\d+\]\]$/gmu)].map(([line]) => line),
  };
}

/** Reads what the wiki shows at a place; this includes no tags. */
export function showPage(data: WikiData, place: number) {
  const known = readAt(data, place);
  const entries = known.entries.map(({ id, term, aliases, definition, isConfirmed, quotes }) => {
    const shown = quotes.map((at) => data.quotes[at]?.text);
    const related = known.related.get(id) ?? [];
    const told = related
      .filter(({ wording }) => !wording.startsWith('no longer '))
      .map(({ wording, other, quote }) => renderTold(wording, other.id, data.quotes[quote]?.text));
    return { id, term, aliases, definition, isConfirmed, quotes: shown, told: told.toSorted() };
  });
  return sortById(entries);
}
