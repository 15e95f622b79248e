// Outputs that several tools give, said once: the same as their text, for programs.

import { z } from 'zod';

export const instantOutput = z.string().describe('A moment in ISO 8601, UTC');
/** A list that nobody changes. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).readonly();
}

export const count = z.int().min(0);
/** Of an event, an item, a run or a wake: what `why` and `revert` take. */
export const rowId = z.int();

export const itemOutput = z.object({
  item: rowId,
  kind: z.string().describe('feeling, thought, pattern, desc, plan, pin or secret'),
  content: z.string(),
  status: z.string(),
  event: rowId.describe('The message it came with'),
  created: instantOutput,
  due: instantOutput.nullable(),
});

export const planOutput = itemOutput.extend({ phase: z.string().describe('Such as upcoming or overdue') });

export const ingestedOutput = z.object({
  event: rowId,
  turn: count,
  effects: listOf(z.object({ effect: z.string(), item: rowId, kind: z.string() })),
  reports: z
    .array(z.object({ kind: z.string(), tag: z.string(), say: z.string() }))
    .describe('What of the message was not done, and why'),
});

export const wakeOutput = z.object({
  wake: rowId.nullable().describe('For why; null for a look'),
  turn: count,
  at: instantOutput,
  pressure: z.number(),
  tokens: count,
  sections: listOf(z.object({ name: z.string(), tokens: count })),
});

/** All of them are counted, and the first of them given. */
export function listOutput<Item extends z.ZodType>(item: Item) {
  return z.object({ total: count, items: listOf(item) });
}
