// Reports how much of the evidence for a question is in the wakes of memories whose fragments were compiled beforehand.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@terrarium/kernel/open-database';
import { splitTerms } from '@terrarium/kernel/split-terms';
import { renderTable, writeResults } from '../report.ts';
import { type Conversation, readConversations } from './locomo.ts';
import type { PartOptions } from './part-options.ts';
import { openStockSearch } from './stock-search.ts';
import { fillTurns, openMemoryWakes, openWakes, type WakeBudgets } from './wake-evidence.ts';

/** The default budgets, and budgets for a wake about as large as a small context window can spare. */
const sizes: readonly { readonly name: string; readonly tokens: number; readonly budgets: WakeBudgets }[] = [
  { name: 'by default', tokens: 5_700, budgets: {} },
  {
    name: '1,100 tokens',
    tokens: 1_100,
    budgets: { workingMemory: 0, recall: 0, reserve: 0, conversation: 300, known: 400, echoes: 400 },
  },
];

interface Score {
  readonly size: string;
  readonly method: string;
  readonly category: number;
  readonly share: number;
  /** The share of the answer's words that are anywhere in the wake. */
  readonly told: number;
  readonly tokens: number;
}

/** `worlds`: folders of worlds, each with one of the evaluation's conversations, which was imported and compiled. */
export async function reportCompiled({ folder, worlds = [] }: PartOptions): Promise<string> {
  if (worlds.length === 0) return 'compiled: name the folders of worlds, such as `-- compiled world`.\n';
  const scores: Score[] = [];
  for (const [at, world] of worlds.entries())
    scores.push(...(await scoreWorld(world, join(folder, String(at)))));
  writeResults('memory', scores, 'compiled');
  const methods = [...new Set(scores.map(({ method }) => method))];
  const rows = sizes.flatMap(({ name }) =>
    methods.map((method) => {
      const some = scores.filter((one) => one.size === name && one.method === method);
      const several = some.filter(({ category }) => category === 1);
      return [
        `${method}, ${name}`,
        String(some.length),
        mean(some.map(({ share }) => share)),
        mean(several.map(({ share }) => share)),
        mean(several.map(({ share }) => (share === 1 ? 1 : 0))),
        mean(several.map(({ told }) => told)),
        mean(several.map(({ told }) => (told === 1 ? 1 : 0))),
        Math.round(some.reduce((sum, { tokens }) => sum + tokens, 0) / some.length).toString(),
      ];
    }),
  );
  const head = [
    'a compiled world',
    'questions',
    'evidence, %',
    'several facts, %',
    'all of several facts, %',
    'words of their answers, %',
    'all words, %',
    'tokens',
  ];
  return renderTable(head, rows);
}

async function scoreWorld(world: string, folder: string): Promise<readonly Score[]> {
  mkdirSync(folder, { recursive: true });
  const database = join(folder, 'memory.sqlite');
  for (const end of ['', '-wal'])
    if (existsSync(join(world, `memory.sqlite${end}`)))
      copyFileSync(join(world, `memory.sqlite${end}`), `${database}${end}`);
  const texts = readTexts(database);
  const conversation = findConversation(texts);
  const indexes = matchTurns(conversation, texts);
  const compiled = openMemoryWakes(conversation, { folder, indexes });
  const raw = openWakes(conversation, join(folder, 'raw'));
  const builtIn = openWakes(conversation, join(folder, 'built-in'));
  await builtIn.maintain();
  const stock = openStockSearch(conversation.turns, 2);
  const scores: Score[] = [];
  for (const { question, answer, category, evidence } of conversation.questions) {
    for (const { name: size, tokens, budgets } of sizes) {
      const note = (method: string, inside: ReadonlySet<number>, said: { text: string; tokens: number }) => {
        const share = evidence.filter((turn) => inside.has(turn)).length / evidence.length;
        const told = measureTold(answer, said.text);
        scores.push({ size, method, category, share, told, tokens: said.tokens });
      };
      const wakes = { 'compiled by hand': compiled, 'built-in writer': builtIn, 'not compiled': raw };
      for (const [method, { look }] of Object.entries(wakes)) {
        const wake = await look(question, budgets);
        note(method, wake.inside, wake);
      }
      const chosen = fillTurns(conversation, stock.rank(question), tokens);
      const text = [...chosen].map((turn) => conversation.turns[turn]?.text ?? '').join('\n');
      note('FTS5, ±2 turns', chosen, { text, tokens });
    }
  }
  for (const one of [compiled, raw, builtIn, stock]) one.close();
  return scores;
}

function measureTold(answer: string, text: string): number {
  const wanted = [...splitTerms(answer).counts.keys()];
  const there = splitTerms(text).counts;
  return wanted.length === 0 ? 1 : wanted.filter((term) => there.has(term)).length / wanted.length;
}

/** The texts of the messages, in the order of their arrival. */
function readTexts(path: string): readonly { readonly id: number; readonly text: string }[] {
  const connection = openDatabase({ path, title: 'the memory', migrations: [], schema: 'foreign' });
  const texts = connection.prepare<[], { id: number; text: string }>('SELECT id, text FROM event').all();
  connection.close();
  return texts;
}

function findConversation(texts: readonly { readonly text: string }[]): Conversation {
  const said = new Set(texts.map(({ text }) => text));
  const count = ({ turns }: Conversation) => turns.filter(({ text }) => said.has(text)).length;
  const [best] = readConversations().toSorted((one, other) => count(other) - count(one));
  if (best === undefined || count(best) < best.turns.length / 2)
    throw new Error('The world holds none of the conversations of the evaluation data.');
  return best;
}

/** Finds the turn of each event by its text; if several turns have the same text, the first that has no event yet. */
function matchTurns(
  { turns }: Conversation,
  texts: readonly { readonly id: number; readonly text: string }[],
): ReadonlyMap<number, number> {
  const free = Map.groupBy(turns.keys(), (at) => turns[at]?.text ?? '');
  return new Map(
    texts.flatMap(({ id, text }): readonly (readonly [number, number])[] => {
      const at = free.get(text)?.shift();
      return at === undefined ? [] : [[id, at]];
    }),
  );
}

function mean(values: readonly number[]): string {
  return ((100 * values.reduce((sum, value) => sum + value, 0)) / values.length).toFixed(1);
}
