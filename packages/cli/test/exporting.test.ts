// Exporting: a glossary in every format, as of a place, as a ladder, and back into another world.

import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, openStoryServer, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await run('import', 'story.jsonl', '--title', 'The Salt Road');
  const server = await openStoryServer();
  const read = (limit: string) =>
    run('annotate', 'run', '--model', 'openai:story', '--base-url', server.baseUrl, '--limit', limit);
  await read('1');
  await run('annotate', 'export', '--out', 'early.json');
  await read('9');
  await server.close();
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });
const read = (path: string) => readFileSync(join(folder.path, path), 'utf8');
const exported = (...argv: readonly string[]) => run('annotate', 'export', ...argv);

describe('export', () => {
  it('EX14: says how far a reading has come that is not at the end', async () => {
    expect(JSON.parse(read('early.json')).as_of).toMatchObject({ thread_id: 1, post_id: 1 });
    expect(JSON.parse((await exported('--out', '-')).out).as_of).toBeNull();
  });

  it.concurrent.each([
    [
      'worldinfo',
      'world.worldinfo.json',
      '"uid": 1',
      'SillyTavern (World Info, Import) and KoboldAI Lite read it.',
    ],
    ['lorebook', 'world.lorebook.json', '"spec": "lorebook_v3"', 'SillyTavern and KoboldAI Lite do not'],
    ['wiki', 'world.html', '<title>The Salt Road</title>', ''],
  ])('EX6: goes into the world as %s, and says which programs read it', async (format, name, ...parts) => {
    const said = await exported('--format', format);
    expect(said).toMatchObject({ exitCode: 0, error: '' });
    expect(said.out).toContain(`3 entries written to ${join(folder.path, 'world/exports', name)}\n`);
    const [expected, readers] = parts;
    expect(said.out.replace(/\s+/g, ' ')).toContain(readers);
    expect(read(`world/exports/${name}`)).toContain(expected);
  });

  it('EX8: holds nothing later than the place it was asked for, and is named after it', async () => {
    const said = await exported('--format', 'wiki', '--as-of', 'thread:2');
    expect(said.out).toContain('2 entries written to ');
    const page = read('world/exports/world (through thread 2).html');
    expect([page.includes('Quillon'), page.includes('Ondine'), page.includes('Three')]).toEqual([
      true,
      false,
      false,
    ]);
    await exported('--as-of', 'before Three', '--format', 'yaml');
    expect(read('world/exports/world (before Three).yaml')).toContain('thread_id: 2');
    const first = await exported('--as-of', 'revision:1', '--out', '-');
    expect(JSON.parse(first.out).entries).toHaveLength(1);
  });

  it('EX8: makes a ladder: a file for the end of each thread', async () => {
    const said = await exported('--ladder', '--format', 'lorebook');
    expect(said.out).toBe(`3 files written to ${join(folder.path, 'world/exports/world-ladder')}\n`);
    const names = readdirSync(join(folder.path, 'world/exports/world-ladder'));
    expect(names).toEqual([1, 2, 3].map((thread) => `world (through thread ${thread}).lorebook.json`));
    const counts = names.map(
      (name) => JSON.parse(read(`world/exports/world-ladder/${name}`)).data.entries.length,
    );
    expect(counts).toEqual([1, 2, 3]);
  });

  it('makes a vault, and leaves alone what a person changed in it', async () => {
    const said = await exported('--format', 'vault', '--out', 'vault');
    expect(said.out).toBe(`3 entries written to ${join(folder.path, 'vault')}, 10 notes\n`);
    expect(read('vault/Glossary/Character/Soma.md')).toContain('[[Posts/1#^p1-1|§1]]');
    folder.write('vault/Index.md', 'mine');
    const again = await exported('--format', 'vault', '--out', 'vault');
    expect(again.out).toContain('1 note you changed yourself stayed as it is:\n  Index.md\n');
    expect(read('vault/Index.md')).toBe('mine');
  });

  it('EX4: names the thread a quote stands in, in Markdown', async () => {
    expect((await exported('--format', 'md', '--out', '-')).out).toContain('(post 1, One)');
  });

  it('refuses an ending that says no format, and a tag that nothing has, naming those there are', async () => {
    const pdf = await exported('--out', 'glossary.pdf');
    expect(pdf).toMatchObject({ exitCode: 2, out: '' });
    expect(pdf.error.replace(/\s+/g, ' ')).toMatch(
      /No format is named like \.pdf.*\.html.*--format: json, yaml/,
    );
    expect(existsSync(join(folder.path, 'glossary.pdf'))).toBe(false);
    expect((await exported('--out', 'notes.txt', '--format', 'md')).exitCode).toBe(0);
    const tagged = await exported('--tag', 'dragon', '--out', '-');
    expect(tagged).toMatchObject({ exitCode: 2, out: '' });
    expect(tagged.error.replace(/\s+/g, ' ')).toMatch(
      /No entry has the tag "dragon"\. Tags there are: .*character/,
    );
  });

  it('writes through a link and leaves it one', async () => {
    folder.write('real.json', 'old');
    symlinkSync('real.json', join(folder.path, 'link.json'));
    expect((await exported('--out', 'link.json')).exitCode).toBe(0);
    expect(lstatSync(join(folder.path, 'link.json')).isSymbolicLink()).toBe(true);
    expect(JSON.parse(read('real.json')).entries).toHaveLength(3);
  });

  it('puts whole posts into a wiki when told', async () => {
    await exported('--format', 'wiki', '--out', 'posts.html', '--with-posts');
    await exported('--out', 'bare.html');
    const sentence = 'At dawn Soma opened the gate.';
    expect([read('posts.html').includes(sentence), read('bare.html').includes(sentence)]).toEqual([
      true,
      false,
    ]);
  });

  it.concurrent.each([
    [['--as-of', 'chapter:99'], /There is no chapter 99 in this world\.\n {2}There is: thread:1 \(One\)/],
    [['--as-of', 'snapshot:99'], /There is no snapshot 99\.\n/],
    [['--format', 'vault', '--out', '-'], /A vault is a folder of notes/],
    [['--format', 'vault', '--out', '.'], /is no vault of ours\.\n {2}Name a folder that is new or empty/],
    [['--format', 'wiki', '--out', 'wiki.json'], /wiki\.json is named like json, and --format says wiki\./],
    [['--ladder', '--out', '-'], /standard output takes one text\.\n/],
    [['--ladder', '--format', 'vault'], /a vault is one folder\.\n/],
    [['--ladder', '--as-of', 'thread:1'], /--as-of names one place\.\n/],
  ])('says for %j what would do', async (argv, message) => {
    const said = await exported(...argv);
    expect(said).toMatchObject({ exitCode: 2, out: '' });
    expect(said.error).toMatch(message);
  });
});

