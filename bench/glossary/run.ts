// Glossary bench: `node bench/glossary/run.ts [--set NAME] [--sample N --seed S] [--list]` prints the scores of each set.

import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { listCapitalRuns } from './baseline.ts';
import { buildControl } from './control.ts';
import {
  type Character,
  type Episode,
  type Headword,
  hasData,
  type LitBankDocument,
  type Post,
  readJson,
  readLines,
} from './data.ts';
import { listUnlisted } from './list-unlisted.ts';
import { type Decided, type Result, readWithRunner } from './read-with-runner.ts';
import { scoreGlossary } from './score.ts';
import { listEpisodeCharacters, scoreCharacters } from './score-characters.ts';
import { joinDocument, type NamedDocument, scoreNames } from './score-litbank.ts';

type Row = Readonly<Record<string, string | number>>;

const { values: options } = parseArgs({
  options: {
    set: { type: 'string', default: 'barsoom,litbank,david,huck,anna,crd3' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '7' },
    list: { type: 'boolean', default: false },
  },
});
function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function recallColumns(recall: readonly number[]): Row {
  return { '@100': recall[0] ?? 0, '@200': recall[1] ?? 0, '@400': recall[2] ?? 0, all: recall[3] ?? 0 };
}

async function runBarsoom(): Promise<readonly Row[]> {
  const posts = readLines<Post>('barsoom/posts.jsonl');
  const gold = readJson<readonly Headword[]>('barsoom/glossary.dev.json');
  const result = await readWithRunner(posts);
  const control = buildControl(posts);
  const rows = [
    { name: 'barsoom', entries: result.entries, speed: speedOf(result), stored: result.storedPerByte },
    { name: 'barsoom, capital runs', entries: listCapitalRuns(posts), speed: 0, stored: 0 },
  ].map(({ name, entries, speed, stored }) => {
    const { recall, missed, joined, ...score } = scoreGlossary(entries, gold, control);
    if (speed > 0)
      print(
        `barsoom missed: ${missed.join(', ')}; headwords under one entry: ${joined.join(', ') || 'none'}; refused: ${[...result.refused].map((pair) => pair.join(' ')).join(', ')}`,
      );
    const room = stored > 0 ? stored.toFixed(2) : '';
    return { set: name, ...recallColumns(recall), ...score, 'words/s': speed, 'db/text': room };
  });
  printUnlisted('barsoom', result, posts);
  printDecisions(result.decisions, Number(options.sample ?? 0), Number(options.seed));
  if (options.list)
    print(
      result.entries
        .map(
          (entry) =>
            `${entry.term} [${entry.aliases.join('|')}] ${entry.tags[0]} ${entry.salience.toFixed(1)}`,
        )
        .join('\n'),
    );
  if (options.sample !== undefined) printSample(result, Number(options.sample), Number(options.seed));
  return rows;
}

function speedOf(result: Result): number {
  return Math.round((result.words / result.milliseconds) * 1000);
}

/** Draws with a linear congruential generator: the same seed draws the same items everywhere. */
function draw<Item>(items: readonly Item[], size: number, seed: number): readonly Item[] {
  let state = seed >>> 0;
  const rest = [...items];
  const drawn: Item[] = [];
  while (drawn.length < size && rest.length > 0) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    drawn.push(...rest.splice(Math.floor((state / 2 ** 32) * rest.length), 1));
  }
  return drawn;
}

/** Draws only from entries that the story explains: the definitions of the others say that it does not explain them. */
function printSample(result: Result, size: number, seed: number): void {
  const explained = result.entries.filter(({ tags }) => !tags.includes('unexplained'));
  print(`explained: ${explained.length} of ${result.entries.length}`);
  for (const { term, tags, definition } of draw(explained, size, seed))
    print(`- ${term} (${tags[0]}): ${definition}`);
}

function printUnlisted(name: string, { entries }: Result, posts: readonly Post[]): void {
  const bodies = posts.map(({ body }) => body);
  print(
    `${name}, capitalised 20 times, but not an entry: ${listUnlisted(entries, bodies).join(', ') || 'none'}`,
  );
}

/** Prints how many decisions of each kind there are, and some of those that removed an entry. */
function printDecisions(decisions: readonly Decided[], size: number, seed: number): void {
  const counts = Map.groupBy(decisions, ({ outcome }) => outcome);
  print(`decisions: ${[...counts].map(([outcome, list]) => `${outcome} ${list.length}`).join(', ')}`);
  const taken = decisions.filter(({ outcome }) => outcome === 'REJECT' || outcome === 'MERGE');
  for (const { outcome, term, reason } of draw(taken, size, seed)) print(`- ${outcome} ${term}: ${reason}`);
}

