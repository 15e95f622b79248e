// Journal: reads and renders the stored replies of an unfinished turn, so that none has to be asked for again.

import type { ModelReply, ToolCall } from '@terrarium/kernel/language-model';
import { z } from 'zod';
import type { Teller } from '../state/session.ts';
import type { Recollection } from './recollector.ts';

const calls = z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() }));

const reply = z.object({
  text: z.string(),
  reasoning: z.string(),
  calls,
  finish: z.enum(['stop', 'length', 'tool-calls', 'content-filter', 'other']),
});

const recollection = z.object({
  key: z.string(),
  kind: z.enum(['rule', 'lore', 'fact', 'event', 'preference']),
  text: z.string(),
  from: z.string(),
  because: z.string(),
});

const teller = z.object({ model: z.string(), promptVersion: z.string() });

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('recalled'), recalled: z.array(recollection) }),
  z.object({ kind: z.literal('reply'), reply, by: teller.optional() }),
  z.object({ kind: z.literal('check'), text: z.string() }),
  // Older programs stored under `meanwhile` whatever was asked for, allowed or not; such a line ends the journal.
  z.object({ kind: z.literal('elsewhere'), calls }),
]);

/** The part of a reply that the turn uses. */
export interface NotedReply extends Omit<ModelReply, 'usage'> {
  /** The model that replied; absent in drafts from before it was recorded. */
  readonly by?: Teller | undefined;
}

/**
 * What is left of the journal of an unfinished draft. Each function takes the first entry, and returns undefined if
 * that is of another kind.
 */
export interface Journal {
  takeRecalled(): readonly Recollection[] | undefined;
  takeReply(): NotedReply | undefined;
  /** Takes the text of a reply that checked a narrative. */
  takeCheck(): string | undefined;
  /** Takes the calls by which people elsewhere act; only those that may be made were stored. */
  takeMeanwhile(): readonly ToolCall[] | undefined;
}

export function renderRecalled(recalled: readonly Recollection[]): string {
  return JSON.stringify({ kind: 'recalled', recalled });
}

export function renderReply({ text, reasoning, calls, finish }: ModelReply, by: Teller): string {
  return JSON.stringify({ kind: 'reply', reply: { text, reasoning, calls, finish }, by });
}

export function renderMeanwhile(calls: readonly ToolCall[]): string {
  return JSON.stringify({ kind: 'elsewhere', calls });
}

export function renderCheck(text: string): string {
  return JSON.stringify({ kind: 'check', text });
}

/** A line that cannot be read ends the journal, since what comes after it would no longer fit. */
export function openJournal(lines: readonly string[]): Journal {
  const entries: z.infer<typeof entry>[] = [];
  for (const line of lines) {
    const parsed = entry.safeParse(readJson(line));
    if (!parsed.success) break;
    entries.push(parsed.data);
  }
  let next = 0;
  return {
    takeRecalled() {
      const first = entries[next];
      if (first?.kind !== 'recalled') return undefined;
      next += 1;
      return first.recalled;
    },
    takeReply() {
      const first = entries[next];
      if (first?.kind !== 'reply') return undefined;
      next += 1;
      return { ...first.reply, by: first.by };
    },
    takeCheck() {
      const first = entries[next];
      if (first?.kind !== 'check') return undefined;
      next += 1;
      return first.text;
    },
    takeMeanwhile() {
      const first = entries[next];
      if (first?.kind !== 'elsewhere') return undefined;
      next += 1;
      return first.calls;
    },
  };
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
