// Finds the notes of a vault that may hold a person's changes: those of entries, where the export wrote them or elsewhere.

import { dirname, join, relative, resolve, sep } from 'node:path';
import { StorageError, UsageError } from '@terrarium/kernel/errors';
import { detectKind } from '@terrarium/kernel/named-file';
import { normaliseFileName } from '../export/vault/name-file.ts';
import { parseNote } from '../export/vault/parse-note.ts';
import {
  type ForeignVault,
  isEdited,
  type Manifest,
  manifestName,
  openForeignVault,
  readManifest,
  type ShownNote,
} from '../export/vault/vault-folder.ts';
import type { Annotator } from '../journal/open-annotator.ts';

/** A note of which something is not taken in. */
export interface UntakenNote {
  /** The path in the vault. */
  readonly note: string;
  readonly why: string;
}

/** Whether the path is a folder or a note, and not a file of entries. */
export function isVaultPath(path: string): boolean {
  return detectKind(path) === 'folder' || /\.md$/iu.test(path);
}

export interface Vault {
  readonly dir: string;
  readonly manifest: Manifest;
  /** The one note that was named, by its path in the vault; undefined for all of them. */
  readonly only: string | undefined;
  readonly folder: ForeignVault;
}

/** Looks for the list of an export in the folder, or in the folders around the note. */
export function openVault({ world }: Annotator, path: string): Vault {
  const isFolder = detectKind(path) === 'folder';
  if (detectKind(path) === 'missing') throw refuse(`There is nothing at ${path}.`, 'Check the path.');
  const start = resolve(isFolder ? path : dirname(path));
  const dir = isFolder ? start : (findAround(start) ?? start);
  const folder = openForeignVault(dir, world.dir);
  const manifest = readManifest(folder, dir);
  if (manifest === undefined) {
    throw refuse(
      isFolder
        ? `${path} is a folder, and not a vault that Terrarium exported.`
        : `${path} does not lie in a vault that Terrarium exported: what it said before is not known.`,
      'Name the folder that "terrarium export --format vault" wrote, or a note in it; or a file that "terrarium export --format yaml" wrote.',
    );
  }
  const only = isFolder ? undefined : relative(dir, resolve(path)).split(sep).join('/');
  return { dir, manifest, only, folder };
}

function findAround(dir: string): string | undefined {
  if (detectKind(join(dir, manifestName)) === 'file') return dir;
  return dirname(dir) === dir ? undefined : findAround(dirname(dir));
}

export interface FoundNote {
  readonly path: string;
  /** The path at which the export wrote the note. */
  readonly from: string;
  readonly shown: ShownNote;
}

export interface FoundNotes {
  readonly notes: readonly FoundNote[];
  readonly deleted: readonly string[];
  /** Notes elsewhere in the folder that name an entry whose note is where it was written. */
  readonly copies: readonly UntakenNote[];
}

/** The one note that was named, or all notes of entries. */
export function findNotes(vault: Vault): FoundNotes {
  return vault.only === undefined
    ? listNotes(vault)
    : { notes: [requireNote(vault, vault.only)], deleted: [], copies: [] };
}

/** Notes with the path of their export, and those that were moved or given another name since. */
export function listNotes(vault: Vault): FoundNotes {
  const { manifest, folder } = vault;
  const listed = Object.entries(manifest.notes).map(([path, shown]) => ({ path, from: path, shown }));
  const there = new Set(listed.filter((one) => folder.has(one.path) && !isOfOther(vault, one)));
  const byId = new Map(listed.map((one) => [one.shown.id, one]));
  const moved = new Map<number, FoundNote>();
  const copies: UntakenNote[] = [];
  const others = listed.filter((one) => !there.has(one)).map(({ path }) => path);
  for (const path of [...listUnlisted(vault), ...others]) {
    const id = findId(vault, path);
    const one = id === undefined ? undefined : byId.get(id);
    if (one === undefined) continue;
    const other = moved.get(one.shown.id);
    if (other !== undefined) throw refuseTwo(path, other.path);
    if (there.has(one)) copies.push({ note: path, why: `${one.path} is the note of that entry` });
    else moved.set(one.shown.id, { ...one, path });
  }
  const deleted = others.filter((path) => !moved.has(manifest.notes[path]?.id ?? 0) && !folder.has(path));
  return { notes: [...there, ...moved.values()], deleted, copies };
}

