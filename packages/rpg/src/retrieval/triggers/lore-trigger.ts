// Lore trigger: the schema of what must be said for a lorebook entry to come to mind, as it is stored with its note.

import { z } from 'zod';
import { isObject, type Json } from '../../values/json.ts';

/** Which of the second keys must be said, or not be said, for the first ones to count. */
export const secondLogics = ['any', 'not-all', 'not-any', 'all'] as const;

export const loreTrigger = z.strictObject({
  /** Plain words, or patterns between slashes. */
  keys: z.array(z.string()).default([]),
  second: z.array(z.string()).default([]),
  logic: z.enum(secondLogics).default('any'),
  isConstant: z.boolean().default(false),
  isCaseSensitive: z.boolean().default(false),
  isWholeWord: z.boolean().default(false),
  /** How likely the entry is to come to mind if its keys are said, in percent. */
  percent: z.number().min(0).max(100).default(100),
  /** Of two entries, the one with the higher order comes first, and stays if there is no room for both. */
  order: z.number().default(100),
  /** How many messages are looked through, the player's words among them. */
  depth: z.number().int().min(0).max(1_000).default(2),
  /**
   * For how many messages the entry stays in mind (`sticky`), for how many after that it cannot come to mind again
   * (`cooldown`), and after how many it may come for the first time (`delay`).
   */
  sticky: z.number().int().min(0).max(1_000).default(0),
  cooldown: z.number().int().min(0).max(1_000).default(0),
  delay: z.number().int().min(0).max(100_000).default(0),
  /** Only one of the entries of a group comes to mind. */
  groups: z.array(z.string()).default([]),
  /**
   * Whether the entry wins over entries of its group without priority. Of several with priority, the one with the
   * highest order wins.
   */
  hasPriority: z.boolean().default(false),
  /** The entry's weight when chance chooses among the entries of its group. */
  groupWeight: z.number().min(0).max(1_000_000).default(100),
  /** Whether the entry loses to entries of its group if more of their keys are said. */
  isScored: z.boolean().default(false),
});

export type LoreTrigger = z.output<typeof loreTrigger>;
/** A trigger as it is stored: members with their usual value are left out. */
export type WrittenTrigger = z.input<typeof loreTrigger>;

/** The trigger in the source of a note; undefined if there is none or it cannot be read. */
export function readTrigger(source: unknown): LoreTrigger | undefined {
  if (typeof source !== 'string' || !source.includes('"trigger"')) return undefined;
  const json = parse(source);
  const parsed = isObject(json) ? loreTrigger.safeParse(json['trigger']) : undefined;
  return parsed?.success === true ? parsed.data : undefined;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
