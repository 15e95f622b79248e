// Opens a memory that heard a whole conversation, and finds out which of its turns are in a wake.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { openMemoryStores } from '@terrarium/memory/memory-stores';
import { openMemory } from '@terrarium/memory/open-memory';
import { parseUserMessage } from '@terrarium/memory/parse-message';
import type { Voices } from '@terrarium/memory/voices';
import { ingest, migrate } from '@terrarium/memory/wake';
import type { Conversation } from './locomo.ts';

export interface WakeBudgets {
  readonly echoes?: number;
  readonly workingMemory?: number;
  readonly recall?: number;
  readonly known?: number;
  readonly conversation?: number;
  readonly reserve?: number;
}

export const charactersPerToken = 4;
const { clock } = buildSystemEnvironment();
const dayMs = 86_400_000;
/** Counts tokens in the same way as the plainer methods that a wake is compared with. */
const tokens = {
  id: 'characters / 4',
  count: (text: string) => Math.ceil(text.length / charactersPerToken),
};

/** Opens a memory of the conversation; the questions are asked `askedAfterMs` after the last turn. */
export function openWakes(conversation: Conversation, folder: string, askedAfterMs = dayMs) {
  mkdirSync(folder, { recursive: true });
  const connection = migrate(join(folder, 'memory.sqlite'));
  const indexes = takeIn(connection, conversation, nameVoices(conversation));
  connection.close();
  return openMemoryWakes(conversation, { folder, indexes, askedAfterMs });
}

interface HeardMemory {
  /** The folder that contains the memory's `memory.sqlite`. */
  readonly folder: string;
  /** The turn of each event. */
  readonly indexes: ReadonlyMap<number, number>;
  readonly askedAfterMs?: number;
}

/** Opens a memory that has heard the conversation already. */
export function openMemoryWakes(
  conversation: Conversation,
  { folder, indexes, askedAfterMs = dayMs }: HeardMemory,
) {
  const database = join(folder, 'memory.sqlite');
  const connection = migrate(database);
  const voices = nameVoices(conversation);
  const nowMs = Math.max(...conversation.turns.map(({ atMs }) => atMs)) + askedAfterMs;
  const { wakes } = openMemoryStores(connection);
  const openWith = (budgets: WakeBudgets) =>
    openMemory({
      database,
      voices,
      tokens,
      budgets,
      clock: { ...clock, now: () => nowMs },
      timeZone: 'UTC',
      wakeContextPath: join(folder, 'wake-context.md'),
      wakeContextImagePath: join(folder, 'wake-context-image.md'),
      ambientPath: join(folder, 'ambient.md'),
    });
  const opened = new Map<string, ReturnType<typeof openWith>>();
  const openFirst = (budgets: WakeBudgets) => {
    const key = JSON.stringify(budgets);
    const memory = opened.get(key) ?? openWith(budgets);
    opened.set(key, memory);
    return memory;
  };
  const look = async (question: string, budgets: WakeBudgets = {}) => {
    const { wakeId = 0, sections } = await openFirst(budgets).wake({ message: question });
    const known = sections.find(({ name }) => name === 'known');
    const ledger = wakes.find(wakeId);
    const inside = [...(ledger?.recent ?? []), ...(ledger?.echoes ?? [])].filter(
      ({ left }) => left === undefined,
    );
    const told = (known?.lines ?? []).flatMap(({ text }) => [...text.matchAll(/\(#([\d, #]+)\)/g)]);
    const named = told.flatMap(([, list = '']) => list.match(/\d+/g) ?? []);
    const ids = [...inside.map(({ id }) => Number(id)), ...named.map(Number)];
    return {
      inside: new Set(ids.flatMap((id) => indexes.get(id) ?? [])),
      text: sections.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n'),
      tokens: sections.reduce((sum, { tokens: taken }) => sum + taken, 0),
    };
  };
  return {
    /**
     * Returns the text of a wake, and the indexes of the turns that are in it or that a fragment in it names as
     * sources.
     */
    look,
    async wake(question: string, budgets: WakeBudgets): Promise<ReadonlySet<number>> {
      return (await look(question, budgets)).inside;
    },
    /** Compiles the conversation without a model. */
    maintain: async () => void (await openFirst({}).maintain({ kind: 'light' })),
    close() {
      for (const memory of opened.values()) memory.close();
      connection.close();
    },
  };
}

function takeIn(connection: ReturnType<typeof migrate>, { turns }: Conversation, voices: Voices) {
  const indexes = new Map<number, number>();
  for (const [index, { speaker, text, atMs }] of turns.entries()) {
    const { eventId } = ingest(connection, parseUserMessage(text, { actor: findId(speaker), voices }), {
      voices,
      isCompanion: speaker !== turns[0]?.speaker,
      clock: { now: () => atMs },
    });
    indexes.set(eventId, index);
  }
  return indexes;
}

/** The first speaker counts as the person. */
function nameVoices({ turns }: Conversation): Voices {
  const first = turns[0]?.speaker ?? 'person';
  const second = turns.find(({ speaker }) => speaker !== first)?.speaker ?? 'companion';
  return {
    user: [{ id: findId(first), name: first }],
    companion: [{ id: findId(second), name: second }],
  };
}

function findId(speaker: string): string {
  return speaker.toLowerCase();
}

/**
 * Chooses turns in order of rank; one that does not fit into the rest of the budget is skipped. A turn costs its text
 * and its speaker; the first turn that is chosen from a session also costs a line with the date.
 */
export function fillTurns(
  { turns }: Conversation,
  order: readonly number[],
  budget: number,
): ReadonlySet<number> {
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
