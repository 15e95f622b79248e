// Admission bench: `npm run bench:admission [-- --list]` finds out which words the glossary admits at first sight.

import { parseArgs } from 'node:util';
import { listSentenceLabels } from '@terrarium/annotator/list-sentence-labels';
import { tagText } from '@terrarium/annotator/tag-text';
import { buildChance, drawItems } from '../draw.ts';
import { type FirstSentence, findFirstSentence } from '../first-sentence.ts';
import { type Character, type Headword, hasData, type Post, readJson, readLines } from '../glossary/data.ts';
import { openReadingDesk } from '../reading-desk.ts';
import { renderTable, writeResults } from '../report.ts';

const { values: options } = parseArgs({ options: { list: { type: 'boolean', default: false } } });
const seed = 7;
/** How many ordinary words and phrases are drawn from one story. */
const ordinarySize = 500;
const ordinaryPosts = 120;

/** A term proposed at a sentence of the story. */
type Proposal = FirstSentence;

type Outcome = 'admitted' | 'held' | 'refused';

function print(text: string): void {
  process.stdout.write(text);
}

/** Lists what a hasty model would propose: nouns in lower case, alone or with the word before them. */
function listOrdinary(posts: readonly Post[], headwords: ReadonlySet<string>): readonly Proposal[] {
  const chance = buildChance(seed);
  const found = drawItems(posts, ordinaryPosts, chance).flatMap((post) => listNouns(post, headwords));
  const words = found.map(({ word }) => word);
  const phrases = found.flatMap(({ phrase }) => phrase ?? []);
  const half = ordinarySize / 2;
  return [...drawItems(words, half, chance), ...drawItems(phrases, half, chance)];
}

interface Noun {
  readonly word: Proposal;
  /** The word with the adjective or noun before it. */
  readonly phrase: Proposal | undefined;
}

function listNouns({ id, body }: Post, headwords: ReadonlySet<string>): readonly Noun[] {
  return listSentenceLabels(body, { start: 0, end: body.length }).flatMap(({ label, start, end }) => {
    const tokens = tagText(body.slice(start, end));
    const propose = (term: string): Proposal => ({ term, postId: id, label });
    return tokens.flatMap((token, index): readonly Noun[] => {
      if (!isPlain(token, ['NOUN'], headwords)) return [];
      const before = tokens[index - 1];
      const isPhrase =
        before !== undefined && isPlain(before, ['ADJ', 'NOUN'], headwords) && token.start - before.end === 1;
      return [
        {
          word: propose(token.text),
          phrase: isPhrase ? propose(`${before.text} ${token.text}`) : undefined,
        },
      ];
    });
  });
}

function isPlain(
  { pos, text, lower }: ReturnType<typeof tagText>[number],
  kinds: readonly string[],
  headwords: ReadonlySet<string>,
): boolean {
  return kinds.includes(pos) && /^[a-z]{4,}$/.test(text) && !isOfHeadword(lower, headwords);
}

/** Whether a word belongs to the name of a headword, in the singular or the plural. */
function isOfHeadword(lower: string, headwords: ReadonlySet<string>): boolean {
  return headwords.has(lower) || headwords.has(lower.replace(/s$/, ''));
}

async function propose(
  posts: readonly Post[],
  proposals: readonly Proposal[],
): Promise<ReadonlyMap<Proposal, Outcome>> {
  const desk = await openReadingDesk(posts);
  const outcomes = new Map<Proposal, Outcome>();
  for (const proposal of proposals.toSorted((one, other) => one.postId - other.postId)) {
    desk.readTo(proposal.postId);
    const { ok, say } = desk.tryTool('glossary_create', {
      term: proposal.term,
      definition: 'A thing that is spoken of there.',
      tags: ['term'],
      evidence: [{ post_id: proposal.postId, label: proposal.label }],
    });
    const outcome = say.startsWith('<glossary_held') ? 'held' : 'admitted';
    outcomes.set(proposal, ok ? outcome : 'refused');
  }
  desk.close();
  return outcomes;
}

interface Row {
  readonly set: string;
  readonly proposed: number;
  readonly admitted: number;
  readonly held: number;
  readonly refused: number;
}

function count(set: string, outcomes: ReadonlyMap<Proposal, Outcome>): Row {
  const of = (wanted: Outcome) => [...outcomes.values()].filter((outcome) => outcome === wanted).length;
  return { set, proposed: outcomes.size, admitted: of('admitted'), held: of('held'), refused: of('refused') };
}

function list(title: string, outcomes: ReadonlyMap<Proposal, Outcome>, wanted: readonly Outcome[]): void {
  if (!options.list) return;
  const terms = [...outcomes].filter(([, outcome]) => wanted.includes(outcome)).map(([{ term }]) => term);
  print(`${title}: ${terms.join(', ')}\n`);
}

async function measureStory(
  name: string,
  posts: readonly Post[],
  names: readonly (readonly string[])[],
): Promise<readonly Row[]> {
  const first = names.flatMap((one) => findFirstSentence(posts, one) ?? []);
  const headwords = new Set(names.flat().flatMap((one) => one.toLowerCase().split(/[^\p{L}]+/u)));
  const wanted = await propose(posts, first);
  const ordinary = await propose(posts, listOrdinary(posts, headwords));
  list(`${name}, headwords that did not get in`, wanted, ['held', 'refused']);
  list(`${name}, ordinary words that got in`, ordinary, ['admitted']);
  return [count(`${name}, headwords`, wanted), count(`${name}, ordinary words`, ordinary)];
}

function measureNovel(name: string): Promise<readonly Row[]> {
  const { characters } = readJson<{ characters: readonly Character[] }>(`novels/${name}.characters.json`);
  const posts = readLines<Post>(`novels/${name}.posts.jsonl`);
  return measureStory(
    name,
    posts,
    characters.map((one) => [one.name, ...one.alt]),
  );
}

async function main(): Promise<void> {
  if (!hasData()) {
    print('The shared evaluation data (../shared/data) is not here: nothing to measure.\n');
    return;
  }
  const headwords = readJson<readonly Headword[]>('barsoom/glossary.dev.json').map(({ names }) =>
    names.flatMap((name) => [
      name,
      name.toLowerCase(),
      name.replace(/^(\p{Lu})/u, (letter) => letter.toLowerCase()),
    ]),
  );
  const rows = [
    ...(await measureStory('barsoom', readLines<Post>('barsoom/posts.jsonl'), headwords)),
    ...(await measureNovel('huck')),
    ...(await measureNovel('david')),
  ];
  const share = (part: number, { proposed }: Row) => `${((100 * part) / Math.max(1, proposed)).toFixed(1)} %`;
  print(
    renderTable(
      ['set', 'proposed', 'admitted', 'held', 'refused', 'got in'],
      rows.map((row) => [
        row.set,
        ...[row.proposed, row.admitted, row.held, row.refused].map(String),
        share(row.admitted, row),
      ]),
    ),
  );
  writeResults('admission', rows);
}

await main();
