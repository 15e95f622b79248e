// Tests the completion scripts in a shell, and that the manual page has a section for each command.

import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder } from './support/small-story.ts';

const folder = createFolder();
afterAll(() => folder.remove());
const script = async (shell: string) => (await runTerrarium(['completion', shell], { cwd: folder.path })).out;

/** Returns what bash offers for completing the last of the words. */
function complete(source: string, words: readonly string[]): readonly string[] {
  const typed = words.map((word) => `'${word}'`).join(' ');
  const line = `COMP_WORDS=(terrarium ${typed}); COMP_CWORD=${words.length}; _terrarium; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `${source}\n${line}`], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe('completion', () => {
  it.each([
    [['annotate', 'sn'], ['snapshot']],
    [['annotate', 'snapshot', 'l'], ['list']],
    [['memory', '--world', 'elsewhere', 'wake', '--de'], ['--decay']],
    [['pl'], ['place', 'play']],
    [['ser'], ['serve']],
    [['import', 'my-sto'], []],
  ])('in bash offers for %j just %j', async (words, offered) => {
    expect(complete(await script('bash'), words)).toEqual(offered);
  });

  it.each(['zsh', 'fish', 'powershell'])(
    'for %s names every command with one line about it',
    async (shell) => {
      const text = await script(shell);
      for (const word of ['read', 'summon', 'maintain', 'systems', 'context-budget'])
        expect(text).toContain(word);
      expect(text).toContain('find entries, or sentences of the story');
    },
  );

  it('refuses a shell that it does not know, and names those it does', async () => {
    const { error, exitCode } = await runTerrarium(['completion', 'csh'], { cwd: folder.path });
    expect(error).toContain('bash, zsh, fish, powershell');
    expect(exitCode).toBe(2);
  });
});

it('the manual has a section for each command, in plain characters', async () => {
  const { out } = await runTerrarium(['man'], { cwd: folder.path });
  expect(out).toMatch(/^\.TH TERRARIUM 1 /u);
  expect(out).toContain('.SS terrarium annotate snapshot list');
  expect(out).toContain('\\fB\\-\\-context\\-budget <tokens>\\fR');
  expect(out).toMatch(/^[\t\n -~]*$/u);
});
