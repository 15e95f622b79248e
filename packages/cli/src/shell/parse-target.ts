// Parses what somebody asks `why` about: an item by its number, an event, or a fragment by its key.

import { keyForm } from '@terrarium/memory/key-form';
import type { Target } from '@terrarium/memory/presence';

type ItemTarget = Extract<Target, { readonly item: unknown }>;
type EventTarget = Extract<Target, { readonly event: unknown }>;

const numbered = /^(?:(item|fact|event|moment)\s+)?(\d{1,15})$/iu;
const named = new RegExp(
  String.raw`^(?:fragment\s+\[?|\[)(?<key>${keyForm})\]?$|^(?<key>[a-z][a-z0-9-]*)\]?$`,
  'u',
);

/**
 * `12`, `item 12` and `fact 12` mean an item. `event 12` and `moment 12` mean an event. `fragment pier`, `[pier]` and
 * `pier` mean a fragment. Undefined for other words.
 */
export function parseTarget(text: string): Target | undefined {
  const number = numbered.exec(text.trim());
  if (number !== null) {
    const id = Number(number[2]);
    const kind = number[1]?.toLowerCase() ?? 'item';
    return kind === 'event' || kind === 'moment'
      ? { event: id as EventTarget['event'] }
      : { item: id as ItemTarget['item'] };
  }
  const key = named.exec(text.trim())?.groups?.['key'];
  return key === undefined ? undefined : { fragment: key };
}
