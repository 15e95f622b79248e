// Counts the changed facts whose newest statement is in the wake, and those for which only an outdated statement is there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { buildChance } from '../draw.ts';
import { renderTable, writeResults } from '../report.ts';
import { type Conversation, readConversations, type Turn } from './locomo.ts';
import type { PartOptions } from './part-options.ts';
import { openStockSearch } from './stock-search.ts';
import { charactersPerToken, openWakes } from './wake-evidence.ts';

const factsShape = z.object({
  facts: z.array(
    z.object({
      relation: z.string(),
      /**
       * Whoever writes rules looks only at the facts of the half `seen`. The facts of the half `held` are for
       * measuring.
       */
      half: z.enum(['seen', 'held']),
      question: z.string(),
      /** What was said about the fact, the oldest first; `mark` has words that occur in no other telling. */
      tellings: z.array(z.object({ text: z.string(), mark: z.string() })).min(2),
    }),
  ),
});
type Fact = z.infer<typeof factsShape>['facts'][number];

/** How many milliseconds after the preceding turn a fact is told. */
const tellingMs = 20_000;

interface Planted {
  readonly fact: Fact;
  /** The turns in which the fact was told, the oldest first. */
  readonly told: readonly Turn[];
}

interface Garden {
  readonly conversation: Conversation;
  readonly planted: readonly Planted[];
}

/**
 * Has the person tell each fact at a random point of the conversation, and each change of the fact in a later session.
 */
function plant(conversation: Conversation, facts: readonly Fact[], chance: () => number): Garden {
  const { turns } = conversation;
  const [first] = turns;
  const sessions = turns.flatMap((turn, at) => (turn.date === turns[at - 1]?.date ? [] : [at]));
  const inserted: { readonly after: number; readonly turn: Turn }[] = [];
  const planted = facts.map((fact): Planted => {
    const told = fact.tellings.map(({ text }, number): Turn => {
      const share = (number + 0.1 + 0.8 * chance()) / fact.tellings.length;
      const session = Math.floor(share * (sessions.length - 1));
      const [from = 0, until = turns.length] = sessions.slice(session, session + 2);
      const after = from + Math.floor(chance() * (until - from));
      const atMs = (turns[after]?.atMs ?? 0) + tellingMs;
      const turn = { speaker: first?.speaker ?? '', text, date: turns[after]?.date ?? '', atMs };
      inserted.push({ after, turn });
      return turn;
    });
    return { fact, told };
  });
  const grown = turns.flatMap((turn, at) => [
    turn,
    ...inserted.filter(({ after }) => after === at).map(({ turn: one }) => one),
  ]);
  return { conversation: { ...conversation, turns: grown, questions: [] }, planted };
}

interface Asked {
  readonly relation: string;
  readonly half: Fact['half'];
  readonly method: string;
  readonly hasNewest: boolean;
  /** Whether an outdated telling is in the wake, and the newest telling is not. */
  readonly isOutdated: boolean;
}

/** A telling is in the wake if its turn is, or if a text there has the words that only this telling has. */
function judge({ fact, told }: Planted, { turns, text }: Seen): Pick<Asked, 'hasNewest' | 'isOutdated'> {
  const there = fact.tellings.map(({ mark }, at) => {
    const turn = told[at];
    return (turn !== undefined && turns.has(turn)) || text.includes(mark);
  });
  const hasNewest = there.at(-1) === true;
  return { hasNewest, isOutdated: !hasNewest && there.includes(true) };
}

interface Seen {
  readonly turns: ReadonlySet<Turn>;
  readonly text: string;
}

async function ask({ conversation, planted }: Garden, folder: string): Promise<readonly Asked[]> {
  const { turns } = conversation;
  const { look, close } = openWakes(conversation, folder);
  const stocks = [0, 2].map((beside) => ({ beside, stock: openStockSearch(turns, beside) }));
  const asked: Asked[] = [];
  for (const one of planted) {
    const { relation, half, question } = one.fact;
    const wake = await look(question);
    const note = (method: string, seen: Seen) => asked.push({ relation, half, method, ...judge(one, seen) });
    note('a wake by default', { turns: pick(turns, wake.inside), text: wake.text });
    for (const { beside, stock } of stocks) {
      const name = beside === 0 ? 'plain full-text search' : `full-text search, ±${beside} turns`;
      note(name, { turns: fill(turns, stock.rank(question), wake.tokens), text: '' });
    }
  }
  close();
  for (const { stock } of stocks) stock.close();
  return asked;
}

function pick(turns: readonly Turn[], places: ReadonlySet<number>): ReadonlySet<Turn> {
  return new Set([...places].flatMap((at) => turns[at] ?? []));
}

/**
 * Chooses turns in order of rank, as many as fit into the tokens that the wake took; a turn that is too long for the
 * rest is skipped.
 */
function fill(turns: readonly Turn[], order: readonly number[], tokens: number): ReadonlySet<Turn> {
  const chosen = new Set<Turn>();
  let left = tokens * charactersPerToken;
  for (const at of order) {
    const turn = turns[at];
    if (turn === undefined || chosen.has(turn)) continue;
    const length = `${turn.speaker}: ${turn.text}\n`.length;
    if (length > left) continue;
    left -= length;
    chosen.add(turn);
  }
  return chosen;
}

/** The questions ask for the facts in other words, at the end of the whole talk. */
export async function reportUpdates({ folder, conversations: wanted }: PartOptions): Promise<string> {
  const tables: string[] = [];
  for (const name of lists) tables.push(await reportList(name, { folder: join(folder, name), wanted }));
  return tables.join('\n');
}

/**
 * One list has facts that were at hand when the vocabulary of relations was written; the other has facts in
 * other words.
 */
const lists = ['updates', 'fresh-updates'] as const;

async function reportList(
  name: (typeof lists)[number],
  { folder, wanted }: { readonly folder: string; readonly wanted: readonly number[] | undefined },
): Promise<string> {
  const path = join(import.meta.dirname, `${name}.json`);
  const { facts } = factsShape.parse(JSON.parse(readFileSync(path, 'utf8')));
  const conversations = readConversations();
  const asked: Asked[] = [];
  for (const [at, conversation] of conversations.entries()) {
    if (wanted?.includes(at) === false) continue;
    // Facts of one relation are neighbours in the list, so this puts them into different conversations.
    const some = facts.filter((_, number) => number % conversations.length === at);
    asked.push(...(await ask(plant(conversation, some, buildChance(at + 1)), join(folder, String(at)))));
  }
  writeResults('memory', asked, name);
  const methods = [...new Set(asked.map(({ method }) => method))];
  const rows = methods.flatMap((method) =>
    ['all', 'seen', 'held'].map((half) => {
      const some = asked.filter((one) => one.method === method && (half === 'all' || one.half === half));
      const share = (count: number) => ((100 * count) / some.length).toFixed(1);
      return [
        method,
        half,
        String(some.length),
        share(some.filter(({ hasNewest }) => hasNewest).length),
        share(some.filter(({ isOutdated }) => isOutdated).length),
      ];
    }),
  );
  const missed = asked
    .filter(({ method, half, hasNewest }) => method === methods[0] && half === 'seen' && !hasNewest)
    .map(({ relation, isOutdated }) => `${relation}${isOutdated ? ' (outdated)' : ''}`);
  const list = missed.length === 0 ? '' : `\nMissed of the seen half: ${missed.join(', ')}.\n`;
  return `${renderTable([name, 'half', 'asked', 'newest in it, %', 'only an outdated one, %'], rows)}${list}`;
}
