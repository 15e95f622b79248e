// Reads bytes of an archive, and says what can be wrong with one.

import { UsageError } from '@terrarium/kernel/errors';
import type { OpenNamedFile } from '@terrarium/kernel/named-file';

export interface ArchiveFile {
  readonly path: string;
  readonly file: OpenNamedFile;
}

/** Exactly so many bytes; a file that ends before is cut off. */
export function readAt(archive: ArchiveFile, start: number, length: number): Buffer {
  if (start < 0 || start + length > archive.file.size) throw refuseDamaged(archive.path);
  const bytes = archive.file.read(start, length);
  if (bytes.length < length) throw refuseDamaged(archive.path);
  return bytes;
}

export function refuseDamaged(path: string, entry?: string, cause?: unknown): UsageError {
  const where = entry === undefined ? '' : ` at ${entry.slice(0, 200)}`;
  return new UsageError({
    code: 'import.damaged-archive',
    happened: `${path} is cut off or damaged${where}.`,
    todo: 'Fetch or copy it again. Nothing was imported.',
    cause,
  });
}

export interface OversizedEntry {
  readonly name: string;
  readonly allowed: number;
}

export function refuseBomb(path: string, entry: OversizedEntry, cause?: unknown): UsageError {
  return new UsageError({
    code: 'import.zip-bomb',
    happened: `${path} looks like a zip bomb: ${entry.name.slice(0, 200)} unpacks to more than ${renderSize(entry.allowed)}, which is out of all proportion.`,
    todo: 'Do not trust this file; fetch the book from elsewhere. If it is sound, convert it to plain text first. Nothing was imported.',
    cause,
  });
}

function renderSize(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024);
  return kilobytes < 1024 ? `${kilobytes} KB` : `${Math.ceil(kilobytes / 1024)} MB`;
}

export function refuseFeature(path: string, what: string): UsageError {
  return new UsageError({
    code: 'import.unreadable-archive',
    happened: `${path} cannot be unpacked: ${what.slice(0, 300)}.`,
    todo: 'Convert it to EPUB anew, with Calibre for instance, and import that. Nothing was imported.',
  });
}

export function refuseCrowded(path: string, most: number): UsageError {
  return new UsageError({
    code: 'import.too-many-entries',
    happened: `${path} holds more than ${most} files.`,
    todo: 'Do not trust this file, or convert it to plain text first. Nothing was imported.',
  });
}
