// Looking: status, inspect, verify and export of a world that was read, for people and for programs.

import { cpSync, existsSync, lstatSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseExport } from '@terrarium/annotator/exported-glossary';
import { openAnnotator } from '@terrarium/annotator/open-annotator';
import { openWorld } from '@terrarium/annotator/open-world';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, openStoryServer, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await runTerrarium(['import', 'story.jsonl', '--title', 'The Salt Road'], { cwd: folder.path });
  const server = await openStoryServer();
  await run('annotate', 'run', '--model', 'openai:story', '--base-url', server.baseUrl);
  await server.close();
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });

describe('inspect', () => {
  it('shows an entry with the sentence around its quote, its post and its revisions', async () => {
    const said = await run('annotate', 'inspect', 'soma');
    expect(said).toMatchObject({ exitCode: 0, error: '' });
    const undated = said.out.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'WHEN');
    expect(undated).toMatch(
      /^Soma {2}character · tentative · entry 1\n\n {2}Somebody of the story: Soma\.\n/,
    );
    expect(undated).toContain('“Soma was the keeper of Vell, a town of salt.”\n  — post 1, One');
    expect(undated).toContain('2 mentions in 1 post of 1 thread');
    expect(undated).toMatch(/definition +agent, openai:story · post 1 · WHEN/);
  });

  it.concurrent.each([
    [['entry', '2'], 'Quillon'],
    [['entry', 'Ondine'], 'Ondine'],
    [['scene', '2'], 'glossary_create'],
    [['thread', '3'], 'Ondine'],
    [['scene 2'], 'glossary_create'],
    [['post', '2'], '1 entry cites it\n  Quillon  “Quillon was a thief of bells'],
    [[], '3 entries, 3 scenes, 3 threads'],
  ])('answers %j', async (what, expected) => {
    const said = await run('annotate', 'inspect', ...what);
    expect(said.exitCode).toBe(0);
    expect(said.out).toContain(expected);
  });

  it.concurrent.each([
    [['Sona'], /no entry "Sona"\.\n {2}There is: Soma\./],
    [['scene', '9'], /no scene 9\.\n {2}Scenes are numbered from 1 to 3/],
    [['thread', '9'], /no thread 9\.\n {2}Threads are: 1, 2, 3\./],
    [['scene', 'two'], /"two" is not the number of a scene/],
    [['scene'], /The number of the scene is missing\.\n {2}Write it like "inspect scene 3"/],
    [['post', '9'], /no post 9\./],
  ])('says for %j what there is instead', async (what, message) => {
    const said = await run('annotate', 'inspect', ...what);
    expect(said).toMatchObject({ exitCode: 2, out: '' });
    expect(said.error).toMatch(message);
  });

  it('shows the post of a number that is no entry, and the scene it was read in', async () => {
    folder.write('late.jsonl', `${JSON.stringify({ id: 49773, body: 'Soma was gone by noon.' })}\n`);
    await run('import', 'late.jsonl', '--world', 'late');
    await run('annotate', 'run', '--world', 'late');
    const said = await run('annotate', 'inspect', '49773', '--world', 'late');
    expect(said).toMatchObject({ exitCode: 0, error: '' });
    expect(said.out).toMatch(
      /^Post 49773\n {2}thread \d+ "[^"]*" of late, scene 1 \(committed\)\n\n {2}Soma was gone by noon\./,
    );
  });

  it('gives a program the value', async () => {
    const said = await run('annotate', 'inspect', 'scene', '1', '--json');
    expect(JSON.parse(said.out)).toMatchObject({ threadTitle: 'One', scene: { status: 'committed' } });
  });
});

describe('status', () => {
  it('tells what was read, by what, and what it took', async () => {
    const said = (await run('annotate', 'status')).out.replace(/\s+/g, ' ');
    for (const part of [
      'last outcome: finished',
      'Model openai:story, prompt ',
      'the file is as it was when it was read last',
      'Scenes 3 of 3 read',
      'Posts 3 processed; last read: post 3, thread 3',
      'Entries 3 now (0 confirmed); 3 created, 0 updated',
      'Folds none',
    ])
      expect(said).toContain(part);
  });
});

