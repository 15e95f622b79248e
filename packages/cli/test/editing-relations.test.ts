// Editing relations: a file that was exported and changed by hand adds relations between entries, and removes them.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, openStoryServer, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await runTerrarium(['import', 'story.jsonl'], { cwd: folder.path });
  const server = await openStoryServer();
  await annotate('run', '--model', 'openai:story', '--base-url', server.baseUrl);
  await server.close();
});
afterAll(() => folder.remove());

const annotate = (...argv: readonly string[]) => runTerrarium(['annotate', ...argv], { cwd: folder.path });
const exportYaml = async (...argv: readonly string[]) =>
  (await annotate('export', '--format', 'yaml', '--out', '-', ...argv)).out;

/**
 * Applies the file, and checks that applying it again changes nothing. Returns what was shown about the changes
 * beforehand.
 */
async function applyFile(text: string): Promise<string> {
  folder.write('edited.yaml', text);
  const shown = await annotate('edit', '--file', 'edited.yaml');
  expect(shown.error).toBe('');
  const told = await annotate('edit', '--file', 'edited.yaml', '--json');
  expect(JSON.parse(told.out)).toMatchObject({ isApplied: false });
  expect((await annotate('edit', '--file', 'edited.yaml', '--yes')).exitCode).toBe(0);
  expect((await annotate('edit', '--file', 'edited.yaml', '--yes')).out).toContain('there is nothing to do');
  expect((await annotate('verify')).exitCode).toBe(0);
  return shown.out;
}

async function refuseFile(text: string): Promise<string> {
  folder.write('refused.yaml', text);
  const before = await exportYaml();
  const { error, exitCode } = await annotate('edit', '--file', 'refused.yaml', '--yes');
  expect(exitCode).toBe(2);
  expect(await exportYaml()).toBe(before);
  return error;
}

interface Shown {
  readonly id: number;
  readonly term: string;
  readonly aliases: readonly string[];
  readonly relations?: readonly { readonly kind: string; readonly term: string }[];
}

async function listEntries(...argv: readonly string[]): Promise<readonly Shown[]> {
  const { out } = await annotate('export', '--format', 'json', '--out', '-', ...argv);
  const { entries }: { readonly entries: readonly Shown[] } = JSON.parse(out);
  return entries;
}

async function listRelations(...argv: readonly string[]): Promise<readonly string[]> {
  const entries = await listEntries(...argv);
  return entries
    .flatMap(({ term, relations = [] }) => relations.map((one) => `${term} ${one.kind} ${one.term}`))
    .toSorted();
}

/** Adds lines at the end of an entry. */
function addBelow(text: string, term: string, lines: string): string {
  const [head = '', ...entries] = text.split(/^(?= {2}- id:)/mu);
  const changed = entries.map((entry) =>
    entry.includes(`    term: ${term}\n`) ? `${entry}${lines}` : entry,
  );
  return [head, ...changed].join('');
}

const vell =
  '  - term: Vell\n    definition: |\n      A town\n      of salt.\n    tags: [location]\n    evidence:\n      - quote: keeper of Vell\n';
const keeps = `    relations:
      - kind: lives in
        term: Vell
        evidence:
          quote: Soma was the keeper of Vell
`;
const left = `    relations:
      - kind: has in it
        term: Ondine
        evidence:
          - quote: Ondine was the last ferrywoman of Vell.
`;

it('HU10: relations to and of a new entry are shown, then made, from whichever end they are said', async () => {
  const before = await exportYaml();
  const shown = await applyFile(addBelow(before, 'Soma', keeps) + vell + left);
  expect(shown).toMatch(/^Soma\n {2}\+ relations: lives in Vell “Soma was the keeper of Vell”$/mu);
  expect(shown).toMatch(
    /^Vell {2}new, line \d+\n(?: {2}\+ .*\n)+ {2}\+ relations: has in it Ondine “Ondine was/mu,
  );
  expect(shown).toContain('2 entries would change.');
  const all = ['Ondine is in Vell', 'Soma is in Vell', 'Vell has in it Ondine', 'Vell has in it Soma'];
  expect(await listRelations()).toEqual(all);
  expect(await listRelations('--as-of', 'thread:1')).toEqual(['Soma is in Vell', 'Vell has in it Soma']);
});

it('HU10: a relation that is taken out at either end is taken back, and what stays unsaid stays', async () => {
  const text = await exportYaml();
  const without = text.replace(
    / {6}- kind: has in it\n {8}to: \d+\n {8}term: Soma\n[\s\S]*?(?=^ {2}- id|^ {6}- kind)/mu,
    '',
  );
  expect(without).not.toBe(text);
  expect(await applyFile(text.replace(/ {4}relations:\n(?: {6}.*\n)+/gu, ''))).toContain('nothing to do');
  const filtered = (await exportYaml('--tag', 'character')).replace(/$/u, '');
  expect(filtered).not.toContain('relations');
  expect(await applyFile(filtered.replaceAll(/( {4}evidence:\n)/gu, '    relations: []\n$1'))).toContain(
    'nothing to do',
  );
  const shown = await applyFile(without);
  expect(shown).toMatch(/^Vell\n {2}- relations: has in it Soma “Soma was the keeper of Vell”$/mu);
  expect(await listRelations()).toEqual(['Ondine is in Vell', 'Vell has in it Ondine']);
});

