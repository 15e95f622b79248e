// Journal: what is written down of a turn as it comes, so that nothing that was paid for is asked again.

import type { ModelReply } from '@terrarium/kernel/language-model';
import { z } from 'zod';
import type { Recollection } from './recollector.ts';

const reply = z.object({
  text: z.string(),
  reasoning: z.string(),
  calls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
  finish: z.enum(['stop', 'length', 'tool-calls', 'content-filter', 'other']),
});

const recollection = z.object({
  key: z.string(),
  kind: z.enum(['rule', 'lore', 'fact', 'event', 'preference']),
  text: z.string(),
  from: z.string(),
  because: z.string(),
});

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('recalled'), recalled: z.array(recollection) }),
  z.object({ kind: z.literal('reply'), reply }),
]);

/** As much of a reply as the turn acts upon. */
export type NotedReply = Omit<ModelReply, 'usage'>;

/** What the journal of a draft that was left still holds, read from the front. */
export interface Journal {
  takeRecalled(): readonly Recollection[] | undefined;
  takeReply(): NotedReply | undefined;
}

export function renderRecalled(recalled: readonly Recollection[]): string {
  return JSON.stringify({ kind: 'recalled', recalled });
}

export function renderReply({ text, reasoning, calls, finish }: ModelReply): string {
  return JSON.stringify({ kind: 'reply', reply: { text, reasoning, calls, finish } });
}

/** A line that is none of ours ends the journal: what comes behind it would not fit any more. */
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
      return first.reply;
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
