// Reads what a person changed in the notes of a vault, as edits of the glossary, and marks the notes that were taken in.

import { UsageError } from '@terrarium/kernel/errors';
import { nameFile, normaliseFileName } from '../export/vault/name-file.ts';
import { computeDigest, type ParsedNote, parseNote } from '../export/vault/parse-note.ts';
import {
  describeShown,
  isEdited,
  readManifest,
  type ShownNote,
  writeManifest,
} from '../export/vault/vault-folder.ts';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import {
  type ComparedField,
  comparedFields,
  compareFields,
  isSame,
  openBases,
  readPosition,
} from './compare-fields.ts';
import { compareNote, type FindLinked, listOwnParts, type NoteChanges, nameTarget } from './compare-note.ts';
import type { FileEdit } from './file-edit.ts';
import { openLinks } from './find-linked.ts';
import {
  type FoundNote,
  findNotes,
  listForeign,
  listNotes,
  openVault,
  readNote,
  type UntakenNote,
  type Vault,
} from './find-vault-notes.ts';

export interface VaultEdits {
  readonly edits: readonly FileEdit[];
  readonly untaken: readonly UntakenNote[];
  /** Notes of entries that are no longer in the folder. */
  readonly deleted: readonly string[];
  /** Notes that were saved anew and ask for no change: they too are marked as taken in. */
  readonly resaved: readonly string[];
  /**
   * Call it after the edits were applied: a note of which everything was taken in counts as unchanged again, so that
   * the next export brings it up to date.
   */
  markTaken(): void;
}

/**
 * What a person changed in a vault, or in one of its notes. Each note is compared with what it said when it was
 * exported, so that nothing learnt since then is undone. Throws `UsageError` if the path is no vault of this world, or
 * a note cannot be read.
 */
export function readVaultEdits(annotator: Annotator, path: string): VaultEdits {
  const vault = openVault(annotator, path);
  const { notes, deleted, copies } = findNotes(vault);
  const findLinked = openLinks(annotator, () => (vault.only === undefined ? notes : listNotes(vault).notes));
  const compared = notes.map((found) => compareFound(annotator, { vault, findLinked }, found));
  return {
    edits: compared.flatMap(({ edits }) => edits),
    untaken: [...compared.flatMap(({ untaken }) => untaken), ...copies, ...listForeign(vault)],
    deleted,
    resaved: compared
      .filter(({ edits, taken }) => edits.length === 0 && taken?.isWhole === true)
      .map(({ found }) => found.path),
    markTaken: () => markTaken(annotator, vault, compared),
  };
}

interface Compared {
  readonly found: FoundNote;
  readonly edits: readonly FileEdit[];
  readonly untaken: readonly UntakenNote[];
  /** Undefined if nothing of the note can be taken in. */
  readonly taken?: Taken;
}

interface Around {
  readonly vault: Vault;
  readonly findLinked: FindLinked;
}

function compareFound(annotator: Annotator, { vault, findLinked }: Around, found: FoundNote): Compared {
  const { path, from, shown } = found;
  const text = readNote(vault, path);
  const refuseWith = (why: string): Compared => ({ found, edits: [], untaken: [{ note: path, why }] });
  if (text === undefined) return refuseWith('it is a link or no ordinary file, and is not read');
  if (path === from && !isEdited(text, vault.manifest.files[path] ?? []))
    return { found, edits: [], untaken: [] };
  const note = parseNote(path, text);
  const base = findBase(annotator, shown);
  const entry = annotator.stores.glossary.find(shown.id as EntryId);
  if (entry === undefined) {
    return refuseWith(
      `entry ${shown.id} is no longer in the glossary; "terrarium edit ${shown.id} --restore" brings it back`,
    );
  }
  const changes = compareNote({
    note,
    shown,
    base,
    fileTitle: findFileTitle(found),
    findLinked,
  });
  const overtaken = listOvertaken(changes, { shown, base, entry });
  const untaken = [
    ...listOwnParts({ note, shown }),
    ...overtaken.map((field) => describeOvertaken(field, entry)),
  ].map((why) => ({ note: path, why }));
  const isTaken = ([field]: readonly [string, unknown]) => !overtaken.some((one) => one === field);
  const row: NoteChanges = Object.fromEntries(Object.entries(changes).filter(isTaken));
  const place = shown.as_of === null ? {} : { by: readPosition(shown.as_of) };
  return {
    found,
    edits: compareFields(entry, base, { row, line: 1, isAtPlace: shown.as_of !== null }).map((edit) => ({
      ...edit,
      note: path,
      ...place,
    })),
    untaken,
    taken: { note, digest: computeDigest(text), overtaken, isWhole: untaken.length === 0 },
  };
}

