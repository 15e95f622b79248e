// Lists items of the companion's answers that are about a forgotten moment, and answers that repeat the moment's words.
import type { Connection } from '@terrarium/kernel/open-database';
import type { EventId, MemoryEvent } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { showSpans } from '../events/show-event.ts';
import { isAskingToForget } from '../facts/is-asking-to-forget.ts';
import type { Voices } from '../tags/voices.ts';
import type { ItemId } from '../working-memory/item.ts';
import { openWorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import type { Part, TaggedText } from './cut-parts.ts';
import { openForgettingStore } from './forgetting-store.ts';
import { type GoingMoment, readGone } from './going-moment.ts';
import { collectOwnWords } from './own-words.ts';
import { removeOthers } from './remove-others.ts';

export interface Answering {
  /** Each item with the moment in whose answer it was held in mind. */
  readonly answering: ReadonlyMap<ItemId, EventId>;
  /** Sentences of the companion's answers, outside of tags. Each has a word of the moment that no answer shows. */
  readonly thinking: ReadonlyMap<EventId, readonly Part[]>;
  /** The answers that show words of the answered moment which no other message has. */
  readonly repeating: readonly EventId[];
}

interface Answer {
  readonly id: EventId;
  readonly text: string;
  readonly shown: string;
  readonly answered: EventId;
}

/**
 * An item of an answer is about the answered moment if it has a telling word: a word of this moment that no other
 * message has and that no answer shows.
 */
export function listAnswering(
  ground: { readonly connection: Connection; readonly voices: Voices },
  going: ReadonlyMap<EventId, GoingMoment>,
): Answering {
  const { connection } = ground;
  if (going.size === 0) return { answering: new Map(), thinking: new Map(), repeating: [] };
  const events = openEventStore(connection);
  const own = collectOwnWords([...going.values()].map(readGone));
  const answers: Answer[] = [];
  let answered: EventId | undefined;
  // What another companion says aloud is on the user's side, and is itself an answer to the same moment.
  const otherCompanions = new Set(
    ground.voices.user.filter(({ role }) => role === 'companion').map(({ id }) => id),
  );
  const readLeft = ({ id, side, voice, text }: MemoryEvent) => {
    if (side === 'user' && (going.has(id) || !otherCompanions.has(voice)))
      answered = going.has(id) ? id : undefined;
    const moment = going.get(id);
    if (moment !== undefined) return moment.rest.text;
    if (side === 'user' || answered === undefined) return cutAsking(text);
    answers.push({ id, text, shown: showSpans(events.readSpans(id)), answered });
    return '';
  };
  removeOthers(ground, own, { fragments: [], readLeft });
  const repeating = answers.filter(({ shown }) => own.isToldIn(shown)).map(({ id }) => id);
  for (const { shown } of answers) own.remove(shown);
  const thinking = answers.map(({ id, text }) => {
    const parts = listUntagged({ text, spans: events.readSpans(id) });
    return [id, parts.filter(({ from, to }) => own.isToldIn(text.slice(from, to)))] as const;
  });
  return {
    answering: listItems(connection, answers, own.isToldIn),
    thinking: new Map(thinking.filter(([, parts]) => parts.length > 0)),
    repeating,
  };
}

const tagMarks = /<\/?[a-z][\w-]*\s?\/?>/giu;
/** A mark within a word or a number ends no sentence. */
const sentences = /(?:[^\n.!?…]|[.!?…](?=[^\s.!?…]))+[.!?…]*/gu;

/** The sentences of a message outside of its tags. */
function listUntagged({ text, spans }: TaggedText): readonly Part[] {
  const fill = (part: string) => '\n'.repeat(part.length);
  let plain = text;
  for (const { start, content } of spans)
    plain = plain.slice(0, start) + fill(content) + plain.slice(start + content.length);
  return [...plain.replace(tagMarks, fill).matchAll(sentences)]
    .filter(([sentence]) => sentence.trim() !== '')
    .map(({ 0: sentence, index }) => ({
      from: index + sentence.length - sentence.trimStart().length,
      to: index + sentence.length,
    }));
}

/**
 * Returns an empty text for a message that asks to have something forgotten: it only repeats the words of what is to be
 * forgotten.
 */
function cutAsking(text: string): string {
  return isAskingToForget(text) ? '' : text;
}

function listItems(
  connection: Connection,
  answers: readonly Answer[],
  isAbout: (text: string) => boolean,
): ReadonlyMap<ItemId, EventId> {
  const store = openForgettingStore(connection);
  const items = openWorkingMemoryStore(connection);
  const found = answers.flatMap(({ id, answered }) =>
    [...items.readContents(store.listItemsOf(id)).values()]
      .filter(({ content }) => content !== '' && isAbout(content))
      .map((item) => [item.id, answered] as const),
  );
  return new Map(found);
}