async function runLitBank(): Promise<readonly Row[]> {
  const documents = readLines<LitBankDocument>('litbank/names.dev.jsonl');
  const results: NamedDocument[] = [];
  const runs: NamedDocument[] = [];
  for (const document of documents) {
    const post = joinDocument(document);
    const result = await readWithRunner([post]);
    if (options.list)
      print(
        `${document.doc}: ${result.entries.map(({ term, aliases }) => [term, ...aliases].join('|')).join(', ')}`,
      );
    results.push({ document, entries: result.entries });
    runs.push({ document, entries: listCapitalRuns([post]) });
  }
  return [
    { name: 'litbank', documents: results },
    // Whoever writes rules for the reader looks only at every second document. The others show whether the rules also
    // hold for texts that were not looked at.
    { name: 'litbank, 1st 3rd 5th …', documents: results.filter((_, index) => index % 2 === 0) },
    { name: 'litbank, 2nd 4th 6th …', documents: results.filter((_, index) => index % 2 === 1) },
    { name: 'litbank, capital runs', documents: runs },
  ].map(({ name, documents: named }) => {
    const { wrongPairs, missedPairs, ...score } = scoreNames(named);
    if (options.list && named === results)
      print(
        `names wrongly under one entry:\n${wrongPairs.join('\n')}\nnames wrongly under different entries:\n${missedPairs.join('\n')}`,
      );
    return { set: name, ...score };
  });
}

async function runNovel(
  name: string,
  posts: readonly Post[],
  characters: readonly Character[],
): Promise<readonly Row[]> {
  const result = await readWithRunner(posts);
  const bodies = posts.map(({ body }) => body);
  const ours = scoreCharacters(result.entries, characters, bodies);
  const runs = listCapitalRuns(posts);
  const theirs = scoreCharacters(runs, characters, bodies);
  print(`${name} missed: ${ours.missed.join(', ')}; behind the first 200: ${ours.late.join(', ')}`);
  printUnlisted(name, result, posts);
  if (ours.split.length > 0) print(`${name}, several entries: ${ours.split.join('; ')}`);
  if (options.list)
    print(
      result.entries
        .slice(0, 420)
        .map(
          (entry) =>
            `${entry.term}[${entry.aliases.join('|')}] ${entry.tags[0]} ${entry.salience.toFixed(1)}`,
        )
        .join('; '),
    );
  if (options.sample !== undefined) printSample(result, Number(options.sample), Number(options.seed));
  return [
    {
      set: name,
      entries: result.entries.length,
      ...recallColumns(ours.recall),
      lenient: ours.lenient.join(' '),
      'entries/character': ours.entriesPerCharacter.toFixed(2),
      'words/s': speedOf(result),
    },
    {
      set: `${name}, capital runs`,
      entries: runs.length,
      ...recallColumns(theirs.recall),
      lenient: theirs.lenient.join(' '),
      'entries/character': theirs.entriesPerCharacter.toFixed(2),
    },
  ];
}

function readNovel(name: string): Promise<readonly Row[]> {
  const { characters } = readJson<{ characters: readonly Character[] }>(`novels/${name}.characters.json`);
  return runNovel(name, readLines<Post>(`novels/${name}.posts.jsonl`), characters);
}

const sets: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  barsoom: runBarsoom,
  litbank: runLitBank,
  david: () => readNovel('david'),
  huck: () => readNovel('huck'),
  anna: () => readNovel('anna'),
  crd3: () =>
    runNovel(
      'crd3',
      readLines<Post>('crd3/posts.dev.jsonl'),
      listEpisodeCharacters(readJson('crd3/wiki.dev.json') satisfies Record<string, Episode>),
    ),
};

async function main(): Promise<void> {
  if (!hasData()) {
    print('The shared evaluation data (../shared/data) is not here: nothing to measure.');
    return;
  }
  const rows: Row[] = [];
  for (const name of options.set.split(',')) rows.push(...((await sets[name]?.()) ?? []));
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const table = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...table.map((line) => (line[index] ?? '').length)));
  print(
    table.map((line) => line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')).join('\n'),
  );
  const folder = new URL('./results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('glossary.json', folder), `${JSON.stringify(rows, null, 2)}\n`);
}

await main();
