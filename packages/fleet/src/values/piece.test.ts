// Tests pieces and manifests: files are restored exactly, and only new pieces are sent.

import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareManifests, listHashes, type Manifest, packHashes, unpackHashes } from './manifest.ts';
import { packPiece, pieceBytes, splitIntoPieces, unpackPiece } from './piece.ts';

/** Generates files from only a few different blocks, so that files share pieces. */
const blocks = Array.from({ length: 5 }, () => randomBytes(pieceBytes));
const file = fc
  .tuple(fc.array(fc.nat(blocks.length - 1), { maxLength: 6 }), fc.uint8Array({ maxLength: 50 }))
  .map(([order, tail]) => Buffer.concat([...order.map((at) => blocks[at] ?? Buffer.alloc(0)), tail]));
const files = fc.dictionary(fc.constantFrom('annotator.db', 'world.json', 'corpora/a.db', 'x'), file);

function build(named: Readonly<Record<string, Buffer>>): {
  manifest: Manifest;
  pieces: Map<string, Uint8Array>;
} {
  const pieces = new Map<string, Uint8Array>();
  const manifest = new Map(
    Object.entries(named).map(([name, bytes]) => {
      const parts = splitIntoPieces(bytes);
      for (const part of parts) pieces.set(part.hash, part.bytes);
      return [name, { size: bytes.length, hashes: parts.map(({ hash }) => hash) }];
    }),
  );
  return { manifest, pieces };
}

type Built = ReturnType<typeof build>;

function checkChange(before: Built, after: Built): void {
  const { added, dropped, changed, removed } = compareManifests(before.manifest, after.manifest);
  const stored = new Set(before.pieces.keys());
  expect(added.filter((hash) => stored.has(hash))).toEqual([]);
  const left = [...stored, ...added].filter((hash) => !dropped.includes(hash));
  expect(left.sort()).toEqual([...listHashes(after.manifest)].sort());
  const named = [...new Map([...before.manifest, ...changed])].filter(([name]) => !removed.includes(name));
  expect(named.sort()).toEqual([...after.manifest].sort());
}

describe('pieces', () => {
  it('FC1: a file comes back from its pieces as it was', () => {
    fc.assert(
      fc.property(file, (bytes) => {
        const back = splitIntoPieces(bytes).map((piece) => unpackPiece(packPiece(piece.bytes), piece.hash));
        expect(Buffer.concat(back.map((part) => part ?? Buffer.from('?'))).equals(bytes)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('FC1: a piece that was changed, is of another hash or is no piece is refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.nat(), (bytes, at) => {
        const [piece] = splitIntoPieces(bytes);
        const packed = packPiece(bytes);
        const hash = piece?.hash ?? '';
        const broken = Buffer.from(packed);
        broken[at % broken.length] = (broken[at % broken.length] ?? 0) ^ 0xff;
        const read = unpackPiece(broken, hash);
        expect(read === undefined || Buffer.from(bytes).equals(read)).toBe(true);
        expect(
          unpackPiece(
            packed,
            hash.replace(/^./u, (digit) => (digit === '0' ? '1' : '0')),
          ),
        ).toBeUndefined();
        expect(unpackPiece(bytes, hash)).toBeUndefined();
      }),
      { numRuns: 50 },
    );
    expect(unpackPiece(packPiece(Buffer.alloc(pieceBytes * 40)), 'x')).toBeUndefined();
  });
});

describe('states', () => {
  it('FC2: a change applied to the stored pieces leaves exactly those of the new state', () => {
    fc.assert(
      fc.property(files, files, (one, other) => {
        checkChange(build(one), build(other));
      }),
      { numRuns: 40 },
    );
  });

  it('FC2: a state that is as before sends nothing', () => {
    fc.assert(
      fc.property(files, (same) => {
        const change = compareManifests(build(same).manifest, build(same).manifest);
        expect(change).toEqual({ changed: [], removed: [], added: [], dropped: [] });
      }),
      { numRuns: 20 },
    );
  });

  it('FC2: hashes come back as they were stored', () => {
    const hash = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes) => Buffer.from(bytes).toString('hex'));
    fc.assert(
      fc.property(fc.array(hash), (list) => {
        expect(unpackHashes(packHashes(list))).toEqual(list);
      }),
    );
  });
});