it('HU10: a relation has another kind in the file, and another quote is named as kept', async () => {
  const before = await exportYaml();
  const shown = await applyFile(
    before.replace('kind: is in', 'kind: rules').replace(/ {6}- kind: has in it\n(?: {8}.*\n)+/u, ''),
  );
  expect(shown).toContain('- relations: is in Vell');
  expect(shown).toContain('+ relations: rules Vell');
  expect(await listRelations()).toEqual(['Ondine rules Vell', 'Vell ruled by Ondine']);
  const after = await exportYaml();
  const requoted = after.replace(
    'quote: "Ondine was the last ferrywoman of Vell."\n    ',
    'quote: Ondine left.\n    ',
  );
  folder.write('requoted.yaml', requoted);
  const kept = await annotate('edit', '--file', 'requoted.yaml');
  expect(requoted).not.toBe(after);
  expect(kept.out).toContain('the file has other quotes for');
  expect(kept.out).toContain('there is nothing to do');
});

it.each([
  ['{ kind: adores, term: Vell }', 'the relation "adores", and there is no such kind of relation'],
  ['{ kind: serves }', 'a relation of "Quillon" that leads to nobody'],
  ['{ kind: serves, to: 1, term: Vell }', 'a relation of "Quillon" that leads to 1 and to "Vell"'],
  ['{ kind: serves, term: Soma }', 'Quillon: A relation needs a quote from the story, and none was given.'],
  ['{ kind: serves, term: Nemo }', 'Quillon: The glossary has no entry "Nemo".'],
  ['{ kind: serves, to: 99 }', 'Quillon: The glossary has no entry "#99".'],
  ['{ kind: serves, term: Vell, evidence: { quote: Quillon came by night. } }', 'names only one of the two'],
])('HU10: a relation that cannot stand is refused with its line: %s', async (relation, words) => {
  const text = addBelow(await exportYaml(), 'Quillon', `    relations:\n      - ${relation}\n`);
  const error = await refuseFile(text);
  expect(error).toContain(words);
  const line = text.slice(0, text.search(/ {2}- id: \d+\n {4}term: Quillon/u)).split('\n').length;
  expect(error).toMatch(new RegExp(`line ${line}\\b`, 'u'));
});

it('HU4: a new entry is merged at once, and kept apart from what it is not', async () => {
  const keeper = `  - term: The keeper
    definition: Soma, by what is kept.
    aliases: [keeper]
    evidence:
      - quote: Soma was the keeper of Vell
    merge_into: Soma
`;
  const thief = `  - term: thief
    definition: Another thief.
    evidence:
      - quote: Quillon was a thief of bells
    keep_apart: [Quillon, Soma]
`;
  const shown = await applyFile(`entries:\n${keeper}${thief}`);
  expect(shown).toMatch(/^The keeper {2}becomes one with Soma$/mu);
  expect(shown).toMatch(/^thief {2}is never the same as Quillon$/mu);
  expect((await listEntries()).find(({ term }) => term === 'Soma')?.aliases).toEqual([
    'The keeper',
    'keeper',
  ]);
  const apart = (await annotate('decisions')).out;
  expect(apart).toMatch(/Quillon.*thief/u);
  const thiefId = (await listEntries()).find(({ term }) => term === 'thief')?.id;
  // A person may take back that two entries are different.
  expect(await applyFile(`entries:\n  - id: ${thiefId}\n    merge_into: Quillon\n`)).toMatch(
    /^thief {2}becomes one with Quillon$/mu,
  );
  expect((await annotate('decisions')).out).not.toContain('are kept apart');
});

it('HU4: what a file took out comes back with "restore: true", with what else it says', async () => {
  const text = await exportYaml();
  const out = text
    .replace('    term: Ondine\n', '    term: Ondine\n    delete: true\n')
    .replace('    term: Quillon\n', '    term: Quillon\n    merge_into: Soma\n');
  await applyFile(out);
  expect((await listEntries()).map(({ term }) => term)).not.toContain('Ondine');
  folder.write('unchanged.yaml', text);
  expect((await annotate('edit', '--file', 'unchanged.yaml')).out).toContain('there is nothing to do');
  expect(await refuseFile(text.replace('story: Ondine', 'ferry: Ondine'))).toContain(
    'changes an entry that is no longer in the glossary',
  );
  const back = out
    .replace('delete: true', 'restore: true\n    definition: A ferrywoman.')
    .replace(/^ {4}definition: "Somebody of the story: Ondine\."\n/mu, '')
    .replace('merge_into: Soma', 'restore: true');
  const shown = await applyFile(back);
  expect(shown).toMatch(/^Ondine {2}back again\n {2}- definition: .*\n {2}\+ definition: A ferrywoman\.$/mu);
  expect(await listRelations()).toEqual(['Ondine rules Vell', 'Vell ruled by Ondine']);
  expect(await refuseFile('entries:\n  - id: 1\n    delete: true\n    restore: true\n')).toContain(
    'several things',
  );
  expect(await refuseFile('entries:\n  - term: X\n    definition: Y\n    restore: true\n')).toContain(
    'several things',
  );
});

it('HU10: what the file says of an entry that is gone since is refused with its line, and an untouched one is nothing', async () => {
  const text = await exportYaml();
  await annotate('edit', 'Quillon', '--delete');
  folder.write('untouched.yaml', text);
  expect((await annotate('edit', '--file', 'untouched.yaml')).out).toContain('there is nothing to do');
  const relation = '{ kind: serves, term: Vell, evidence: { quote: Quillon came by night. } }';
  const error = await refuseFile(addBelow(text, 'Quillon', `    relations:\n      - ${relation}\n`));
  expect(error).toMatch(/changes an entry that is no longer in the glossary: \d+ \(Quillon\), on line \d+/u);
  expect((await annotate('edit', 'Quillon', '--restore')).exitCode).toBe(0);
});
