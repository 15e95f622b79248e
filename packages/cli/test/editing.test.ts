// Editing: a person's word on the glossary, in one command or in a file.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, openStoryServer, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  folder.write('list.yaml', '- term: Soma\n');
  folder.write('torn.yaml', 'entries: [\n');
  await run('import', 'story.jsonl', '--title', 'The Salt Road');
  const server = await openStoryServer();
  await run('annotate', 'run', '--model', 'openai:story', '--base-url', server.baseUrl);
  await server.close();
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });
const edit = (...argv: readonly string[]) => run('annotate', 'edit', ...argv);

describe('annotate edit', () => {
  it('HU3: changes an entry as revisions of a person, and the world verifies', async () => {
    const said = await edit(
      'Soma',
      '--definition',
      'The keeper of the gate.',
      '--alias',
      'Keeper',
      '--reason',
      'I know her',
    );
    expect(said).toMatchObject({ exitCode: 0, error: '' });
    expect(said.out).toContain('"Soma" is changed.');
    expect(said.out).toContain('also Keeper');
    const again = await edit('keeper', '--definition', 'The keeper of the gate.');
    expect(again.out).toBe('It is so already: nothing changed.\n');
    const shown = await run('annotate', 'inspect', 'Soma');
    expect(shown.out).toMatch(/definition +human · post 3/);
    expect(shown.out).toContain('because: I know her');
    expect(await run('annotate', 'verify')).toMatchObject({ exitCode: 0 });
  });

  it('shows what was changed, not all that the entry stands on, and who else goes by a name', async () => {
    const said = await edit('Ondine', '--alias', 'Soma', '--reason', 'a test');
    expect(said.out).toContain('! "Soma" goes by that name too; --merge-into says that the two are one.');
    expect(said.out).toMatch(/aliases +human · post 3[\s\S]*because: a test/);
    expect(said.out).not.toContain('Stands on');
    const back = await edit('Ondine', '--remove-alias', 'Soma');
    expect(back.out).not.toContain('goes by that name too');
  });

  it('HU3: deletes and brings back, merges and takes apart', async () => {
    expect((await edit('Quillon', '--delete')).out).toContain('out of the glossary');
    expect((await edit('Quillon', '--restore')).out).toContain('"Quillon" is back.');
    expect((await edit('Quillon', '--merge-into', 'Ondine')).out).toContain('one with "Ondine"');
    expect((await run('annotate', 'inspect', 'Quillon')).out).toContain('Ondine');
    expect((await edit('Quillon', '--restore')).out).toContain('"Quillon" is back.');
    expect((await edit('Quillon', '--keep-apart', 'Ondine')).exitCode).toBe(0);
    const refused = await edit('Quillon', '--merge-into', 'Ondine');
    expect(refused.exitCode).toBe(2);
    expect(refused.error).toContain('were said to be two');
    expect(await run('annotate', 'verify')).toMatchObject({ exitCode: 0 });
  });

  it.concurrent.each([
    [['Sona', '--delete'], /no entry "Sona"\.\n {2}Did you mean "Soma"/],
    [['Soma'], /not said what to change/],
    [['--delete'], /not said which entry/],
    [['Soma', '--delete', '--status', 'confirmed'], /several things at once/],
    [['Soma', '--definition', ' '], /cannot be empty/],
    [['Soma', '--rename', '???'], /is no name/],
    [['Soma', '--restore'], /No entry "Soma" was deleted or merged/],
    [['--file', 'story.jsonl'], /The file/],
    [['--file', 'list.yaml'], /The file is no glossary, which begins with "world" and "entries"\./],
    [['--file', 'torn.yaml'], /neither YAML nor JSON: .*[^.:]\.\n/],
    [['--file', 'nowhere.yaml'], /There is no file nowhere\.yaml/],
  ])('refuses %j with what would do', async (argv, message) => {
    const said = await edit(...argv);
    expect(said).toMatchObject({ exitCode: 2, out: '' });
    expect(said.error).toMatch(message);
  });

  it('HU4: shows what a changed file would change, and changes it only when told to', async () => {
    const path = join(folder.path, 'glossary.yaml');
    await run('annotate', 'export', '--format', 'yaml', '--out', path);
    expect((await edit('--file', path)).out).toContain('nothing to change');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('Somebody of the story: Ondine.', 'The last ferrywoman of Vell.'));
    await edit('Soma', '--tag', 'character', '--tag', 'keeper');
    const shown = await edit('--file', path);
    expect(shown.out).toContain('+ definition: The last ferrywoman of Vell.');
    expect(shown.out).toContain('1 entry would change.');
    expect((await run('annotate', 'inspect', 'Ondine')).out).toContain('Somebody of the story');
    expect((await edit('--file', path, '--yes')).out).toContain('1 entry changed.');
    expect((await run('annotate', 'inspect', 'Ondine')).out).toContain('The last ferrywoman of Vell.');
    const soma = JSON.parse((await run('annotate', 'inspect', 'Soma', '--json')).out);
    expect(soma[0].entry.tags).toEqual(['character', 'keeper']);
  });

  it('HU4: says what a file cannot change: entries that were left out, and quotes', async () => {
    const path = join(folder.path, 'glossary.json');
    await run('annotate', 'export', '--out', path);
    const untouched = await edit('--file', path);
    expect(untouched.out).not.toContain('!');
    const { entries, ...head } = JSON.parse(readFileSync(path, 'utf8'));
    const [first, second] = entries;
    second.evidence[0].quote = 'Words that nobody wrote';
    writeFileSync(path, JSON.stringify({ ...head, entries: [first, second] }));
    const said = await edit('--file', path, '--yes');
    expect(said.out).toContain(
      `! Quotes stay as the story has them; the file has others for ${second.term}.`,
    );
    expect(said.out).toContain('! 1 entry of the glossary not in the file: kept.');
    expect(said.out).toContain('nothing to change');
    expect(JSON.parse((await edit('--file', path, '--json')).out)).toEqual({
      isApplied: false,
      entries: [],
      requoted: [second.term],
      missing: 1,
    });
    expect((await run('annotate', 'verify')).exitCode).toBe(0);
  });
});
