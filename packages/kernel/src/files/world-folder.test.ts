// Tests the world folder: whatever links it contains, nothing outside it is read, written, made or removed.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StorageError } from '../base/errors.ts';
import { openWorldFolder, type WorldFolder } from './world-folder.ts';

function createFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'terrarium-door-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const runTool = (tool: string, words: readonly string[]) => spawnSync(tool, words);
const bounds = { largestBytes: 1_000 };
const modeOf = (path: string) => statSync(path).mode & 0o777;
const ways = [{ isByPath: false }, { isByPath: true }].filter(
  ({ isByPath }) => isByPath || process.platform === 'linux',
);

const names = ['a', 'b', 'c'];
const path = fc
  .array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'));
const kind = fc.constantFrom(
  'file',
  'folder',
  'link to a file outside',
  'link to the folder outside',
  'hard link',
  'pipe',
  'link that leads nowhere',
  'loop',
  'link to a file inside',
);
const act = fc.constantFrom(
  'read',
  'open',
  'write',
  'writeFast',
  'create',
  'append',
  'append text',
  'copy out',
  'list',
  'make folder',
  'remove',
  'remove folder',
  'rename',
  'has',
);

interface Ground {
  readonly world: string;
  readonly outside: string;
  readonly pipe: string;
}

/** Describes everything in a folder: the name, number, mode, time of change and content of each file. */
function describeTree(dir: string): unknown {
  return readdirSync(dir)
    .toSorted()
    .map((name) => {
      const at = join(dir, name);
      const about = lstatSync(at);
      const { ino, mode, mtimeMs } = about;
      return about.isDirectory() ? [name, ino, mode, describeTree(at)] : [name, ino, mode, mtimeMs, read(at)];
    });
}

function read(at: string): string {
  return readFileSync(at, 'utf8');
}

/**
 * Puts a thing at a path in the world, and makes the folders above it. Does nothing if something is already there, or
 * if the folder above is a link or cannot be made.
 */
