// Cuts parts out of a message: returns its text without them, and its tags at their new positions.
import { collectDistinctTerms } from '@terrarium/kernel/split-terms';
import type { KnownPeople } from '../facts/find-people.ts';
import { readToldFacts } from '../facts/store-told-facts.ts';
import { stripMeant } from '../facts/with-meant.ts';
import { listTold } from '../tags/nested-parts.ts';
import { parseModifier } from '../tags/parse-modifier.ts';
import { parseMoving } from '../tags/parse-moving.ts';
import type { Span, WorkingTag } from '../tags/tag.ts';
import { chooseItem } from '../working-memory/choose-item.ts';
import { chooseNamedFact } from '../working-memory/choose-named-fact.ts';
import { parseFactSubject } from '../working-memory/fact-subject.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { countShared, normalise } from '../working-memory/normal-form.ts';

export interface TaggedText {
  readonly text: string;
  readonly spans: readonly Span[];
}

export interface Part {
  readonly from: number;
  readonly to: number;
}

/** Takes the place of words that were forgotten in the midst of a sentence. */
const gap = '…';

/**
 * Removes tags that become empty; a tag around a part stays around the rest. In the midst of a sentence, a mark takes
 * the place of a part.
 */
export function cutParts({ text, spans }: TaggedText, parts: readonly Part[]): TaggedText {
  const apart = joinParts(parts.map((part) => withEndMark(text, part))).map((part) =>
    isWithin(text, part) ? { ...part, by: gap } : { ...withBlanks(text, part), by: '' },
  );
  const kept: string[] = [];
  let last = 0;
  for (const { from, to, by } of apart) {
    kept.push(text.slice(last, from), by);
    last = to;
  }
  const rest = kept.join('') + text.slice(last);
  const move = (at: number) =>
    apart.reduce(
      (moved, { from, to, by }) => moved - Math.max(0, Math.min(at, to) - from) + (at >= to ? by.length : 0),
      at,
    );
  const moved = spans.flatMap(({ tag, start, content }) => {
    const from = move(start);
    const to = move(start + content.length);
    return to === from && content !== '' ? [] : [{ tag, start: from, content: rest.slice(from, to) }];
  });
  return { text: rest, spans: moved };
}

/** Whether the same sentence has words before or after the part; text in another tag does not count. */
function isWithin(text: string, { from, to }: Part): boolean {
  return isAfterWords(text, from) || /^(?:[,;:]|[^\S\n]+[–—\p{Ll}])/u.test(text.slice(to, to + 20));
}

/**
 * Adds the blanks after the part, so that no double blanks stay: only if the text before the part is empty, or ends
 * with a blank or a tag.
 */
function withBlanks(text: string, { from, to }: Part): Part {
  if (!/(?:^|[\s>])$/u.test(text.slice(Math.max(0, from - 1), from))) return { from, to };
  const blanks = /^[^\S\n]*/u.exec(text.slice(to))?.[0].length ?? 0;
  return { from, to: to + blanks };
}

/**
 * Whether words of the same sentence come before this place. The end of a line ends a sentence even without a mark, as
 * in a list.
 */
function isAfterWords(text: string, from: number): boolean {
  return /[\p{L}\p{N},;:][^\S\n]+$/u.test(text.slice(Math.max(0, from - 20), from));
}

/** Adds the mark that ends a sentence to a part that is a whole sentence. */
function withEndMark(text: string, part: Part): Part {
  const end = isAfterWords(text, part.from) ? undefined : /^[.!?…]{1,3}(?=\s|$)/u.exec(text.slice(part.to));
  return { from: part.from, to: part.to + (end?.[0].length ?? 0) };
}

function joinParts(parts: readonly Part[]): readonly Part[] {
  const joined: Part[] = [];
  for (const part of parts.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last === undefined || part.from > last.to) joined.push(part);
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, part.to) };
  }
  return joined;
}

/**
 * The parts of a message that say what an item says: in a tag of its kind, word for word, or in another
 * sentence that tells the same fact.
 */
export function findParts(
  { text, spans }: TaggedText,
  { kind, content, normalForm, subject }: Pick<WorkingItem, 'kind' | 'content' | 'normalForm' | 'subject'>,
  people: KnownPeople = new Map(),
): readonly Part[] {
  const tagged = spans.flatMap((span) =>
    listTold(span)
      .filter((told) => told.tag === kind && normalise(told.content) === normalForm)
      .map(({ from, to }) => ({ from: span.start + from, to: span.start + to })),
  );
  const quotes = kind === 'fact' ? listQuotes({ text, spans }, { normalForm, subject }, people) : [];
  const said = text.includes(content) ? content : stripMeant(content);
  return [...tagged, ...[said, ...quotes].flatMap((words) => findWords(text, words))];
}

/**
 * Finds the commands in a message that drop, move or end an item, such as `<plan>done: the report</plan>`. A command
 * that means another item which the message changed is left out.
 */
export function findDeeds(
  { spans }: TaggedText,
  item: WorkingItem,
  changed: readonly WorkingItem[],
): readonly Part[] {
  // A fact is ended by a pin that drops it.
  const isFact = item.kind === 'fact';
  const kind = item.kind === 'fact' ? 'pin' : item.kind;
  const words = collectDistinctTerms(item.content);
  const among = changed.filter((one) => one.kind === item.kind);
  const choose = isFact ? chooseNamedFact : chooseItem;
  const isOfItem = (named: readonly string[]) => {
    if (named.length === 0) return false;
    const meant = named.map((one) => choose(one, among)).find(({ outcome }) => outcome !== 'missed');
    return meant === undefined ? !isFact : meant.outcome !== 'found' || meant.item.id === item.id;
  };
  return spans.flatMap((span) =>
    listTold(span)
      .filter((told) => told.tag === kind && countShared(words, collectDistinctTerms(told.content)) > 0)
      .filter((told) => isOfItem(listNamed(kind, told.content)))
      .map(({ from, to }) => ({ from: span.start + from, to: span.start + to })),
  );
}

/**
 * The words by which a command names its item, for each way in which the command can be read; none if it is
 * not a command.
 */
function listNamed(kind: WorkingTag, content: string): readonly string[] {
  const modifier = parseModifier(kind, content);
  return modifier === undefined ? parseMoving(content).map(({ named }) => named) : [modifier.rest];
}

function findWords(text: string, words: string): readonly Part[] {
  const found: Part[] = [];
  for (let at = text.indexOf(words); words !== '' && at !== -1; ) {
    found.push({ from: at, to: at + words.length });
    at = text.indexOf(words, at + words.length);
  }
  return found;
}

/** The sentences that tell a fact, in whatever words. */
function listQuotes(
  { text, spans }: TaggedText,
  { normalForm, subject = '' }: Pick<WorkingItem, 'normalForm' | 'subject'>,
  people: KnownPeople,
): readonly string[] {
  const wanted = parseFactSubject(subject);
  return readToldFacts({ text, spans }, people)
    .filter(({ owner, relation }) => owner === wanted.owner && relation === wanted.relation)
    .filter(({ value }) => normalise(value) === normalForm)
    .map(({ quote }) => quote);
}
