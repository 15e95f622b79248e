// Finds the item, moment or fragment that a person names by its number, its key or its words.
import { UsageError } from '@terrarium/kernel/errors';
import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { Connection } from '@terrarium/kernel/open-database';
import { collectQueryTerms } from '@terrarium/kernel/query-terms';
import { splitTerms } from '@terrarium/kernel/split-terms';
import { type Echo, searchEchoes } from '../echoes/search-echoes.ts';
import type { EventId } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { showEvent } from '../events/show-event.ts';
import { isAskingToForget } from '../facts/is-asking-to-forget.ts';
import { renderFactName } from '../facts/known-fact.ts';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import type { Target } from '../inspect/presence.ts';
import { keyForm } from '../tags/key-form.ts';
import { workingTags } from '../tags/tag.ts';
import { chooseItem, listHolding, listSaying } from '../working-memory/choose-item.ts';
import { describeItem, renderQuotedDue } from '../working-memory/describe-item.ts';
import { parseFactSubject } from '../working-memory/fact-subject.ts';
import type { ItemId, ItemKind, WorkingItem } from '../working-memory/item.ts';
import { openWorkingMemoryStore } from '../working-memory/working-memory-store.ts';

export interface Naming {
  /** The words of the person: `12`, `item 12`, `fact 12`, `moment 34`, `[pier]`, `lamp oil`. */
  readonly what: string;
  /** Which items words may name; a number may name any item. Secrets are never found by words. */
  readonly isMeant: (item: WorkingItem) => boolean;
  /** Whether moments and fragments may be named too, and not only items. */
  readonly isAnything: boolean;
  /**
   * Whether words also name moments that no search shows, because the words are private or the moment was set aside.
   * Only for words that the person types: otherwise, another program could find out word by word what a secret says.
   */
  readonly isHiddenToo?: boolean | undefined;
  /**
   * Whether the words mean everything that contains them, even if one item says exactly these words and
   * nothing more.
   */
  readonly isEvery?: boolean | undefined;
  readonly nowMs: number;
  /** The zone in which dates are shown; by default the machine's. */
  readonly timeZone?: string | undefined;
  /** What else a person may do about words that name several things, such as `or add --all`. */
  readonly advice?: string | undefined;
  /** Whether the words belong to a question, which changes nothing anyway. */
  readonly isQuestion?: boolean | undefined;
}

