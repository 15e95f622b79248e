// Stores the published state of a world in the fleet's database: its files and pieces, written by the lease's holder.

import { StorageError } from '@terrarium/kernel/errors';
import type { Query, Row } from '../database/fleet-database-store.ts';
import { compareManifests, type Manifest, packHashes, unpackHashes } from '../values/manifest.ts';
import { packPiece, unpackPiece } from '../values/piece.ts';

interface FileRow extends Row {
  readonly name: string;
  readonly size: string;
  readonly hashes: Buffer;
}

/** The manifest of the newest published state; empty if the world has none. */
export async function readManifest(query: Query, worldId: string): Promise<Manifest> {
  const rows = await query<FileRow>(
    'SELECT name, size, hashes FROM fleet.file WHERE world_id = $1 ORDER BY name',
    [worldId],
  );
  return new Map(
    rows.map(({ name, size, hashes }) => [name, { size: Number(size), hashes: unpackHashes(hashes) }]),
  );
}

export interface PackedChange {
  readonly added: readonly { readonly hash: Buffer; readonly packed: Buffer }[];
  readonly dropped: readonly Buffer[];
  readonly changed: readonly { readonly name: string; readonly size: number; readonly hashes: Buffer }[];
  readonly removed: readonly string[];
  readonly bytes: number;
}

/** Computes what must be sent to replace `before` by `after`, and compresses the new pieces. */
export function packChange(
  before: Manifest,
  after: Manifest,
  pieces: ReadonlyMap<string, Uint8Array>,
): PackedChange {
  const change = compareManifests(before, after);
  const added = change.added.map((hash) => ({
    hash: Buffer.from(hash, 'hex'),
    packed: packPiece(pieces.get(hash) ?? new Uint8Array()),
  }));
  return {
    added,
    dropped: change.dropped.map((hash) => Buffer.from(hash, 'hex')),
    changed: change.changed.map(([name, { size, hashes }]) => ({ name, size, hashes: packHashes(hashes) })),
    removed: change.removed,
    bytes: added.reduce((sum, { packed }) => sum + packed.length, 0),
  };
}

/** The maximum number of pieces in one statement: otherwise, a large world would need twice its size in memory. */
const piecesAtOnce = 64;

/**
 * Stores the change in the transaction of `query`, in which the caller has already checked that the change is allowed.
 */
export async function storeChange(query: Query, worldId: string, change: PackedChange): Promise<void> {
  const { added, dropped, changed, removed } = change;
  for (let at = piecesAtOnce; at < added.length; at += piecesAtOnce) {
    const part = added.slice(at, at + piecesAtOnce);
    await query(
      `INSERT INTO fleet.piece (world_id, hash, packed) SELECT $1, * FROM ${ofPieces} ON CONFLICT DO NOTHING`,
      [worldId, ...listPieces(part)],
    );
  }
  // The rest is sent in one statement: most changes are small, so publishing takes only a few round trips.
  await query(
    `WITH pieces AS (
       INSERT INTO fleet.piece (world_id, hash, packed) SELECT $1::bigint, * FROM ${ofPieces} ON CONFLICT DO NOTHING
     ), files AS (
       INSERT INTO fleet.file (world_id, name, size, hashes)
       SELECT $1, * FROM unnest($4::text[], $5::bigint[], $6::bytea[])
       ON CONFLICT (world_id, name) DO UPDATE SET size = excluded.size, hashes = excluded.hashes
     ), gone AS (DELETE FROM fleet.file WHERE world_id = $1 AND name = ANY($7)
     ) DELETE FROM fleet.piece WHERE world_id = $1 AND hash = ANY($8)`,
    [
      worldId,
      ...listPieces(added.slice(0, piecesAtOnce)),
      changed.map(({ name }) => name),
      changed.map(({ size }) => size),
      changed.map(({ hashes }) => hashes),
      removed,
      dropped,
    ],
  );
}

const ofPieces = 'unnest($2::bytea[], $3::bytea[])';

function listPieces(part: PackedChange['added']): readonly (readonly Buffer[])[] {
  return [part.map(({ hash }) => hash), part.map(({ packed }) => packed)];
}

interface PieceRow extends Row {
  readonly hash: Buffer;
  readonly packed: Buffer;
}

/** Reads the bytes of a file of the newest state. Throws `StorageError` if a piece is missing or damaged. */
export async function readStoredFile(
  query: Query,
  worldId: string,
  { size, hashes }: { readonly size: number; readonly hashes: readonly string[] },
): Promise<readonly Buffer[]> {
  const parts: Buffer[] = [];
  for (let at = 0; at < hashes.length; at += piecesAtOnce) {
    const wanted = hashes.slice(at, at + piecesAtOnce);
    const rows = await query<PieceRow>(
      'SELECT hash, packed FROM fleet.piece WHERE world_id = $1 AND hash = ANY($2)',
      [worldId, [...new Set(wanted)].map((hash) => Buffer.from(hash, 'hex'))],
    );
    const found = new Map(rows.map(({ hash, packed }) => [hash.toString('hex'), packed]));
    for (const hash of wanted) {
      const bytes = unpackPiece(found.get(hash) ?? Buffer.alloc(0), hash);
      if (bytes === undefined) throw refuseBroken();
      parts.push(bytes);
    }
  }
  if (parts.reduce((sum, part) => sum + part.length, 0) !== size) throw refuseBroken();
  return parts;
}

function refuseBroken(): StorageError {
  return new StorageError({
    code: 'fleet.broken-state',
    happened:
      'The saved copy of this world in the fleet is damaged: a piece of it is missing or was changed.',
    todo: 'Restore the database from a backup, or add the world once more with "terrarium fleet add --replace".',
  });
}
