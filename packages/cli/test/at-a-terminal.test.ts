// At a terminal: the demo, a run that is watched and stopped, and a story with control sequences for the terminal.

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTerminal } from './support/open-terminal.ts';
import { runTerrarium } from './support/run-terrarium.ts';
import {
  buildGate,
  createFolder,
  type Folder,
  findSceneTitle,
  openStoryServer,
  recordPerson,
  smallStory,
} from './support/small-story.ts';

let folder: Folder;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());

describe('the demo', () => {
  it('reads, shows entries with their posts within 80 columns, and can be started again', async () => {
    mkdirSync(join(folder.path, 'world'));
    folder.write('world/mine.txt', 'mine');
    const { exitCode, out: shown } = await runTerrarium(['demo'], { cwd: folder.path, columns: 80 });
    expect(exitCode).toBe(0);
    expect(shown).toContain('\u001b[1m');
    const lines = stripVTControlCharacters(shown).split(/[\r\n]+/);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    const text = lines.join('\n');
    expect(text).toContain('There is no language model inside it');
    expect(text).toMatch(/\d+ scenes read in [\d.]+ s: \d+ entries\./);
    expect(text.match(/↳ #\d: \S/g)).toHaveLength(12);
    expect(text.match(/[”’]\n {4}↳ #/g)).toHaveLength(12);
    expect(text).toContain('world-demo/exports/world-demo.md');
    for (const name of ['llama.cpp', 'Ollama', 'LM Studio', 'vLLM']) expect(text).toContain(name);
    expect(existsSync(join(folder.path, 'world/world.json'))).toBe(false);
    // The demo reads none of the person's settings, so an invalid settings file, which stops every other
    // command, does not stop the demo.
    mkdirSync(join(folder.path, 'terrarium'));
    folder.write('terrarium/terrarium.yaml', 'model: [');
    const again = await runTerrarium(['demo'], { cwd: folder.path });
    expect(again.exitCode, again.error).toBe(0);
    expect(again.out).not.toContain('\u001b');
  });

  it('HU6: begins beside a demo of which a person made something, and keeps to the width of a narrow window', async () => {
    const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });
    await run('demo');
    const acts = [
      ['annotate', 'edit', 'Thrift', '--definition', 'The boy from the stair.'],
      ['annotate', 'place', 'thread 2'],
      ['annotate', 'snapshot', 'create'],
      ['play', 'look around'],
    ];
    for (const argv of acts)
      expect(await run(...argv, '--world', 'world-demo')).toMatchObject({ exitCode: 0 });
    const shown = await runTerrarium(['demo'], { cwd: folder.path, columns: 40 });
    expect(shown.exitCode).toBe(0);
    const lines = stripVTControlCharacters(shown.out).split(/[\r\n]+/);
    // Commands and addresses are meant to be copied, so they are not broken into lines.
    const isToCopy = (line: string) => /^ +(?:\S*terrarium|alias) |http:/.test(line);
    expect(lines.filter((line) => line.length > 40 && !isToCopy(line))).toEqual([]);
    const said = lines.join(' ');
    expect(said).toMatch(
      /place in the story, games, changes to its glossary, bookmarks\): it stays as it is/,
    );
    expect(said).toContain('looking again at');
    expect(existsSync(join(folder.path, 'world-demo-2/annotator.db'))).toBe(true);
    const kept = await run('annotate', 'inspect', 'Thrift', '--world', 'world-demo', '--as-of', 'end');
    expect(kept.out).toContain('The boy from the stair.');
    expect(existsSync(join(folder.path, 'world-demo/rpg.db'))).toBe(true);
    await run('demo');
    expect(existsSync(join(folder.path, 'world-demo-3'))).toBe(false);
  });

  it('does not touch a folder that it did not make', async () => {
    mkdirSync(join(folder.path, 'world-demo'));
    folder.write('world-demo/novel.txt', 'mine');
    const said = await runTerrarium(['demo'], { cwd: folder.path });
    expect(said.exitCode).toBe(2);
    expect(said.error).toMatch(/holds files that the demo did not make/);
    expect(existsSync(join(folder.path, 'world-demo/novel.txt'))).toBe(true);
  });
});

describe('a run that is watched', () => {
  it('keeps a live line, shows new entries as they come, and one Ctrl-C leaves a server that has not begun to answer', async () => {
    folder.write('story.jsonl', smallStory);
    await runTerrarium(['import', 'story.jsonl'], { cwd: folder.path });
    const gate = buildGate();
    const server = await openStoryServer({
      respond: async (request) => {
        if (findSceneTitle(request) === 'Two') await gate.wait();
        return recordPerson(request);
      },
    });
    const argv = ['annotate', 'run', '--model', 'openai:story', '--base-url', server.baseUrl];
    const terminal = openTerminal(argv, { cwd: folder.path, environment: { NO_COLOR: '1' } });
    await gate.reached;
    await terminal.waitFor('scene 2 of 3');
    const status = await runTerrarium(['annotate', 'status'], { cwd: folder.path });
    expect(status.out).toMatch(/openai:story was asked to read scene 2 "Two", [\d.]+ (?:s|min) ago/);
    terminal.press('\u0003');
    expect(await terminal.ended).toBe(130);
    gate.open();
    await server.close();
    const shown = terminal.readShown();
    expect(shown).toMatch(/\+ Soma +Somebody of the story: Soma\./);
    expect(shown).toContain('Stopped. The next run goes on from here.');
    expect(shown).not.toContain('\u001b[1m');
  });

  it('lets no escape sequence of a story reach the screen', async () => {
    const evil = '\u001b]0;owned\u0007\u001b[2J\u009b31m';
    const sequences = ['\u001b]', '\u001b[2J', '\u009b'];
    const post = { thread: `One${evil}`, body: `Soma${evil} opened. Soma was the keeper of Vell. ${evil}` };
    folder.write('story.jsonl', `${JSON.stringify(post)}\n`);
    const titled = await runTerrarium(['import', 'story.jsonl', '--title', `Salt${evil}`], {
      cwd: folder.path,
    });
    expect(titled.exitCode).toBe(2);
    for (const sequence of sequences) expect(titled.error).not.toContain(sequence);
    await runTerrarium(['import', 'story.jsonl'], { cwd: folder.path });
    await runTerrarium(['annotate', 'run'], { cwd: folder.path });
    for (const argv of [
      ['run'],
      ['inspect', 'scene', '1'],
      ['inspect', 'thread', '1'],
      ['export', '--out', '-'],
    ]) {
      const { exitCode, out } = await runTerrarium(['annotate', ...argv], { cwd: folder.path, columns: 80 });
      expect(exitCode).toBe(0);
      for (const sequence of sequences) expect(out).not.toContain(sequence);
    }
  });
});

describe('what is written at a terminal', () => {
  beforeEach(async () => {
    folder.write('story.jsonl', smallStory);
    await runTerrarium(['import', 'story.jsonl', '--title', 'The Salt Road'], { cwd: folder.path });
    await runTerrarium(['annotate', 'run'], { cwd: folder.path });
  });

  it('of an edit keeps to a narrow window, with colours or without', async () => {
    const argv = ['annotate', 'edit', 'Soma', '--definition', 'The keeper of the gate of salt at Vell.'];
    const coloured = await runTerrarium(argv, { cwd: folder.path, columns: 30 });
    expect(coloured.out).toContain('\u001b[1m"Soma" is changed.\u001b[0m');
    const again = [...argv, '--alias', 'Quillon', '--reason', 'the cook said it, and the cook knows'];
    const plain = await runTerrarium(again, {
      cwd: folder.path,
      columns: 30,
      environment: { NO_COLOR: '1' },
    });
    expect(plain.out).not.toContain('\u001b');
    for (const { exitCode, out } of [coloured, plain]) {
      expect(exitCode).toBe(0);
      const lines = stripVTControlCharacters(out).split('\n');
      expect(lines.filter((line) => line.length > 30)).toEqual([]);
      expect(lines).toContain('  The keeper of the gate of');
    }
    expect(plain.out).toContain('      because: the cook said');
  });

  it('of a status that is watched is drawn over itself, however small the window', async () => {
    const terminal = openTerminal(['annotate', 'status', '--watch'], {
      cwd: folder.path,
      columns: 30,
      rows: 12,
      environment: { NO_COLOR: '1' },
    });
    // Twelve rows have room for eleven lines and the cursor, so the cursor goes up eleven lines to redraw. At
    // Ctrl-C a terminal drops output that it has not shown yet, so the test waits until the third drawing
    // begins: then the second is complete.
    await terminal.waitFor('\u001b[11A', 2);
    terminal.press('\u0003');
    expect(await terminal.ended).toBe(0);
    const shown = terminal.readShown();
    for (const code of ['\u001b[0m', '\u001b[1m']) expect(shown).not.toContain(code);
    const [first = [], second = []] = shown.split('\u001b[11A').map((drawn) =>
      stripVTControlCharacters(drawn.replace('^C', ''))
        .trim()
        .split(/[\r\n]+/),
    );
    expect(first.filter((line) => line.length > 29)).toEqual([]);
    expect(first).toHaveLength(11);
    expect(first[0]).toBe('The Salt Road');
    expect(first[10]).toBe('…');
    expect(first[1]).toMatch(/^ {2}Run {2}started /);
    expect(second.slice(0, 11)).toEqual(first);
  });

  it('of an examination has no column of single words in a narrow window', async () => {
    const { exitCode, out } = await runTerrarium(['doctor'], { cwd: folder.path, columns: 36 });
    expect(exitCode).toBe(0);
    const lines = stripVTControlCharacters(out).split(/[\r\n]+/);
    expect(lines).toContain('  ok  disk');
    expect(lines.some((line) => line.startsWith('    Files on this disk can be'))).toBe(true);
  });

  it('of snapshots says where each stands, in a narrow window too', async () => {
    const posts = ['I', 'II'].map((title) => ({
      thread: `The Long Chronicle of the Salt Road · ${title}`,
      body: 'Soma was the keeper of Vell.',
    }));
    folder.write('long.jsonl', posts.map((post) => `${JSON.stringify(post)}\n`).join(''));
    await runTerrarium(['import', 'long.jsonl', '--world', 'long'], { cwd: folder.path });
    await runTerrarium(['annotate', 'run', '--world', 'long'], { cwd: folder.path });
    const list = ['annotate', 'snapshot', 'list', '--world', 'long'];
    const wide = await runTerrarium(list, { cwd: folder.path });
    expect(wide.out).toMatch(/post 2, .*….*· II\n(?:.*\n)*.*post 1, .*….*· I\n/);
    const narrow = await runTerrarium(list, { cwd: folder.path, columns: 40 });
    expect(narrow.exitCode).toBe(0);
    const lines = stripVTControlCharacters(narrow.out).split('\n');
    expect(lines.filter((line) => line.length > 40)).toEqual([]);
    expect(lines.map((line) => line.trim()).join(' ')).toContain('The Long Chronicle of the Salt Road · II');
  });
});