function lay({ world, outside, pipe }: Ground, at: string, what: string): void {
  const here = join(world, at);
  const makers: Readonly<Record<string, () => void>> = {
    file: () => writeFileSync(here, 'own', { flag: 'wx' }),
    folder: () => mkdirSync(here, { recursive: true }),
    'link to a file outside': () => symlinkSync(join(outside, 'secret'), here),
    'link to the folder outside': () => symlinkSync(outside, here),
    'hard link': () => linkSync(join(outside, 'secret'), here),
    pipe: () => linkSync(pipe, here),
    'link that leads nowhere': () => symlinkSync(join(outside, 'made'), here),
    loop: () => symlinkSync(here, here),
    'link to a file inside': () => symlinkSync(join(world, 'a'), here),
  };
  try {
    mkdirSync(dirname(here), { recursive: true });
    // Puts nothing at a path behind a link, so that the folder outside has only folders and ordinary files.
    if (realpathSync(dirname(here)) === dirname(here)) makers[what]?.();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

interface Where {
  readonly at: string;
  readonly other: string;
  readonly copy: string;
}

/** Performs the action, and returns everything that it read from the folder. */
function perform(folder: WorldFolder, what: string, { at: here, other, copy }: Where): string {
  switch (what) {
    case 'read':
      return folder.readText(here, bounds) ?? '';
    case 'open': {
      const file = folder.open(here);
      const text = file === undefined ? '' : readFileSync(file, 'utf8');
      if (file !== undefined) closeSync(file);
      return text;
    }
    case 'write':
      return String(folder.write(here, ['own, written']));
    case 'writeFast':
      return String(folder.writeFast(here, ['own, ', Buffer.from('quick')]));
    case 'create':
      return String(folder.create(here));
    case 'append': {
      const file = folder.openToAppend(here);
      writeSync(file, 'own, added');
      closeSync(file);
      return '';
    }
    case 'append text':
      return String(folder.append(here, 'own, added'));
    case 'copy out':
      return folder.copyOut(here, copy) ? read(copy) : '';
    case 'list':
      return folder
        .list(here)
        .map(({ name }) => name)
        .join();
    case 'make folder':
      return String(folder.createFolder(here));
    case 'remove':
      return String(folder.remove(here));
    case 'remove folder':
      return String(folder.removeEmptyFolder(here));
    case 'rename':
      return String(folder.move(here, other));
    default:
      return String(folder.has(here));
  }
}

let grounds = 0;

function layGround(top: string, pipe: string, laid: readonly (readonly [string, string])[]): Ground {
  grounds += 1;
  const ground = { world: join(top, `w${grounds}`), outside: join(top, `o${grounds}`), pipe };
  mkdirSync(ground.world);
  mkdirSync(join(ground.outside, 'a'), { recursive: true });
  for (const name of ['secret', 'b', 'a/b', 'only-outside', 'a/only-outside'])
    writeFileSync(join(ground.outside, name), 'SECRET');
  for (const [at, what] of laid) lay(ground, at, what);
  return ground;
}

/** Returns what the action read; empty if our code or the system refused it. */
function attempt(folder: WorldFolder, what: string, where: Where): string {
  try {
    return perform(folder, what, where);
  } catch (error) {
    if (error instanceof StorageError) expect(error.code).toMatch(/^world\./);
    else expect(error).toHaveProperty('code');
    return '';
  }
}

describe.each(ways)('the door of a world, $isByPath', (way) => {
  it('reads, writes, makes and removes nothing outside of the folder, whatever links lie in it', () => {
    const top = createFolder();
    const pipe = join(top, 'pipe');
    runTool('mkfifo', [pipe]);
    const laying = fc.array(fc.tuple(path, kind), { minLength: 1, maxLength: 6, size: 'max' });
    // Most actions act on a thing that was put there, or on something below it.
    const behind = fc.constantFrom('', '', '/b', '/a/b', '/secret', '/new');
    const acting = fc.array(fc.tuple(act, fc.nat(), behind), { minLength: 12, maxLength: 24, size: 'max' });
    fc.assert(
      fc.property(laying, acting, (laid, acts) => {
        const { world, outside } = layGround(top, pipe, laid);
        const before = describeTree(outside);
        const folder = openWorldFolder(world, way);
        for (const [number, [what, place, more]] of acts.entries()) {
          const [at, other] = [place, place + 1].map((one) => `${laid[one % laid.length]?.[0] ?? ''}${more}`);
          const copy = join(top, `copy-${grounds}-${number}`);
          expect(attempt(folder, what, { at: at ?? '', other: other ?? '', copy })).not.toMatch(
            /SECRET|only-outside/u,
          );
          expect(describeTree(outside)).toEqual(before);
        }
        rmSync(world, { recursive: true });
        rmSync(outside, { recursive: true });
      }),
      { numRuns: 40 },
    );
  });

  it('makes files and folders for the person alone, whatever mask there is, and takes a log from others', () => {
    const dir = createFolder();
    const folder = openWorldFolder(dir, way);
    const mask = process.umask(0);
    try {
      folder.write('deep/er/page.md', ['Soma']);
      closeSync(folder.openToAppend('logs/new.log'));
      writeFileSync(join(dir, 'old.log'), 'before\n', { mode: 0o666 });
      const old = folder.openToAppend('old.log');
      writeSync(old, 'after\n');
      closeSync(old);
      for (const line of ['one\n', 'two\n']) folder.append('lines/new.jsonl', line);
      process.umask(0o777);
      folder.create('deep/empty.db');
    } finally {
      process.umask(mask);
    }
    expect(['deep', 'deep/er', 'logs', 'lines'].map((name) => modeOf(join(dir, name)))).toEqual(
      Array(4).fill(0o700),
    );
    const files = ['deep/er/page.md', 'logs/new.log', 'old.log', 'deep/empty.db', 'lines/new.jsonl'];
    expect(files.map((name) => modeOf(join(dir, name)))).toEqual(files.map(() => 0o600));
    expect(readFileSync(join(dir, 'old.log'), 'utf8')).toBe('before\nafter\n');
    expect(folder.readText('lines/new.jsonl', bounds)).toBe('one\ntwo\n');
    expect(folder.list('deep').map(({ name }) => name)).toEqual(['empty.db', 'er']);
  });

  it('replaces a file whole, and leaves the old one and no draft where its text breaks off', () => {
    const dir = createFolder();
    const folder = openWorldFolder(dir, way);
    expect(folder.write('page.md', ['Vell', ' and ', Buffer.from('Soma')])).toBe(13);
    function* breakOff() {
      yield 'x'.repeat(200_000);
      throw new RangeError('broken off');
    }
    expect(() => folder.write('page.md', breakOff())).toThrow('broken off');
    expect(folder.readText('page.md', bounds)).toBe('Vell and Soma');
    expect(readdirSync(dir)).toEqual(['page.md']);
    expect(() => folder.read('page.md', { largestBytes: 12 })).toThrow(/more than 12 bytes/);
    expect(folder.read('none.md', bounds)).toBeUndefined();
    expect(folder.read('no/such/none.md', bounds)).toBeUndefined();
  });

  it('is opened by a link to the folder itself, which is the choice of whoever names it', () => {
    const dir = createFolder();
    mkdirSync(join(dir, 'real'));
    symlinkSync('real', join(dir, 'link'));
    const folder = openWorldFolder(join(dir, 'link'), way);
    folder.write(join(dir, 'link', 'page.md'), ['Soma']);
    expect(folder.readText(join(dir, 'real', 'page.md'), bounds)).toBe('Soma');
    expect(() => folder.has(join(dir, 'other', 'page.md'))).toThrow(/is not in the world/);
    expect(() => folder.has('../page.md')).toThrow(/is not in the world/);
  });

  it('names the link, and says of a file with two names that it has two', () => {
    const dir = createFolder();
    const folder = openWorldFolder(dir, way);
    mkdirSync(join(dir, 'there'));
    symlinkSync('there', join(dir, 'logs'));
    expect(() => folder.openToAppend('logs/annotate.log')).toThrow(`${join(dir, 'logs')} is a link`);
    writeFileSync(join(dir, 'one'), '');
    linkSync(join(dir, 'one'), join(dir, 'two'));
    expect(() => folder.write('two', ['x'])).toThrow(
      /two has a second name in another place \(a hard link\)/,
    );
    mkdirSync(join(dir, 'page.md'));
    expect(() => folder.read('page.md', bounds)).toThrow(/page\.md is a folder, where a file should be/);
    expect(() => folder.write('one/page.md', ['x'])).toThrow(/one should be a folder, but is not/);
    if (process.getuid?.() === 0 && process.platform === 'linux') {
      runTool('mknod', [join(dir, 'zero'), 'c', '1', '5']);
      expect(() => folder.read('zero', bounds)).toThrow(/zero is a device, a pipe or a socket/);
    }
  });
});

it.runIf(process.platform === 'linux')(
  'takes the folder of a world from others, and no folder of many',
  () => {
    const dir = createFolder();
    chmodSync(dir, 0o755);
    openWorldFolder(dir).setPrivate();
    expect(modeOf(dir)).toBe(0o700);
    chmodSync(dir, 0o1777);
    openWorldFolder(dir).setPrivate();
    expect(modeOf(dir)).toBe(0o777);
    expect(existsSync(dir)).toBe(true);
  },
);
