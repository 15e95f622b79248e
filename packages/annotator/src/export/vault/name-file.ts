// Gives the files and notes of a vault names that every file system and every link can use.

import { isDeviceName } from '@terrarium/kernel/platform';
import { type ExportedEntry, findKind } from '../exported-glossary.ts';
import type { VaultSource } from './vault-note.ts';

const maxCharacters = 80;
const maxBytes = 180;

/** A name for a file; never empty. Two texts may get the same name; the caller has to make the names different. */
export function nameFile(text: string): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[#|^:\\/*?"<>[\]\p{C}\p{Z}\uFFFD]|%%/gu, ' ');
  const short = trimName(cutName(trimName(clean)));
  if (short === '') return 'Unnamed';
  return isDeviceName(short) ? `_${short}` : short;
}

/** The form in which names are compared: some file systems ignore case, some normalise letters differently. */
export function normaliseFileName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function trimName(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/^[\s.]+|(?<![\s.])[\s.]+$/gu, '');
}

function cutName(text: string): string {
  let kept = '';
  for (const character of [...text].slice(0, maxCharacters)) {
    if (Buffer.byteLength(kept + character) > maxBytes) break;
    kept += character;
  }
  return kept;
}

/** A tag that Obsidian allows; undefined if no character of the text may be in a tag. */
export function nameTag(text: string): string | undefined {
  const clean = text
    .toWellFormed()
    .replace(/[^\p{L}\p{N}_/-]+/gu, '-')
    .replace(/^[-/]+|(?<![-/])[-/]+$/gu, '');
  if (clean === '') return undefined;
  return /^\p{N}+$/u.test(clean) ? `n-${clean}` : clean;
}

/** The path of each entry's note by the entry's id, from the vault's root and without the file extension. */
export function nameNotes(entries: readonly ExportedEntry[]): ReadonlyMap<number, string> {
  const ordered = entries.toSorted((one, other) => one.id - other.id);
  const groups = Map.groupBy(ordered, ({ term }) => normaliseFileName(nameFile(term)));
  const taken = new Set<string>();
  const paths = new Map<number, string>();
  for (const entry of ordered) {
    const folded = normaliseFileName(nameFile(entry.term));
    const name = chooseName(entry, (groups.get(folded)?.length ?? 0) > 1, taken);
    taken.add(normaliseFileName(name));
    paths.set(entry.id, `Glossary/${nameFolder(entry)}/${name}`);
  }
  return paths;
}

function chooseName(entry: ExportedEntry, isShared: boolean, taken: ReadonlySet<string>): string {
  const name = nameFile(entry.term);
  const kind = findKind(entry.tags);
  const candidates = [
    ...(isShared ? [] : [name]),
    ...(kind === undefined ? [] : [`${name} (${kind})`]),
    `${name} (entry ${entry.id})`,
  ];
  const free = candidates.find((candidate) => !taken.has(normaliseFileName(candidate)));
  if (free !== undefined) return free;
  for (let count = 2; ; count += 1) {
    const candidate = `${name} (entry ${entry.id}, ${count})`;
    if (!taken.has(normaliseFileName(candidate))) return candidate;
  }
}

function nameFolder({ tags }: ExportedEntry): string {
  const kind = findKind(tags) ?? 'other';
  return `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`;
}

/** The path of a post's note, from the vault's root and without the file extension. */
export function namePost(
  { corpus, postId }: { readonly corpus: string; readonly postId: number },
  { isOneCorpus }: Pick<VaultSource, 'isOneCorpus'>,
): string {
  return isOneCorpus ? `Posts/${postId}` : `Posts/${nameFile(corpus)} ${postId}`;
}

/** The path of a thread's note. The number comes first so that a folder lists threads in order. */
export function nameThread(
  { corpus, threadId }: { readonly corpus: string; readonly threadId: number },
  source: Pick<VaultSource, 'isOneCorpus' | 'readThreadTitle'>,
): string {
  const number = source.isOneCorpus ? `${threadId}` : `${nameFile(corpus)} ${threadId}`;
  return `Threads/${number} ${nameFile(source.readThreadTitle(corpus, threadId))}`;
}
