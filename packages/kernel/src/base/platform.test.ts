// Tests the platform: each function for each operating system, on whichever system the tests run.

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseBrowser,
  chooseEditor,
  hasFolderHandles,
  isDeviceName,
  isFolderFlushed,
  listStopSignals,
  type Platform,
  quoteForShell,
} from './platform.ts';

const systems: readonly Platform[] = ['linux', 'darwin', 'win32'];

describe('what systems differ in', () => {
  it('is the way to the browser', () => {
    const commands = systems.map((one) => chooseBrowser(one, 'http://127.0.0.1:1/').command);
    expect(commands).toEqual(['xdg-open', 'open', 'rundll32']);
    for (const one of systems) expect(chooseBrowser(one, 'http://a/').argv.at(-1)).toBe('http://a/');
  });

  it('is the way to the editor', () => {
    expect(chooseEditor('linux', 'code -w', '/tmp/a b.md')).toEqual({
      command: 'sh',
      argv: ['-c', 'code -w "$@"', 'code -w', '/tmp/a b.md'],
      isShellLine: false,
    });
    expect(chooseEditor('win32', 'notepad', 'C:\\a b.md')).toEqual({
      command: 'notepad "C:\\a b.md"',
      argv: [],
      isShellLine: true,
    });
  });

  it('is what folders can do, and what ends a process', () => {
    expect(systems.map(hasFolderHandles)).toEqual([true, false, false]);
    expect(systems.map(isFolderFlushed)).toEqual([true, true, false]);
    expect(systems.map((one) => listStopSignals(one).length)).toEqual([3, 3, 4]);
  });

  it.each(['con', 'NUL', 'aux.md', 'com1', 'LPT9.txt'])(
    'is the name %s, which Windows keeps for a device',
    (name) => {
      expect(isDeviceName(name)).toBe(true);
    },
  );

  it.each(['console', 'nuln', 'com', 'my-aux.md', 'lpt10x'])('is not the name %s', (name) => {
    expect(isDeviceName(name)).toBe(false);
  });
});

describe('an argument that is pasted', () => {
  it('is read back by a POSIX shell as it was', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !/[\0\r]/u.test(text)),
        (text) => {
          const line = `printf '%s.' ${quoteForShell('linux', text)}`;
          expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' })).toBe(`${text}.`);
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each([
    ['~root', "'~root'"],
    ['=ls', "'=ls'"],
    ['a=~/x', "'a=~/x'"],
    ['a=b', 'a=b'],
  ])('is quoted if a part of it means something to a shell: %s', (text, quoted) => {
    expect(quoteForShell('linux', text)).toBe(quoted);
  });

  it.each([
    ['world-demo', 'world-demo'],
    ['C:\\my\\world', 'C:\\my\\world'],
    ['my world', '"my world"'],
    ["Cutter's Stair", '"Cutter\'s Stair"'],
    ['say "no"', '"say \\"no\\""'],
    ['50%', '"50%"'],
  ])('is on Windows, for %j, %j', (text, quoted) => {
    expect(quoteForShell('win32', text)).toBe(quoted);
  });
});
