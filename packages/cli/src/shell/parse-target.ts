// Parses what somebody asks `why` about: an item by its number, an event, or a fragment by its key.

import { UsageError } from '@terrarium/kernel/errors';
import type { Target } from '@terrarium/memory/presence';

type ItemTarget = Extract<Target, { readonly item: unknown }>;
type EventTarget = Extract<Target, { readonly event: unknown }>;

const numbered = /^(?:(item|event|moment)\s+)?(\d{1,15})$/iu;
const named = /^(?:fragment\s+)?\[?([a-z][a-z0-9-]*)\]?$/u;

/** `12` and `item 12` are items, `event 12` and `moment 12` an event, `fragment pier`, `[pier]` and `pier` a fragment. */
export function parseTarget(text: string): Target {
  const number = numbered.exec(text.trim());
  if (number !== null) {
    const id = Number(number[2]);
    const kind = number[1]?.toLowerCase() ?? 'item';
    return kind !== 'item' ? { event: id as EventTarget['event'] } : { item: id as ItemTarget['item'] };
  }
  const key = named.exec(text.trim())?.[1];
  if (key !== undefined) return { fragment: key };
  throw new UsageError({
    code: 'memory.bad-target',
    happened: `"${text}" is not the name of anything that can be in mind.`,
    todo: 'Name an item by its number (12), a moment (moment 34), or a fragment by its key (pier).',
  });
}
