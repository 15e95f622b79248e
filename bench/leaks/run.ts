// Leak bench: `npm run bench:leaks [-- --list]` plants words from unread posts in definitions, and counts those caught.

import { parseArgs } from 'node:util';
import { buildChance } from '../draw.ts';
import { findFirstSentence } from '../first-sentence.ts';
import { type Headword, hasData, type Post, readJson, readLines } from '../glossary/data.ts';
import { openReadingDesk } from '../reading-desk.ts';
import { renderTable, writeResults } from '../report.ts';
import { type Draw, drawLeaks, drawQuoted, drawReworded, type LeakCase, listNameless } from './draw-cases.ts';
import { listInvented, listNames, listPrintedNames } from './story-names.ts';

const { values: options } = parseArgs({ options: { list: { type: 'boolean', default: false } } });
const seed = 11;

function print(text: string): void {
  process.stdout.write(text);
}

interface PrintedCharacter {
  readonly code: string;
  readonly name: string;
  readonly desc: string;
}

/**
 * The descriptions in a printed list of characters. A short code in a description stands for a name, and is replaced by
 * that name.
 */
function listPrinted(
  name: string,
): readonly { readonly names: readonly string[]; readonly definition: string }[] {
  const { characters } = readJson<{ characters: readonly PrintedCharacter[] }>(
    `novels/${name}.characters.json`,
  );
  const names = new Map(characters.map((one) => [one.code, one.name]));
  return characters.map((one) => ({
    names: [one.name],
    definition: one.desc.replace(/\b[A-Z]{2}\b/g, (code) => names.get(code) ?? code),
  }));
}

/** Builds a case for each headword of a printed list: its printed description, sent at the end of the story. */
function buildPrinted(posts: readonly Post[], printed: ReturnType<typeof listPrinted>): readonly LeakCase[] {
  return printed.flatMap(({ names, definition }) => {
    const first = findFirstSentence(posts, names);
    const readTo = posts.at(-1)?.id ?? 0;
    return first === undefined ? [] : [{ ...first, kind: 'a printed list', readTo, definition }];
  });
}

interface Judged extends LeakCase {
  readonly isTouched: boolean;
  readonly say: string;
}

/**
 * Sends each definition with an entry, and returns for each whether it was refused or remarked upon. A case is left out
 * if its entry is not admitted with a harmless definition.
 */
async function check(posts: readonly Post[], cases: readonly LeakCase[]): Promise<readonly Judged[]> {
  const desk = await openReadingDesk(posts);
  const judged: Judged[] = [];
  for (const one of cases.toSorted((a, b) => a.readTo - b.readTo)) {
    desk.readTo(one.readTo);
    const send = (definition: string) => {
      const evidence = [{ post_id: one.postId, label: one.label }];
      return desk.tryTool('glossary_create', { term: one.term, definition, tags: ['term'], evidence });
    };
    const plain = send('Somebody of the story.');
    if (!plain.ok || !plain.say.startsWith('<glossary_created')) continue;
    const { ok, say } = send(one.definition);
    judged.push({ ...one, say, isTouched: !ok || say !== plain.say });
  }
  desk.close();
  return judged;
}

interface StorySetting {
  readonly name: string;
  readonly others: readonly Post[];
  readonly printed: ReturnType<typeof listPrinted>;
  readonly isInventive: boolean;
}

async function measureStory({ name, others, printed, isInventive }: StorySetting) {
  const posts = readLines<Post>(name === 'barsoom' ? 'barsoom/posts.jsonl' : `novels/${name}.posts.jsonl`);
  const draw: Draw = { posts, names: listNames(posts), chance: buildChance(seed) };
  const cases = [
    ...drawLeaks(draw, draw.names, { kind: 'planted names', size: 70 }),
    ...drawLeaks(draw, listPrintedNames(posts, printed), { kind: 'planted headwords', size: 30 }),
    ...(isInventive ? drawLeaks(draw, listInvented(posts), { kind: 'planted words', size: 60 }) : []),
    ...drawQuoted(draw, 300),
    ...drawReworded(draw, listNameless(others), 360),
    ...buildPrinted(posts, printed),
  ];
  const judged = await check(posts, cases);
  const kinds = [...new Set(judged.map(({ kind }) => kind))];
  if (options.list) listSurprises(name, judged);
  return kinds.map((kind) => {
    const of = judged.filter((one) => one.kind === kind);
    return { set: name, kind, sent: of.length, touched: of.filter(({ isTouched }) => isTouched).length };
  });
}

function listSurprises(name: string, judged: readonly Judged[]): void {
  for (const { kind, isTouched, readTo, definition, say } of judged) {
    if (isTouched !== kind.startsWith('planted'))
      print(`${name} ${readTo}, ${kind}: ${definition}\n  ${say}\n`);
  }
}

async function main(): Promise<void> {
  if (!hasData()) {
    print('The shared evaluation data (../shared/data) is not here: nothing to measure.\n');
    return;
  }
  const [david, anna] = ['david', 'anna'].map((name) => readLines<Post>(`novels/${name}.posts.jsonl`));
  const headwords = readJson<readonly Headword[]>('barsoom/glossary.dev.json');
  const rows = [
    ...(await measureStory({ name: 'barsoom', others: david ?? [], printed: headwords, isInventive: true })),
    ...(await measureStory({
      name: 'anna',
      others: david ?? [],
      printed: listPrinted('anna'),
      isInventive: false,
    })),
    ...(await measureStory({
      name: 'david',
      others: anna ?? [],
      printed: listPrinted('david'),
      isInventive: false,
    })),
  ];
  const share = (touched: number, sent: number) => `${((100 * touched) / Math.max(1, sent)).toFixed(1)} %`;
  const sums = [true, false].map((isPlanted) => {
    const of = rows.filter(({ kind }) => kind.startsWith('planted') === isPlanted);
    const sent = of.reduce((sum, row) => sum + row.sent, 0);
    const touched = of.reduce((sum, row) => sum + row.touched, 0);
    return { set: 'all', kind: isPlanted ? 'planted' : 'true', sent, touched };
  });
  print(
    renderTable(
      ['set', 'kind', 'sent', 'touched', 'share'],
      [...rows, ...sums].map(({ set, kind, sent, touched }) => [
        set,
        kind,
        String(sent),
        String(touched),
        share(touched, sent),
      ]),
    ),
  );
  writeResults('leaks', [...rows, ...sums]);
}

await main();