describe('import-glossary', () => {
  it('EX13: takes over what was exported, into a world that has the story', async () => {
    await exported('--format', 'worldinfo', '--out', 'lore.json');
    await run('import', 'story.jsonl', '--title', 'The Salt Road', '--world', 'other');
    const said = await run('annotate', 'import-glossary', 'lore.json', '--world', 'other');
    expect(said).toMatchObject({ exitCode: 0, error: '', out: '3 entries taken over from lore.json.\n' });
    const [here, there] = await Promise.all([
      exported('--out', '-'),
      exported('--out', '-', '--world', 'other'),
    ]);
    expect(there.out).toBe(here.out);
    expect((await run('annotate', 'verify', '--world', 'other')).exitCode).toBe(0);
    const wiki = await exported('--format', 'wiki', '--world', 'other');
    expect(wiki).toMatchObject({ exitCode: 2, out: '' });
    expect(wiki.error).toMatch(
      /No thread was read in the world .* was taken over\.\n {2}Export the wiki in the world that read/,
    );
    const twice = await run('annotate', 'import-glossary', 'lore.json', '--world', 'other');
    expect(twice.exitCode).toBe(2);
    expect(twice.error).toMatch(/has a glossary already: 3 entries\.\n {2}Import the story into a new world/);
  });

  it('names what it leaves out, and refuses what is no glossary', async () => {
    const foreign = { entries: { 0: { uid: 0, key: ['Elsewhere'], content: 'x', comment: 'Elsewhere' } } };
    folder.write('foreign.json', JSON.stringify(foreign));
    await run('import', 'story.jsonl', '--world', 'third');
    const said = await run('annotate', 'import-glossary', 'foreign.json', '--world', 'third');
    expect(said.out).toContain('0 entries taken over');
    expect(said.out).toContain('"Elsewhere" has no source in the story and is left out.');
    const missing = await run('annotate', 'import-glossary', 'nowhere.json', '--world', 'third');
    expect(missing).toMatchObject({ exitCode: 2 });
    expect(missing.error).toContain('There is no file nowhere.json.');
    const story = await run('annotate', 'import-glossary', 'story.jsonl', '--world', 'third');
    expect(story.error).toMatch(/is not JSON\.\n {2}Take a file that was exported/);
    expect(existsSync(join(folder.path, 'third/annotator.db'))).toBe(true);
  });
});
