// Proves that an archive is read within bounds, and that the error for a bad one says what is wrong.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildLongZip, buildZip } from '../../../test/build-zip.ts';
import { createTemporaryFolder } from '../../../test/temporary-folder.ts';
import { detectArchive } from '../detect-source.ts';
import { defaultZipLimits, openZip, type ZipLimits } from './open-zip.ts';

function open(bytes: Uint8Array, limits?: ZipLimits) {
  return openZip(createTemporaryFolder().write('a.zip', bytes), limits);
}

function readAll(bytes: Uint8Array, limits?: ZipLimits): readonly (string | undefined)[] {
  const zip = open(bytes, limits);
  try {
    return zip.names.map((name) => zip.findEntry(name)?.toString());
  } finally {
    zip.close();
  }
}

const zeros = (bytes: number) => new Uint8Array(bytes);

describe('openZip', () => {
  it('CO18: entries are read as they were written, deflated or stored, whatever comes before the archive', () => {
    const entries = fc.array(
      fc.record({ name: fc.stringMatching(/^[a-zé水]{1,9}$/), content: fc.string(), isStored: fc.boolean() }),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(entries, fc.string(), (drafts, before) => {
        const zip = open(Buffer.concat([Buffer.from(before), buildZip(drafts)]));
        for (const { name } of drafts) {
          const last = drafts.findLast((draft) => draft.name === name);
          expect(zip.findEntry(name)?.toString()).toBe(Buffer.from(last?.content ?? '').toString());
        }
        expect(zip.findEntry('nothing')).toBeUndefined();
        zip.close();
      }),
      { numRuns: 50 },
    );
  });

  it('CO18: names are only names', () => {
    const zip = buildZip([
      { name: '../../etc/passwd', content: 'x' },
      { name: '/a\\b', content: 'y' },
    ]);
    expect(open(zip).names).toEqual(['../../etc/passwd', 'a/b']);
  });

  const limits = {
    ...defaultZipLimits,
    entryBytes: 100_000,
    totalBytes: 150_000,
    freeBytes: 1_000,
    ratio: 20,
  };

  it.each([
    ['an entry over the limit', [{ name: 'a', content: Buffer.alloc(100_001, 'q7#x!'), isStored: true }]],
    ['an entry that packs a thousand to one', [{ name: 'a', content: zeros(90_000) }]],
    [
      'entries that are small alone and large together',
      ['a', 'b', 'c', 'd'].map((name) => ({
        name,
        content: Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at * at * 7) % 251)),
        isStored: true,
      })),
    ],
  ])('CO18: %s looks like a zip bomb', (_what, entries) => {
    expect(() => readAll(buildZip(entries), limits)).toThrow(/looks like a zip bomb/);
  });

  it('CO18: 300 MB of nothing are refused before they fill the memory, whatever size they claim', () => {
    const bomb = buildZip([{ name: 'a', content: zeros(300_000_000) }]);
    const before = process.memoryUsage.rss();
    expect(bomb.length).toBeLessThan(400_000);
    bomb.writeUInt32LE(5, bomb.length - 22 - 47 + 24);
    expect(() => readAll(bomb)).toThrow(/looks like a zip bomb: a unpacks to more than 56 MB/);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
  });

  it('CO18: more entries than allowed are refused', () => {
    const entries = Array.from({ length: 11 }, (_, at) => ({ name: `n${at}`, content: '' }));
    expect(() => open(buildZip(entries), { ...limits, entries: 10 })).toThrow(/holds more than 10 files/);
    expect(open(buildZip(entries), { ...limits, entries: 11 }).names).toHaveLength(11);
  });

  it('CO18: the longer directory of ZIP64 is read as the usual one is', () => {
    const entries = ['one', 'two'].map((name) => ({ name, content: `${name} in full` }));
    const archive = Buffer.concat([Buffer.from('before it '), buildLongZip(entries)]);
    expect(readAll(archive)).toEqual(['one in full', 'two in full']);
    const many = Array.from({ length: 100_000 }, (_, at) => ({
      name: `n${at}`,
      content: '',
      isStored: true,
    }));
    const path = createTemporaryFolder().write('many.zip', buildLongZip(many));
    expect(() => openZip(path)).toThrow(/many.zip holds more than 50000 files/);
    expect(() => detectArchive(path, 'PK')).toThrow(/holds more than 50000 files/);
  });

  const sound = buildZip([{ name: 'a.txt', content: 'words of some length'.repeat(20) }]);
  it.each([
    ['no archive', Buffer.from('PK\u0003\u0004 not really')],
    ['an empty file', Buffer.alloc(0)],
    ['its end missing', sound.subarray(0, sound.length - 30)],
    ['its beginning missing', sound.subarray(60)],
    ['a wrong checksum', buildZip([{ name: 'a', content: 'x', claims: { checksum: 1 } }])],
    [
      'other bytes than deflated ones',
      buildZip([{ name: 'a', content: 'x'.repeat(9), isStored: true, claims: { method: 8 } }]),
    ],
  ])('CO18: with %s it is cut off or damaged', (_what, bytes) => {
    expect(() => readAll(bytes)).toThrow(/is cut off or damaged.*Download or copy it again/);
  });

  it.each([
    ['encrypted', { flags: 1 }, /a is encrypted/],
    ['packed by another method', { method: 12 }, /packed by a rare method/],
  ])('CO18: an entry that is %s is refused', (_what, claims, message) => {
    expect(() => readAll(buildZip([{ name: 'a', content: 'x', claims }]))).toThrow(message);
  });
});