interface Taken {
  readonly note: ParsedNote;
  readonly digest: string;
  /** Fields of the note that are left as they are in the glossary. */
  readonly overtaken: readonly ComparedField[];
  /** Whether nothing of the note was left out. */
  readonly isWhole: boolean;
}

/** The entry as the note shows it. Throws `UsageError` if the note shows an entry of another world. */
function findBase(annotator: Annotator, shown: ShownNote): GlossaryEntry {
  const base = openBases(annotator, shown.as_of)(shown.id as EntryId, shown.updated_at);
  if (base !== undefined && base.term === shown.term) return base;
  throw new UsageError({
    code: 'edit.not-a-vault',
    happened: `The vault was exported from another world: there, entry ${shown.id} is "${shown.term}".`,
    todo: 'Name that world with --world.',
  });
}

/** The title that a person gave to a note by giving its file another name. */
function findFileTitle({ path, from, shown }: FoundNote): string | undefined {
  const name = nameTarget(path);
  const isOwn = [nameTarget(from), nameFile(shown.term)]
    .map(normaliseFileName)
    .includes(normaliseFileName(name));
  return isOwn ? undefined : name;
}

interface Standing {
  readonly shown: ShownNote;
  readonly base: GlossaryEntry;
  readonly entry: GlossaryEntry;
}

/**
 * Fields of which the story tells more after the place up to which the note shows it: the note must not undo that. Of
 * names, it only adds and removes some.
 */
function listOvertaken(changes: NoteChanges, { shown, base, entry }: Standing): readonly ComparedField[] {
  if (shown.as_of === null) return [];
  return comparedFields.filter((field) => {
    const to = changes[field];
    const isLater = field !== 'aliases' && !isSame(base[field], entry[field]);
    return isLater && to !== undefined && !isSame(to, base[field]) && !isSame(to, entry[field]);
  });
}

const fieldNames = {
  term: 'title',
  aliases: 'aliases',
  definition: 'definition',
  status: 'status',
  tags: 'tags',
} as const;

function describeOvertaken(field: ComparedField, { id }: GlossaryEntry): string {
  return `its ${fieldNames[field]}: the note ends at a place, and the glossary knows more after it; "terrarium edit ${id}" changes that`;
}

/** Each note is compared next time with what it says now; only one that was taken in whole counts as unchanged. */
function markTaken(annotator: Annotator, vault: Vault, compared: readonly Compared[]): void {
  const manifest = readManifest(vault.folder, vault.dir) ?? vault.manifest;
  const files = new Map(Object.entries(manifest.files));
  const notes = new Map(Object.entries(manifest.notes));
  const marked = compared.flatMap(({ found, taken }) => {
    const entry = annotator.stores.glossary.find(found.shown.id as EntryId);
    return taken === undefined || entry === undefined ? [] : [{ found, taken, entry }];
  });
  // All former paths go first: a note may have got the former path of another.
  for (const { found } of marked) {
    files.delete(found.from);
    notes.delete(found.from);
  }
  for (const { found, taken, entry } of marked) {
    const { path, from, shown } = found;
    const digests = manifest.files[from] ?? [];
    files.set(path, taken.isWhole ? [...digests, taken.digest] : [...digests]);
    notes.set(path, describeTaken(annotator, entry, { shown, taken }));
  }
  writeManifest(vault.folder, { files: Object.fromEntries(files), notes: Object.fromEntries(notes) });
}

interface OneTaken {
  readonly shown: ShownNote;
  readonly taken: Taken;
}

/** What was not taken in is compared again next time with what it was at the export. */
function describeTaken(
  annotator: Annotator,
  { id, updatedAt }: GlossaryEntry,
  { shown, taken }: OneTaken,
): ShownNote {
  const { note, overtaken } = taken;
  const { title, tags, links, definition, properties, body } = shown;
  const term = openBases(annotator, shown.as_of)(id, updatedAt)?.term ?? shown.term;
  return {
    ...describeShown({ ...shown, term, updated_at: updatedAt }, note),
    properties,
    body,
    ...(overtaken.includes('definition') ? { definition, links } : {}),
    ...(overtaken.includes('term') ? { title } : {}),
    ...(overtaken.includes('tags') || overtaken.includes('status') ? { tags } : {}),
  };
}
