// Evidence bench: `node bench/memory/evidence.ts` prints how much of what answers a question is inside the echoes.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEchoes } from '@terrarium/memory/find-echoes';
import { indexEvent } from '@terrarium/memory/index-event';
import { ingest } from '@terrarium/memory/ingest';
import { openMemoryDatabase } from '@terrarium/memory/open-memory-database';
import { parseUserMessage } from '@terrarium/memory/parse-message';
import { renderTable, writeResults } from '../report.ts';
import { type Conversation, readConversations } from './locomo.ts';
import { openStockSearch } from './stock-search.ts';

/** Turns that bear on a question, best first, as indexes. */
type Rank = (question: string) => readonly number[];

interface Method {
  readonly name: string;
  open(conversation: Conversation, folder: string): { readonly rank: Rank; close(): void };
}

const budgets = [500, 1000, 2000, 4000];
const charactersPerToken = 4;
const dayMs = 86_400_000;

const methods: readonly Method[] = [
  {
    name: 'newest first',
    open: ({ turns }) => ({ rank: () => [...turns.keys()].reverse(), close: () => undefined }),
  },
  { name: 'plain BM25', open: (conversation) => openStockSearch(conversation.turns, 0) },
  { name: 'BM25, ±2 turns', open: (conversation) => openStockSearch(conversation.turns, 2) },
  { name: 'echoes', open: openEchoes },
];

function openEchoes({ turns }: Conversation, folder: string): { rank: Rank; close(): void } {
  const connection = openMemoryDatabase({ path: join(folder, 'memory.sqlite') });
  for (const { speaker, text, atMs } of turns) {
    ingest(connection, parseUserMessage(text, { actor: speaker }), {
      side: 'user',
      clock: { now: () => atMs },
      indexEvent: (event, shownText) => indexEvent(connection, event, shownText),
    });
  }
  const nowMs = Math.max(...turns.map(({ atMs }) => atMs)) + dayMs;
  return {
    rank: (question) =>
      findEchoes(connection, {
        query: question,
        inView: new Set(),
        budgetTokens: Math.max(...budgets),
        tokens: { count: (text) => text.length / charactersPerToken },
        nowMs,
      }).map(({ event }) => event.id - 1),
    close: () => connection.close(),
  };
}

/** The turns that fit, in order of rank, each with its speaker, and one line with the date for each session. */
function fill({ turns }: Conversation, order: readonly number[], budget: number): ReadonlySet<number> {
  const chosen = new Set<number>();
  const dates = new Set<string>();
  let left = budget * charactersPerToken;
  for (const at of order) {
    const turn = turns[at];
    if (turn === undefined || chosen.has(at)) continue;
    const dateLine = dates.has(turn.date) ? 0 : turn.date.length + 1;
    const length = `${turn.speaker}: ${turn.text}\n`.length + dateLine;
    if (length > left) continue;
    left -= length;
    chosen.add(at);
    dates.add(turn.date);
  }
  return chosen;
}

interface Score {
  readonly conversation: string;
  readonly category: number;
  readonly isOldest: boolean;
  /** The share of its evidence that is inside, for each budget. */
  readonly shares: readonly number[];
}

function scoreMethod(method: Method, conversations: readonly Conversation[]): readonly Score[] {
  return conversations.flatMap((conversation) => {
    const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
    const { rank, close } = method.open(conversation, folder);
    const scores = conversation.questions.map(({ question, category, evidence }) => {
      const order = rank(question);
      const shares = budgets.map((budget) => {
        const inside = fill(conversation, order, budget);
        return evidence.filter((turn) => inside.has(turn)).length / evidence.length;
      });
      const isOldest = evidence.every((turn) => turn < conversation.turns.length / 4);
      return { conversation: conversation.id, category, isOldest, shares };
    });
    close();
    rmSync(folder, { recursive: true });
    return scores;
  });
}

function mean(scores: readonly Score[], budget: number): string {
  const sum = scores.reduce((total, { shares }) => total + (shares[budget] ?? 0), 0);
  return ((100 * sum) / scores.length).toFixed(1);
}

function buildRow(name: string, scores: readonly Score[], conversations: readonly Conversation[]): string[] {
  const oldest = scores.filter(({ isOldest }) => isOldest);
  const categories = [1, 2, 3, 4].map((wanted) => scores.filter(({ category }) => category === wanted));
  const each = conversations.map(({ id }) => scores.filter(({ conversation }) => conversation === id));
  return [
    name,
    ...budgets.map((_, budget) => mean(scores, budget)),
    ...[oldest, ...categories, ...each].map((some) => mean(some, 1)),
  ];
}

const conversations = readConversations();
const head = [
  'evidence recall',
  ...budgets.map(String),
  'oldest@1000',
  ...[1, 2, 3, 4].map((category) => `cat ${category}@1000`),
  ...conversations.map(({ id }) => id),
];
const rows = methods.map((method) =>
  buildRow(method.name, scoreMethod(method, conversations), conversations),
);
writeResults(
  join('memory', 'evidence'),
  rows.map((row) => Object.fromEntries(row.map((cell, at) => [head[at] ?? '', cell]))),
);
process.stdout.write(renderTable(head, rows));