const momentWords: readonly string[] = ['event', 'moment'];
const itemKinds: readonly ItemKind[] = [...workingTags, 'fact'];
const numbered = new RegExp(
  `^(?:(${['item', ...itemKinds, ...momentWords].join('|')})\\s+)?#?(\\d{1,15})$`,
  'iu',
);
/** A sentence of a moment, maybe with its words: `moment 12 sentence 2: I saw it`, `sentence 2 of moment 12`. */
const sentenced =
  /^(?:(?:event|moment)\s+#?(?<moment>\d{1,15}),?\s+sentence\s+(?<number>\d{1,5})|sentence\s+(?<ofNumber>\d{1,5})\s+of\s+(?:event|moment)\s+#?(?<ofMoment>\d{1,15}))(?::\s(?<words>.+))?$/isu;
const keyed = new RegExp(String.raw`^(?:fragment\s+(${keyForm})|\[(${keyForm})\])$`, 'u');

/** Reads the key of a fragment from `[pier]` or `fragment pier`; undefined for any other text. */
export function readKey(what: string): string | undefined {
  return keyed.exec(what.trim())?.slice(1).find(Boolean);
}

/**
 * Finds the one thing that the words name. If they name nothing or several things, does not guess: throws a
 * `UsageError` that lists the things found.
 */
export function findNamed(connection: Connection, naming: Naming): Target {
  const [only, ...others] = findAllNamed(connection, naming);
  if (only === undefined) throw refuseNone(naming);
  if (others.length > 0) throw refuseSeveral(naming, [only, ...others]);
  return only.target;
}

export interface Named {
  readonly target: Target;
  /** A name for people, such as `moment 34 "I have oil."`. */
  readonly label: string;
  /** Whether it is a moment that has the words only because it asks to have them forgotten. */
  readonly isAsking?: boolean;
}

/**
 * With `isAnything`, finds everything that the words name; nothing if they name nothing. Without it, finds one item and
 * throws `UsageError` if the words mean none or several; the number of an event or the key of a fragment finds nothing.
 */
export function findAllNamed(connection: Connection, naming: Naming): readonly Named[] {
  const what = naming.what.trim();
  const ofNumber = readNumber(connection, what);
  if (ofNumber !== undefined && 'event' in ofNumber && !naming.isAnything) return [];
  if (ofNumber !== undefined) return [{ target: ofNumber, label: what }];
  const key = readKey(what);
  if (key !== undefined && !naming.isAnything) return [];
  if (key !== undefined) return [{ target: { fragment: key }, label: what }];
  if (naming.isAnything) return findAnything(connection, what, naming);
  return [{ target: findItem(connection, naming, what), label: what }];
}

/** Finds the fragment with this key. A correction of items never takes it, but shows the person how to name it. */
function findKey(connection: Connection, what: string): readonly Named[] {
  const keys = openFragmentStore(connection).listKeys();
  return keys.filter((key) => key === what).map((key) => ({ target: { fragment: key }, label: `[${key}]` }));
}

function findItem(connection: Connection, naming: Naming, what: string): Target {
  const match = chooseItem(what, listMeant(connection, naming), readLabelled);
  switch (match.outcome) {
    case 'found':
      return { item: match.item.id };
    case 'tied':
      throw refuseSeveral({ ...naming, advice: undefined }, nameItems(connection, match.items, naming));
    case 'missed':
      throw refuseNone(naming, [
        ...findKey(connection, what),
        ...nameItems(connection, match.nearest, naming),
      ]);
  }
}

/**
 * Finds what a number names, alone or after the name of a kind. If the item with this number is of another
 * kind, the number names nothing: `pin 4711` may be words.
 */
function readNumber(connection: Connection, what: string): Target | undefined {
  const named = sentenced.exec(what)?.groups;
  if (named !== undefined) {
    const { moment = named['ofMoment'], number = named['ofNumber'] } = named;
    const event = Number(moment) as EventId;
    return { event, sentence: Number(number), words: named['words']?.trim() };
  }
  const [, said = 'item', digits] = numbered.exec(what) ?? [];
  if (digits === undefined) return undefined;
  const kind = said.toLowerCase();
  const id = Number(digits);
  if (momentWords.includes(kind)) return { event: id as EventId };
  const isItem = kind === 'item' || openWorkingMemoryStore(connection).find(id as ItemId)?.kind === kind;
  return isItem ? { item: id as ItemId } : undefined;
}

function findAnything(connection: Connection, what: string, naming: Naming): readonly Named[] {
  const items = listMeant(connection, naming);
  const same = listSaying(what, items);
  if (same.length > 0 && naming.isEvery !== true) return nameItems(connection, same, naming);
  const fragments = openFragmentStore(connection)
    .listKeys()
    .filter((key) => key === what);
  const holding = listHolding(what, items, readLabelled);
  const moments = findMoments(connection, what, naming.nowMs);
  const shown = new Set(moments.flatMap(({ target }) => ('event' in target ? target.event : [])));
  // The moments that told these items are not listed again: forgetting an item also forgets the moments that
  // told it.
  const { readChanges } = openWorkingMemoryStore(connection);
  const telling = new Set(
    holding.flatMap(({ id, eventId }) => [eventId, ...readChanges(id).flatMap((one) => one.eventId ?? [])]),
  );
  const found: readonly Named[] = [
    ...fragments.map((key) => ({ target: { fragment: key }, label: `[${key}]` })),
    ...nameItems(connection, holding, naming),
    ...moments,
    ...(naming.isHiddenToo === true
      ? findUnsearched(connection, what, (id) => shown.has(id) || telling.has(id))
      : []),
  ];
  // Somebody who asks to have something forgotten means what was said before, and not the message that asks.
  const meant = found.filter(({ isAsking }) => isAsking !== true);
  return meant.length > 0 ? meant : found;
}

function listMeant(connection: Connection, { isMeant }: Naming): readonly WorkingItem[] {
  return openWorkingMemoryStore(connection)
    .listAll()
    .filter((item) => item.kind !== 'secret' && item.content !== '' && isMeant(item));
}

/** The words by which an item is found: its kind and content; for a fact also its voice, owner and relation. */
function readLabelled({ kind, subject = '', content }: WorkingItem): string {
  if (kind !== 'fact') return `${kind} ${content}`;
  const { voice, owner, relation } = parseFactSubject(subject);
  return `${kind} ${voice} ${owner} ${relation} ${content}`;
}

const mostMoments = 50;
const eventsAtOnce = 500;

function findMoments(connection: Connection, query: string, nowMs: number): readonly Named[] {
  const wanted = [...collectQueryTerms(query)];
  if (wanted.length === 0) return [];
  const found = searchEchoes(connection, {
    query,
    nowMs,
    inView: new Set(),
    budgetTokens: mostMoments,
    tokens: { count: () => 1 },
  });
  return found.filter(({ shownText }) => hasAllTerms(shownText, wanted)).map(nameMoment);
}

/** Tags are not words of a message, and neither is the name of the voice that one may begin with. */
const tagMarker = /<\/?[a-z][\w-]{0,40}\s?\/?>/giu;

/**
 * Finds the other moments with these words: moments that a search passes over, and moments that have the words in a
 * private part. They are never shown, but the person must be able to have them forgotten.
 */
function findUnsearched(
  connection: Connection,
  query: string,
  isKnown: (id: EventId) => boolean,
): readonly Named[] {
  const wanted = [...collectQueryTerms(query)];
  const events = openEventStore(connection);
  const found: Named[] = [];
  if (wanted.length === 0) return found;
  for (let page = events.readArrived({ afterId: 0, limit: eventsAtOnce }); page.length > 0; ) {
    for (const event of page) {
      if (isKnown(event.id) || !hasAllTerms(event.text.replaceAll(tagMarker, ' '), wanted)) continue;
      const shownText = showEvent(event, events.readSpans(event.id));
      found.push(hasAllTerms(shownText, wanted) ? nameMoment({ event, shownText }) : nameHidden(event.id));
    }
    page = events.readArrived({ afterId: page.at(-1)?.id ?? 0, limit: eventsAtOnce });
  }
  return found;
}

function hasAllTerms(text: string, wanted: readonly string[]): boolean {
  const { counts } = splitTerms(text);
  return wanted.every((term) => counts.has(term));
}

const shownCharacters = 60;

/** Two plans may differ in nothing but their dates, so each is named with its date. */
function nameItems(
  connection: Connection,
  some: readonly WorkingItem[],
  { nowMs, timeZone }: Naming,
): readonly Named[] {
  const items = openWorkingMemoryStore(connection);
  return some.map((item) => {
    const { id, kind, subject = '' } = item;
    const name = kind === 'fact' ? ` (${renderFactName(parseFactSubject(subject))})` : '';
    const due = renderQuotedDue(item, { nowMs, timeZone });
    const words = escapeLine(describeItem(items, item), shownCharacters);
    return { target: { item: id }, label: `${kind} ${id}${name} "${words}"${due}` };
  });
}

function nameMoment({ event: { id }, shownText }: Pick<Echo, 'event' | 'shownText'>): Named {
  return {
    target: { event: id },
    label: `moment ${id} "${escapeLine(shownText, shownCharacters)}"`,
    isAsking: isAskingToForget(shownText),
  };
}

function nameHidden(id: EventId): Named {
  return { target: { event: id }, label: `moment ${id} (in what is not shown of it)` };
}

function refuseNone({ what, isQuestion }: Naming, nearest: readonly Named[] = []): UsageError {
  const near = nearest.length === 0 ? '' : ` The nearest: ${nearest.map(({ label }) => label).join(', ')}.`;
  return new UsageError({
    code: 'memory.nothing-of-that-name',
    happened: `Nothing in this memory matches "${escapeLine(what.trim(), shownCharacters)}".${near}`,
    todo: `Name an item by its number (12) or by all of its words, a moment like "moment 34", and a fragment by its key in brackets, like [pier]. A search finds their numbers and keys.${renderUnchanged(isQuestion)}`,
  });
}

const mostListed = 8;

function refuseSeveral({ what, advice, isQuestion }: Naming, found: readonly Named[]): UsageError {
  const listed = found.slice(0, mostListed).map(({ label }) => label);
  const more = found.length > mostListed ? `, and ${found.length - mostListed} more` : '';
  return new UsageError({
    code: 'memory.several-of-that-name',
    happened: `"${escapeLine(what.trim(), shownCharacters)}" may mean any of these ${found.length}: ${listed.join(', ')}${more}.`,
    todo: `Name one by its number${advice === undefined ? '' : `, ${advice}`}.${renderUnchanged(isQuestion)}`,
  });
}

function renderUnchanged(isQuestion = false): string {
  return isQuestion ? '' : ' Nothing was changed.';
}
