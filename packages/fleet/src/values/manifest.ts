// Manifest: the pieces that a world's files are made of, and the difference between two manifests.

import { hashBytes } from './piece.ts';

export interface ManifestFile {
  readonly size: number;
  /** Hashes of the file's pieces, in the order of the pieces. */
  readonly hashes: readonly string[];
}

/** The files by name. A name is the path within the world's folder, with forward slashes. */
export type Manifest = ReadonlyMap<string, ManifestFile>;

export interface ManifestChange {
  /** Files that are new or different. */
  readonly changed: readonly (readonly [name: string, file: ManifestFile])[];
  /** Names of files that no longer exist. */
  readonly removed: readonly string[];
  /** Hashes that no file had before the change. */
  readonly added: readonly string[];
  /** Hashes that no file has after the change. */
  readonly dropped: readonly string[];
}

/** The difference between two manifests, of which `after` replaces `before`. */
export function compareManifests(before: Manifest, after: Manifest): ManifestChange {
  const [old, current] = [listHashes(before), listHashes(after)];
  return {
    changed: [...after].filter(([name, file]) => !isSame(before.get(name), file)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    added: [...current].filter((hash) => !old.has(hash)),
    dropped: [...old].filter((hash) => !current.has(hash)),
  };
}

function isSame(one: ManifestFile | undefined, other: ManifestFile): boolean {
  return one?.size === other.size && one.hashes.every((hash, at) => hash === other.hashes[at]);
}

/** Every hash in a manifest, once. */
export function listHashes(manifest: Manifest): ReadonlySet<string> {
  return new Set([...manifest.values()].flatMap(({ hashes }) => hashes));
}

/** Joins hashes in the form in which they are stored: one after another. */
export function packHashes(hashes: readonly string[]): Buffer {
  return Buffer.from(hashes.join(''), 'hex');
}

export function unpackHashes(packed: Buffer): readonly string[] {
  const count = Math.floor(packed.length / hashBytes);
  return Array.from({ length: count }, (_, at) =>
    packed.toString('hex', at * hashBytes, (at + 1) * hashBytes),
  );
}
