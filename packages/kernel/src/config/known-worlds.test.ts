// Tests known worlds: an acceptance holds for one folder with certain settings, and for nothing that replaces them.
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openKnownWorlds } from './known-worlds.ts';

let folder = '';
let world = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'known-worlds-'));
  world = join(folder, 'world');
  mkdirSync(world);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openKnownWorlds(join(folder, 'own'));

function acceptAll(): void {
  open().recordAccepted(world, 'settings');
  open().recordLink(world, '/books/one.db');
}

function readAll(dir = world): readonly boolean[] {
  return [open().hasAccepted(dir, 'settings'), open().hasLink(dir, '/books/one.db')];
}

describe('a world that a person accepted something of', () => {
  it('is unknown before, and known after for just that', () => {
    expect(readAll()).toEqual([false, false]);
    acceptAll();
    expect(readAll()).toEqual([true, true]);
    expect(open().hasAccepted(world, 'other settings')).toBe(false);
    expect(open().hasLink(world, '/books/other.db')).toBe(false);
    writeFileSync(join(world, 'terrarium.yaml'), 'model: builtin\n');
    expect(readAll()).toEqual([true, true]);
  });

  it('is the same by whichever way its folder is reached', () => {
    acceptAll();
    symlinkSync(world, join(folder, 'way'));
    expect(readAll(join(folder, 'way'))).toEqual([true, true]);
  });

  it('is another where a folder took its place, was copied or was moved', () => {
    acceptAll();
    cpSync(world, join(folder, 'copy'), { recursive: true });
    expect(readAll(join(folder, 'copy'))).toEqual([false, false]);
    renameSync(world, join(folder, 'moved'));
    expect(readAll(join(folder, 'moved'))).toEqual([false, false]);
    expect(readAll()).toEqual([false, false]);
    // Some disks give the number of a removed folder to the next one. The time of creation distinguishes the two.
    rmSync(join(folder, 'moved'), { recursive: true });
    mkdirSync(world);
    expect(readAll()).toEqual([false, false]);
    open().recordAccepted(world, 'settings');
    expect(readAll()).toEqual([true, false]);
  });

  it('hands on what was accepted to a copy of our own making, and nothing where nothing was', () => {
    const copy = join(folder, 'copy');
    mkdirSync(copy);
    open().copyAccepted(world, copy);
    expect(readAll(copy)).toEqual([false, false]);
    acceptAll();
    open().copyAccepted(world, copy);
    expect(readAll(copy)).toEqual([true, true]);
    expect(open().hasAccepted(copy, 'other settings')).toBe(false);
  });

  it('is asked about again where the record is lost', () => {
    acceptAll();
    rmSync(join(folder, 'own'), { recursive: true });
    expect(readAll()).toEqual([false, false]);
  });

  it('keeps the last settings accepted and each of so many links, in any order of doing', () => {
    const step = fc.record({ isLink: fc.boolean(), text: fc.constantFrom('a', 'b', 'c', 'd') });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        rmSync(join(folder, 'own'), { recursive: true, force: true });
        for (const { isLink, text } of steps) {
          if (isLink) open().recordLink(world, text);
          else open().recordAccepted(world, text);
        }
        const last = steps.findLast(({ isLink }) => !isLink)?.text;
        for (const text of ['a', 'b', 'c', 'd']) {
          expect(open().hasAccepted(world, text)).toBe(text === last);
          expect(open().hasLink(world, text)).toBe(steps.some((one) => one.isLink && one.text === text));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('remembers the newest links where there are more than it keeps', () => {
    const links = Array.from({ length: 203 }, (_, at) => `/books/${at}.db`);
    for (const link of links) open().recordLink(world, link);
    expect(links.map((link) => open().hasLink(world, link)).indexOf(true)).toBe(3);
  });

  it('takes a folder that is not there for unknown', () => {
    expect(readAll(join(folder, 'nowhere'))).toEqual([false, false]);
  });
});
