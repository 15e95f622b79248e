// Fills in the name of the person where the greeting of a character card says "User".
import { greetingOrigin, type MemoryEvent } from '../events/event.ts';
import { fillName } from './fill-name.ts';
import type { Waking } from './waking.ts';

/**
 * Fills in the name if the text is that of the greeting; any other text stays as it is. The card was written before it
 * was known with whom the companion would talk.
 */
export function fillGreeting(
  text: string,
  { id, side }: Pick<MemoryEvent, 'id' | 'side'>,
  { stores, personName }: Pick<Waking, 'stores' | 'personName'>,
): string {
  const isGreeting =
    id === 1 && side === 'companion' && stores.events.findByOrigin(greetingOrigin)?.id === id;
  return isGreeting ? fillName(text, personName) : text;
}
