// Runs commands in bad surroundings: invalid settings, closed or full pipes, an environment without the usual variables.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { closedPort } from '../support/broken-servers.ts';
import { type BrokenStory, createBrokenStory, readEntries, readOn } from '../support/broken-story.ts';
import { openTerminal } from '../support/open-terminal.ts';
import { runTerrarium } from '../support/run-terrarium.ts';
import { createFolder, findSceneTitle, openStoryServer, recordPerson } from '../support/small-story.ts';

let story: BrokenStory;
beforeAll(async () => {
  story = await createBrokenStory();
});
afterAll(() => story.template.remove());

const status = ['annotate', 'status'];
const builtin = ['annotate', 'run', '--model', 'builtin'];

interface BadSettings {
  readonly settings: string | undefined;
  readonly environment?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
  /** The expected exit code; 2 by default. */
  readonly exitCode?: number;
  readonly says: RegExp;
}

const badSettings: Readonly<Record<string, BadSettings>> = {
  'wrong values and names': {
    settings: 'model: gpt\ntemprature: 0.4\nretries: {attempts: 0}\nmaxOutputTokens: many\n',
    says: /^terrarium: The configuration has 4 problems:\n- temprature \(\S+terrarium\.yaml\) is not a setting; did you mean temperature\?\n(?:- \S+ \(\S+\) must be [^\n]+\n){3} {2}Correct them, then try again\. \[configuration\.invalid\]\n$/,
  },
  'ratios that do not rise': {
    settings: 'ratios: {soft: 0.9, compact: 0.8}\n',
    says: /ratios: must rise in the order foldTarget, soft, compact, emergency/,
  },
  'no YAML': {
    settings: 'model: [openai:x\n',
    says: /terrarium\.yaml is not YAML: line \d[^\n]*\n {2}Write one "key: value" a line, indented by spaces\. \[configuration\.not-yaml\]/,
  },
  'a folder in their place': {
    settings: undefined,
    exitCode: 5,
    says: /terrarium\.yaml is a folder, where a file should be\.\n {2}\S[^\n]*\[world\.not-a-file\]/,
  },
  'a variable that is no number': {
    settings: '',
    environment: { TERRARIUM_TEMPERATURE: 'warm' },
    says: /TERRARIUM_TEMPERATURE \(environment\) must be a number/,
  },
  'a flag that is no number': {
    settings: '',
    argv: ['--context-budget', '12'],
    says: /--context-budget \(command line\) must be a whole number/,
  },
};

describe('settings with', () => {
  it.concurrent.for(Object.entries(badSettings))('%s', async ([_what, bad], { expect, onTestFinished }) => {
    const cwd = story.copy(onTestFinished);
    const path = join(cwd, 'world', 'terrarium.yaml');
    if (bad.settings === undefined) mkdirSync(path);
    else writeFileSync(path, bad.settings);
    const argv = ['annotate', 'run', ...(bad.argv ?? [])];
    const said = await runTerrarium(argv, { cwd, environment: bad.environment ?? {} });
    expect(said).toMatchObject({ exitCode: bad.exitCode ?? 2, out: '' });
    expect(said.error).toMatch(bad.says);
  });
});

/** Runs the command through a shell, with these words after the command. */
const shell = (words: string) => ['/bin/bash', '-c', `"$@" ${words}`, 'bash'];

describe('a pipe', () => {
  it('that is closed early is no failure, and nothing is lost', async ({ expect, onTestFinished }) => {
    const cwd = story.copy(onTestFinished);
    const within = shell(`| head -c 9; echo " left with \${PIPESTATUS[0]}"`);
    const exporting = ['annotate', 'export', '--out', '-'];
    const [exported, looked, ran] = await Promise.all([
      runTerrarium(exporting, { cwd, within }),
      runTerrarium(status, { cwd, within }),
      runTerrarium(builtin, { cwd, within }),
    ]);
    for (const said of [exported, looked, ran]) {
      expect(said.out).toMatch(/ left with 0\n$/);
      expect(said.error).toBe('');
    }
    expect((await runTerrarium(['annotate', 'verify'], { cwd })).exitCode).toBe(0);
  });

  it('that is not there is none either', async ({ expect, onTestFinished }) => {
    const cwd = story.copy(onTestFinished);
    const closed = await Promise.all(
      ['<&-', '>&-', '2>&-'].map((words) => runTerrarium(status, { cwd, within: shell(words) })),
    );
    expect(closed.map((said) => said.exitCode)).toEqual([0, 0, 0]);
    expect(closed[0]?.out).toContain('1 of 3 read, 2 to go');
    expect(closed[2]?.out).toBe(closed[0]?.out);
  });

  it.skipIf(!existsSync('/dev/full'))(
    'that takes nothing is said, and the run goes on later',
    async ({ expect, onTestFinished }) => {
      const cwd = story.copy(onTestFinished);
      for (const argv of [status, ['annotate', 'export', '--out', '-'], builtin]) {
        const said = await runTerrarium(argv, { cwd, within: shell('>/dev/full') });
        expect(said.exitCode).toBe(5);
        expect(said.error).toMatch(
          /^terrarium: The output cannot be written \(ENOSPC\)\.\n {2}Make room, or send it to another place\. What was read is kept\. \[output\.cannot-write\]\n$/,
        );
      }
      const quiet = await runTerrarium(builtin, { cwd, within: shell('2>/dev/full') });
      expect(quiet).toMatchObject({ exitCode: 0, error: '' });
      expect((await runTerrarium(['annotate', 'verify'], { cwd })).exitCode).toBe(0);
    },
  );
});

