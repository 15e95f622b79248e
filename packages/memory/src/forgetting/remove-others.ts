// Removes from the words to be forgotten those that also occur in what stays: messages, names, other fragments.
import type { Connection } from '@terrarium/kernel/open-database';
import type { MemoryEvent } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { type Fragment, tiers } from '../fragments/fragment.ts';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import type { Voices } from '../tags/voices.ts';
import type { OwnWords } from './own-words.ts';

const eventsAtOnce = 500;

export interface Staying {
  /** The fragments that are forgotten. */
  readonly fragments: readonly Fragment[];
  /** Returns the text of a message that stays; the messages come in the order of their arrival. */
  readLeft(event: MemoryEvent): string;
}

export function removeOthers(
  { connection, voices }: { readonly connection: Connection; readonly voices: Voices },
  own: OwnWords,
  { fragments, readLeft }: Staying,
): void {
  removeNames(own, voices);
  removeFragments(connection, own, fragments);
  const events = openEventStore(connection);
  for (let page = events.readArrived({ afterId: 0, limit: eventsAtOnce }); page.length > 0; ) {
    for (const event of page) {
      own.remove(readLeft(event));
      own.remove(`${event.voice} ${new Date(event.atMs).getUTCFullYear()}`);
    }
    page = events.readArrived({ afterId: page.at(-1)?.id ?? 0, limit: eventsAtOnce });
  }
}

/**
 * Names of speakers, days and months are also shown with other texts, so they do not count as words of the forgotten
 * texts alone.
 */
function removeNames(own: OwnWords, { user, companion }: Voices): void {
  for (const { id, name } of [...user, ...companion]) own.remove(`${id} ${name}`);
  for (let number = 0; number < 12; number += 1) {
    const month = new Date(Date.UTC(2024, number, 15));
    const day = new Date(Date.UTC(2024, 0, 1 + number));
    for (const style of ['long', 'short'] as const) {
      own.remove(month.toLocaleDateString('en', { month: style, timeZone: 'UTC' }));
      own.remove(day.toLocaleDateString('en', { weekday: style, timeZone: 'UTC' }));
    }
  }
}

/**
 * Words that occur in other fragments are not the forgotten texts' own words. If fragments are forgotten, all
 * others count; otherwise only fragments that were not compiled from messages.
 */
function removeFragments(connection: Connection, own: OwnWords, going: readonly Fragment[]): void {
  const keys = new Set(going.map(({ key }) => key));
  for (const fragment of openFragmentStore(connection).list()) {
    if (keys.has(fragment.key) || (going.length === 0 && fragment.sources.length > 0)) continue;
    for (const tier of tiers) own.remove(fragment[tier]);
    own.remove(fragment.key.replaceAll('-', ' '));
  }
}
