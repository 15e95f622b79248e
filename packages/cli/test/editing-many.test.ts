// Editing many: a file that was exported and changed by hand adds, deletes, merges and retags entries, or changes nothing.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, openStoryServer, smallStory } from './support/small-story.ts';

let folder: Folder;
let exported = '';
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await runTerrarium(['import', 'story.jsonl'], { cwd: folder.path });
  const server = await openStoryServer();
  await annotate('run', '--model', 'openai:story', '--base-url', server.baseUrl);
  await server.close();
  exported = (await annotate('export', '--format', 'yaml', '--out', '-')).out;
});
afterAll(() => folder.remove());

const annotate = (...argv: readonly string[]) => runTerrarium(['annotate', ...argv], { cwd: folder.path });

async function listTerms(): Promise<readonly string[]> {
  const { out } = await annotate('export', '--format', 'json', '--out', '-');
  const { entries }: { readonly entries: readonly { readonly term: string }[] } = JSON.parse(out);
  return entries.map(({ term }) => term).toSorted();
}

/** Adds a line below the term of an entry in the export. */
const addLine = (text: string, term: string, line: string) =>
  text.replace(`    term: ${term}\n`, `    term: ${term}\n    ${line}\n`);

const vell = (quote: string) =>
  `  - term: Vell\n    definition: A town.\n    tags: [location]\n    evidence:\n      - quote: ${quote}\n`;

it('HU4: what a file cannot have done is named by line, and nothing is changed', async () => {
  const before = await listTerms();
  const text = addLine(exported, 'Quillon', 'merge_into: Nemo') + vell('Vell burnt');
  folder.write('wrong.yaml', text);
  const line = (sought: string) => text.slice(0, text.indexOf(sought)).split('\n').length;
  for (const yes of [[], ['--yes']]) {
    const { error, exitCode } = await annotate('edit', '--file', 'wrong.yaml', ...yes);
    expect(error).toContain(
      `- line ${line('  - term: Vell')}, Vell: The quote “Vell burnt” is not in a post that names "Vell"`,
    );
    expect(error).toMatch(/^- line \d+, Quillon: The glossary has no entry "Nemo"\./mu);
    expect(error).toContain('Nothing was changed.');
    expect(exitCode).toBe(2);
  }
  expect(await listTerms()).toEqual(before);
});

it.each([
  ['entries:\n\n  - term: Vell\n', 'has an entry on line 3 without a definition'],
  [
    'entries:\n  - id: 1\n    delete: maybe\n',
    'at "entries.0.delete" on line 2: it should have true or false there',
  ],
  ['entries:\n  - id: 1\n    status: sure\n', 'it should have tentative or confirmed there'],
  ['entries:\n  - id: 1\n    merge_into: [2]\n', 'it should have a whole number or a text there'],
  ['{"a": 1}', 'is not a glossary, which would begin with "world" and have a list "entries"'],
  ['[1]', 'is not a glossary, which would begin'],
  ['---\na: 1\n---\nb: 2\n', 'is not YAML or JSON: a line "---" divides it into several documents'],
  ['entries: &all []\nworld: *all\n', 'it has aliases (such as *name), which are not read'],
  [
    'entries:\n  - id: 1\n    delete: true\n    merge_into: 2\n',
    'several things at once for "entry 1" on line 2',
  ],
  ['entries:\n  - id: 99\n    term: X\n', 'names an entry that is not in the glossary: 99 (X), on line 2'],
])('HU4: what no line can mean is refused with the line: %j', async (text, words) => {
  folder.write('unclear.yaml', text);
  const { error, exitCode } = await annotate('edit', '--file', 'unclear.yaml');
  expect(error).toContain(words);
  expect(exitCode).toBe(2);
});

it('HU4: new, deleted, merged and retagged entries are shown, then applied as a person’s, once', async () => {
  const merged = addLine(exported, 'Quillon', 'merge_into: Soma');
  const deleted = addLine(merged, 'Ondine', 'delete: true');
  folder.write(
    'many.yaml',
    deleted.replace('      - character\n', '      - faction\n') + vell('keeper of Vell'),
  );
  const before = await listTerms();
  const shown = await annotate('edit', '--file', 'many.yaml');
  expect(shown.out).toMatch(/^Quillon {2}becomes one with Soma$/mu);
  expect(shown.out).toMatch(/^Ondine {2}deleted$/mu);
  expect(shown.out).toMatch(/^Vell {2}new, line \d+$/mu);
  expect(shown.out).toContain('+ tags: faction');
  expect(shown.out).toContain('Nothing has been changed yet');
  expect(await listTerms()).toEqual(before);
  await annotate('edit', '--file', 'many.yaml', '--yes', '--reason', 'read again');
  expect(await listTerms()).toEqual(['Soma', 'Vell']);
  const decisions = (await annotate('decisions')).out;
  expect(decisions).toMatch(
    /^merged +Quillon · into Soma \(entry \d+\)\n +.* a person .*\n +because: read again$/mu,
  );
  expect(decisions).toMatch(/^added +Vell\n +.* a person · from post 1 on /mu);
  const again = await annotate('edit', '--file', 'many.yaml', '--yes');
  expect(again.out).toContain('there is nothing to do');
  expect((await annotate('verify')).exitCode).toBe(0);
});