/** Whether the note of another entry got this path: two notes may swap their names, or one may get a former name. */
function isOfOther(vault: Vault, { path, shown }: FoundNote): boolean {
  const { files, notes } = vault.manifest;
  const text = readNote(vault, path);
  if (text === undefined || !isEdited(text, files[path] ?? [])) return false;
  const id = findId(vault, path);
  return id !== shown.id && Object.values(notes).some((one) => one.id === id);
}

function refuseTwo(path: string, other: string): UsageError {
  return refuse(
    `${other} and ${path} are notes of the same entry: both have the same "terrarium_id".`,
    'Take this property out of the one that is not meant.',
  );
}

/** The entry that a note names; undefined for a note of a person's own, whatever stands in it. */
function findId(vault: Vault, path: string): number | undefined {
  const text = readNote(vault, path) ?? '';
  if (!text.includes('terrarium_id')) return undefined;
  try {
    return parseNote(path, text).id;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** The note that the list has under this path, or under the same path to a file system that ignores case. */
function findListed({ manifest: { notes }, folder }: Vault, path: string): FoundNote | undefined {
  const wanted = normaliseFileName(path);
  const alike = Object.keys(notes).filter((one) => normaliseFileName(one) === wanted && folder.has(one));
  const from = alike.find((one) => one === path) ?? alike[0];
  const shown = from === undefined ? undefined : notes[from];
  return from === undefined || shown === undefined ? undefined : { path: from, from, shown };
}

function requireNote(vault: Vault, path: string): FoundNote {
  const { notes } = vault.manifest;
  const own = findListed(vault, path);
  if (own !== undefined && !isOfOther(vault, own)) return own;
  const id = findId(vault, path);
  const [from, shown] = Object.entries(notes).find(([, one]) => one.id === id) ?? [];
  if (from !== undefined && shown !== undefined) return { path, from, shown };
  throw refuse(
    `${path} is not the note of an entry, or an earlier version of Terrarium exported it.`,
    'Change the entry with "terrarium edit TERM", or add a new one with "terrarium add".',
  );
}

const mostNotes = 100_000;

/** Notes in the folder that are not in the list of the export. */
function listUnlisted({ folder, manifest }: Vault): readonly string[] {
  const found: string[] = [];
  const waiting = [''];
  for (let path = waiting.pop(); path !== undefined && found.length < mostNotes; path = waiting.pop()) {
    const inside = path === '' ? '' : `${path}/`;
    const here = folder.listIn(path).filter(({ name }) => !name.startsWith('.'));
    waiting.push(...here.filter(({ isFolder }) => isFolder).map(({ name }) => `${inside}${name}`));
    const notes = here.filter(({ name, isFile }) => isFile && /\.md$/iu.test(name));
    found.push(
      ...notes.map(({ name }) => `${inside}${name}`).filter((one) => !Object.hasOwn(manifest.files, one)),
    );
  }
  return found;
}

/** Undefined if there is no such file, or only a link to one. */
export function readNote({ folder }: Vault, path: string): string | undefined {
  try {
    return folder.read(path);
  } catch (error) {
    if (error instanceof StorageError && error.code !== 'world.file-too-large') return undefined;
    throw error;
  }
}

/** Notes that only show the story, which a person changed. */
export function listForeign(vault: Vault): readonly UntakenNote[] {
  if (vault.only !== undefined) return [];
  const { files, notes } = vault.manifest;
  return Object.entries(files)
    .filter(([path]) => notes[path] === undefined)
    .filter(([path, digests]) => {
      const text = readNote(vault, path);
      return text !== undefined && isEdited(text, digests);
    })
    .map(([note]) => ({
      note,
      why: note.startsWith('Glossary/')
        ? 'an earlier version of Terrarium exported it, and what it said then is not known'
        : 'it shows the story, which stays as it is',
    }));
}

function refuse(happened: string, todo: string): UsageError {
  return new UsageError({ code: 'edit.not-a-vault', happened, todo });
}