describe('export', () => {
  it('goes into the world unless told otherwise, and reads back', async () => {
    const said = await run('annotate', 'export');
    const path = join(folder.path, 'world/exports/world.json');
    expect(said.out).toBe(`3 entries written to ${path}\n`);
    const glossary = parseExport(readFileSync(path, 'utf8'));
    expect(glossary.world).toBe('The Salt Road');
    expect(glossary.entries.map((entry) => entry.term).sort()).toEqual(['Ondine', 'Quillon', 'Soma']);
    const weights = glossary.entries.map((entry) => entry.salience);
    expect(weights).toEqual(weights.toSorted((one, other) => other - one));
  });

  it('goes to standard output for -, in every format, filtered', async () => {
    const yaml = await run('annotate', 'export', '--format', 'yaml', '--out', '-');
    expect(yaml.out).toContain('  term: Soma\n');
    const none = await run(
      'annotate',
      'export',
      '--format',
      'markdown',
      '--status',
      'confirmed',
      '--out',
      '-',
    );
    expect(none.out).toContain('0 entries');
    const tagged = await run('annotate', 'export', '--tag', 'character', '--out', '-');
    expect(JSON.parse(tagged.out).entries).toHaveLength(3);
  });

  it('takes the format from the ending, and refuses another one', async () => {
    await run('annotate', 'export', '--out', 'my.md');
    expect(readFileSync(join(folder.path, 'my.md'), 'utf8')).toMatch(/^# /);
    await run('annotate', 'export', '--out', 'my.YML');
    expect(readFileSync(join(folder.path, 'my.YML'), 'utf8')).toContain('  term: Soma\n');
    const torn = await run('annotate', 'export', '--out', 'torn.md', '--format', 'json');
    expect(torn).toMatchObject({ exitCode: 2, out: '' });
    expect(torn.error).toContain('torn.md is named like markdown, and --format says json.');
    expect(existsSync(join(folder.path, 'torn.md'))).toBe(false);
  });

  it('takes no place of what is no file, and makes no folder', async ({ onTestFinished }) => {
    const door = join(folder.path, 'door');
    const listening = Promise.withResolvers<void>();
    const server = createServer().listen(door, listening.resolve);
    onTestFinished(() => void server.close());
    await listening.promise;
    const said = await run('annotate', 'export', '--out', 'door');
    expect(said).toMatchObject({ exitCode: 2, out: '' });
    expect(said.error).toContain('door is not an ordinary file.');
    expect(lstatSync(door).isSocket()).toBe(true);
    const lost = await run('annotate', 'export', '--out', 'no/such/folder/a.json');
    expect(lost.exitCode).toBe(2);
    expect(lost.error).toMatch(/There is no folder .*no\/such\/folder\./);
    expect(existsSync(join(folder.path, 'no'))).toBe(false);
  });

  it('says what cannot be written, and leaves nothing half done', async () => {
    folder.write('file', 'x');
    const said = await run('annotate', 'export', '--out', 'file/glossary.json');
    expect(said.exitCode).toBe(5);
    expect(said.error).toMatch(/file\/glossary\.json cannot be written\.\n {2}Check its folder/);
    expect(existsSync(join(folder.path, 'file/glossary.json'))).toBe(false);
  });
});

describe('verify', () => {
  it('says that every check holds', async () => {
    const said = await run('annotate', 'verify');
    expect(said).toMatchObject({ exitCode: 0, error: '' });
    expect(said.out).toMatch(/^All \d+ checks hold: /);
  });

  it('names what does not hold, and leaves with 5', async () => {
    cpSync(join(folder.path, 'world'), join(folder.path, 'damaged'), { recursive: true });
    const { clock } = buildSystemEnvironment();
    const annotator = openAnnotator(openWorld(join(folder.path, 'damaged')), { clock, mustExist: true });
    annotator.connection.exec(`UPDATE evidence SET quote = 'Soma was a baker' WHERE entry_id = 1`);
    annotator.close();
    const said = await run('annotate', 'verify', '--world', 'damaged');
    expect(said.exitCode).toBe(5);
    expect(said.out).toMatch(/^\d+ problems? found\n {2}\S+ {2}\S/);
    const value = JSON.parse((await run('annotate', 'verify', '--world', 'damaged', '--json')).out);
    expect(value).toMatchObject({
      holds: false,
      problems: [{ code: 'evidence.moved' }, { code: 'revision.differs' }],
    });
  });
});