describe('an environment', () => {
  it('without a home, a locale or a path is enough', async ({ expect, onTestFinished }) => {
    const folder = createFolder();
    onTestFinished(() => folder.remove());
    const words = { thread: 'Über—„Ёлка“', body: 'Soma Ünsal opened 門. Soma Ünsal was the keeper of Vell.' };
    folder.write('story.jsonl', `${JSON.stringify(words)}\n`);
    const bare = { HOME: undefined, XDG_CONFIG_HOME: undefined, PATH: undefined, LC_ALL: 'C', LANG: 'C' };
    const options = { cwd: folder.path, environment: bare };
    expect(await runTerrarium(['import', 'story.jsonl'], options)).toMatchObject({ exitCode: 0, error: '' });
    const said = await runTerrarium(builtin, options);
    expect(said).toMatchObject({ exitCode: 0, error: '' });
    expect(said.out).toContain('scene 1 of 1 · Über—„Ёлка“ · ');
    const exported = await runTerrarium(['annotate', 'export', '--out', '-'], options);
    expect(exported.out).toContain('Soma Ünsal was the keeper of Vell.');
  });

  it.concurrent.for([
    { columns: 20, TERM: 'xterm' },
    { columns: 80, TERM: 'dumb' },
    { columns: 400, TERM: 'vt100' },
  ])('with a terminal like %j shows the same', async ({ columns, TERM }, { expect, onTestFinished }) => {
    const cwd = story.copy(onTestFinished);
    const terminal = openTerminal(builtin, { cwd, columns, environment: { TERM } });
    expect(await terminal.ended).toBe(0);
    const shown = terminal.readShown();
    expect(shown).toContain('Finished: every scene is read.');
    expect(shown.includes('\u001b')).toBe(TERM !== 'dumb');
  });
});

describe('what is said to type next', () => {
  it('is the retry that was stopped, with what is left of it', async ({ expect, onTestFinished }) => {
    const cwd = story.copy(onTestFinished);
    const sulking = await openStoryServer({
      respond: (request) =>
        findSceneTitle(request) === 'Two'
          ? { text: 'Let me see what', finish: 'length' }
          : recordPerson(request),
    });
    const model = ['--model', 'openai:story', '--base-url'];
    const first = await runTerrarium(['annotate', 'run', '--keep-going', ...model, sulking.baseUrl], { cwd });
    await sulking.close();
    expect(first.exitCode).toBe(3);
    const { baseUrl, close } = await closedPort();
    onTestFinished(close);
    const halted = await runTerrarium(['annotate', 'retry', '2', ...model, baseUrl], { cwd });
    expect(halted.exitCode).toBe(4);
    expect(halted.out).toContain(
      `Go on:   terrarium annotate retry 2 --model openai:story --base-url ${baseUrl}\n`,
    );
    const server = await openStoryServer();
    onTestFinished(server.close);
    expect((await runTerrarium(['annotate', 'retry', '2', ...model, server.baseUrl], { cwd })).exitCode).toBe(
      0,
    );
  });

  it('is a budget that does, where the one given is too small for the scenes', async ({
    expect,
    onTestFinished,
  }) => {
    const folder = createFolder();
    onTestFinished(() => folder.remove());
    const body = 'Soma walked on and on along the long salt road to Vell. '.repeat(400);
    folder.write('story.jsonl', [1, 2, 3].map((id) => `${JSON.stringify({ id, body })}\n`).join(''));
    const { path: cwd } = folder;
    await runTerrarium(['import', 'story.jsonl'], { cwd });
    expect(await readOn(cwd, '--limit', '1', '--context-budget', '12000')).toMatchObject({ exitCode: 0 });
    const refused = await readOn(cwd, '--context-budget', '1200');
    expect(refused.exitCode).toBe(2);
    expect(refused.error).toMatch(/nothing was read\.[^[]*\[context\.window-too-small\]/s);
    const least = /Set --context-budget to (\d+) or more/.exec(refused.error)?.[1] ?? '';
    const begun = await readOn(cwd, '--context-budget', least);
    expect(begun.exitCode).toBe(2);
    expect(begun.error).toMatch(
      /divided for a larger budget, .*.*Nothing is lost\. \[context\.cannot-shrink\]/s,
    );
    const wanted = /Go on with --context-budget (\d+) or more/.exec(begun.error)?.[1] ?? '';
    expect(await readOn(cwd, '--context-budget', wanted)).toMatchObject({ exitCode: 0, error: '' });
    expect(readEntries(join(cwd, 'world'))).toBeDefined();
  });
});
