// Editing narratives as a player does it: in an editor at a terminal, or with the new words in the command.

import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPlayTerminal } from './support/play-terminal.ts';
import { parseLines, runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder } from './support/small-story.ts';

let folder: Folder;
beforeEach(() => {
  folder = createFolder();
  mkdirSync(join(folder.path, 'temporary'));
});
afterEach(() => folder.remove());

/** Writes an editor that stores a copy of the given file and its mode, and then runs the given lines. */
function writeEditor(...lines: readonly string[]): Readonly<Record<string, string>> {
  const path = join(folder.path, 'editor.sh');
  const kept = [`cp "$2" '${folder.path}/given'`, `ls -ld "$2" "$(dirname "$2")" > '${folder.path}/modes'`];
  writeFileSync(path, ['#!/bin/sh', ...kept, ...lines, ''].join('\n'));
  chmodSync(path, 0o700);
  return { VISUAL: `${path} --wait`, EDITOR: 'false', TMPDIR: join(folder.path, 'temporary') };
}

const readGiven = (name: string) => readFileSync(join(folder.path, name), 'utf8');

async function play(environment: Readonly<Record<string, string>>, lines: readonly string[]) {
  const terminal = openPlayTerminal(['play'], { cwd: folder.path, environment });
  await terminal.opening;
  const shown: string[] = [];
  for (const line of lines) shown.push(await terminal.say(line));
  terminal.press('/quit\r');
  expect(await terminal.ended).toBe(0);
  return shown;
}

describe('the telling of a turn', () => {
  it('DM32: is edited in the editor of whoever plays, in a file that nobody else can read and that is removed', async () => {
    const environment = writeEditor(
      String.raw`printf 'Snow falls.\n\n# not this\n\033[2JIt is \033[31mred.\n' > "$2"`,
    );
    const [, , edited, log] = await play(environment, ['I look around.', 'I wait.', '/edit 1', '/log 2']);
    expect(readGiven('given')).toMatch(/^[^#]+\n\n# Turn 1: I look around\.\n# The text above/);
    expect(readGiven('modes')).toMatch(/^drwx------ .*\n-rw------- /);
    expect(readdirSync(join(folder.path, 'temporary'))).toEqual([]);
    expect(edited?.replaceAll(/\s+/gu, ' ')).toContain(
      'Turn 1 is now as you wrote it, and the later turns are as they were.',
    );
    expect(log).toMatch(/I look around\. · Snow falls\. It is red\.[\s\S]*I wait\./);
    expect(log).not.toContain('not this');
  });

  it('DM32: stays as it is where nothing was changed, all was deleted, or the editor gave up', async () => {
    const unchanged = writeEditor('exit 0');
    expect(await play(unchanged, ['I look around.', '/edit'])).toContainEqual(
      expect.stringContaining('Nothing was changed in turn 1.'),
    );
    expect((await play(writeEditor(': > "$2"'), ['/edit 1']))[0]).toContain('Nothing was changed in turn 1.');
    const [failed] = await play(writeEditor('exit 3'), ['/edit 1']);
    expect(failed?.replaceAll(/\s+/gu, ' ')).toMatch(
      /ended with the exit code 3; nothing was changed\. Without an editor: type \/edit 1 and/,
    );
    expect(readdirSync(join(folder.path, 'temporary'))).toEqual([]);
  });

  it('DM32: is replaced by words of the command where there is no terminal; what is wrong is said', async () => {
    const lines = [
      'I look around.',
      'I wait.',
      '/edit 1 Snow falls.',
      '/edit',
      '/edit 9 men stand there.',
      '/edit Rain.',
    ];
    const said = await runTerrarium(['play', '--json'], { cwd: folder.path, input: `${lines.join('\n')}\n` });
    const values = parseLines(said.out);
    const codes = values.filter(({ kind }) => kind === 'error').map(({ code }) => code);
    expect(codes).toEqual(['play.no-editor', 'play.no-such-telling']);
    const log = await runTerrarium(['play', '/log', '5'], { cwd: folder.path });
    expect(log.out).toMatch(/I look around\. · Snow falls\.\s[\s\S]*I wait\. · Rain\.\s/);
  });
});
