// Reports how many of the turns that answer a question are in the wake, compared with plainer ways to choose turns.

import { join } from 'node:path';
import { renderTable, writeResults } from '../report.ts';
import { type Conversation, readConversations } from './locomo.ts';
import type { PartOptions } from './part-options.ts';
import { openStockSearch } from './stock-search.ts';
import { fillTurns, openWakes, type WakeBudgets } from './wake-evidence.ts';

/** Chooses the turns to show for a question, as indexes. */
type Choose = (question: string, budget: number) => ReadonlySet<number> | Promise<ReadonlySet<number>>;

interface Method {
  readonly name: string;
  open(conversation: Conversation, folder: string): { readonly choose: Choose; close(): void };
}

const budgets = [500, 1000, 2000, 4000];
const categories = [1, 2, 3, 4];
/** What an answer needs, by category. */
const kinds: Readonly<Record<number, string>> = {
  1: 'several facts',
  2: 'times',
  3: 'inference',
  4: 'one fact',
};

const baselines: readonly Method[] = [
  {
    name: 'newest first',
    open: (conversation) => ({
      choose: (_, budget) => fillTurns(conversation, [...conversation.turns.keys()].reverse(), budget),
      close: () => undefined,
    }),
  },
  { name: 'plain BM25', open: (conversation) => openStock(conversation, 0) },
  { name: 'FTS5, ±2 turns', open: (conversation) => openStock(conversation, 2) },
];

/** A wake of echoes alone, which may take the whole budget. */
const echoesOnly: Method = {
  name: 'a wake, echoes only',
  open: (conversation, folder) =>
    openWake(conversation, folder, (echoes) => ({
      echoes,
      conversation: 0,
      reserve: 0,
      workingMemory: 0,
      recall: 0,
      known: 0,
    })),
};
/** Wakes of all sections with the default budgets: without maintenance, and after a run of the built-in writer. */
const wholeWakes: readonly Method[] = [false, true].map((isMaintained) => ({
  name: isMaintained ? 'a wake by default, maintained' : 'a wake by default',
  open: (conversation, folder) => openWake(conversation, folder, () => ({}), isMaintained),
}));

function openStock(conversation: Conversation, beside: number): ReturnType<Method['open']> {
  const { rank, close } = openStockSearch(conversation.turns, beside);
  return { choose: (question, budget) => fillTurns(conversation, rank(question), budget), close };
}

function openWake(
  conversation: Conversation,
  folder: string,
  split: (budget: number) => WakeBudgets,
  isMaintained = false,
): ReturnType<Method['open']> {
  const { wake, maintain, close } = openWakes(conversation, folder);
  const maintained = isMaintained ? maintain() : undefined;
  return {
    async choose(question, budget) {
      await maintained;
      return await wake(question, split(budget));
    },
    close,
  };
}

interface Score {
  readonly category: number;
  readonly isOldest: boolean;
  /** For each budget, the share of the question's evidence that was chosen. */
  readonly shares: readonly number[];
}

interface Scoring {
  readonly conversations: readonly Conversation[];
  readonly budgets: readonly number[];
  readonly folder: string;
}

async function scoreMethod(method: Method, { conversations, budgets, folder }: Scoring): Promise<Score[]> {
  const scores: Score[] = [];
  for (const conversation of conversations) {
    const { choose, close } = method.open(conversation, join(folder, `${conversation.id}-${scores.length}`));
    for (const { question, category, evidence } of conversation.questions) {
      const shares: number[] = [];
      for (const budget of budgets) {
        const inside = await choose(question, budget);
        shares.push(evidence.filter((turn) => inside.has(turn)).length / evidence.length);
      }
      const isOldest = evidence.every((turn) => turn < conversation.turns.length / 4);
      scores.push({ category, isOldest, shares });
    }
    close();
  }
  return scores;
}

function renderMean(scores: readonly Score[], budget: number): string {
  const sum = scores.reduce((total, { shares }) => total + (shares[budget] ?? 0), 0);
  return ((100 * sum) / scores.length).toFixed(1);
}

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

async function measure(methods: readonly Method[], scoring: Scoring): Promise<Table> {
  const at = scoring.budgets.length > 1 ? 1 : 0;
  const head = [
    'evidence inside, %, at tokens',
    ...scoring.budgets.map(String),
    ...['oldest quarter', ...categories.map((category) => `category ${category}`)].map(
      (title) => `${title} @${scoring.budgets[at]}`,
    ),
  ];
  const rows: string[][] = [];
  for (const [index, method] of methods.entries()) {
    const scores = await scoreMethod(method, { ...scoring, folder: join(scoring.folder, String(index)) });
    const oldest = scores.filter(({ isOldest }) => isOldest);
    const byCategory = categories.map((wanted) => scores.filter(({ category }) => category === wanted));
    rows.push([
      method.name,
      ...scoring.budgets.map((_, budget) => renderMean(scores, budget)),
      ...[oldest, ...byCategory].map((some) => renderMean(some, at)),
    ]);
  }
  return { head, rows };
}

/**
 * For the questions of each kind: how much of their evidence a wake holds, and for how many questions it holds all the
 * evidence.
 */
async function measureKinds(methods: readonly Method[], scoring: Scoring): Promise<Table> {
  const titles = ['all kinds', ...categories.map((category) => kinds[category] ?? '')];
  const head = [
    `at ${scoring.budgets[0]} tokens, %`,
    ...titles.flatMap((title) => [`${title}: evidence`, 'all of it']),
  ];
  const rows: string[][] = [];
  for (const [index, method] of methods.entries()) {
    const scores = await scoreMethod(method, { ...scoring, folder: join(scoring.folder, String(index)) });
    const groups = [
      scores,
      ...categories.map((wanted) => scores.filter(({ category }) => category === wanted)),
    ];
    rows.push([method.name, ...groups.flatMap((some) => [renderMean(some, 0), renderWhole(some)])]);
  }
  return { head, rows };
}

function renderWhole(scores: readonly Score[]): string {
  return ((100 * scores.filter(({ shares }) => shares[0] === 1).length) / scores.length).toFixed(1);
}

/**
 * How many tokens all sections of a wake may take together by default. The page about the companion and the message
 * are not counted.
 */
const wholeWake = 5_700;

/** The method to beat is SQLite's own search, with the turns beside each hit. */
export async function reportEvidence({ folder, conversations: wanted }: PartOptions): Promise<string> {
  const conversations = readConversations().filter((_, at) => wanted === undefined || wanted.includes(at));
  const alone = await measure([...baselines, echoesOnly], {
    conversations,
    budgets,
    folder: join(folder, 'alone'),
  });
  const whole = await measureKinds([...baselines, ...wholeWakes], {
    conversations,
    budgets: [wholeWake],
    folder: join(folder, 'whole'),
  });
  writeResults('memory', { alone, whole }, 'evidence');
  return [alone, whole].map(({ head, rows }) => renderTable(head, rows)).join('\n');
}
