// Checks the lines of an inventory: each names its event and quotes a part of it word for word.

import { findExactQuote } from '@terrarium/kernel/find-exact-quote';
import { decodeXml } from '@terrarium/kernel/foreign-text';
import { isUnspaced } from '@terrarium/kernel/split-terms';
import { eventReference, listNamedEvents } from '../fragments/list-named-events.ts';
import type { CompiledEvent } from './compiled-event-store.ts';
import { isCalendarName } from './read-dates.ts';

/**
 * What is wrong with a line: it names no event, names an event that does not exist, quotes nothing, quotes wrongly,
 * names the wrong speaker, or begins with the name of nobody who speaks.
 */
export interface LineFault {
  readonly line: string;
  readonly kind:
    | 'no-event'
    | 'no-such-event'
    | 'no-quote'
    | 'wrong-quote'
    | 'wrong-speaker'
    | 'unknown-speaker';
  readonly eventId: number | undefined;
}

export interface LineGrounds {
  find(eventId: number): CompiledEvent | undefined;
  readonly speakers: readonly Speaker[];
}

/** The id of a voice, and all the names by which the voice may be called. */
export interface Speaker {
  readonly id: string;
  readonly names: readonly string[];
}

/** Single marks are left out: they are apostrophes too. */
const quotations = [/“([^“”]+)”/g, /„([^„“”]+)[“”]/g, /«([^«»]+)»/g, /「([^「」]+)」/g, /"([^"]+)"/g];
/** The maximum length of the beginning of a line that says when something was said and by whom. */
const longestLabel = 120;
const labelWords: ReadonlySet<string> = new Set(
  'undated said says wrote asked on at the person companion user am pm and to'.split(' '),
);
const word = /[\p{L}\p{N}\p{M}]+/gu;
/** What stands behind a name in Japanese or Chinese without a blank. */
const honorific = /(?:さん|ちゃん|くん|君|様|先生)$/u;

/** The lines that are not blank. */
export function splitLines(inventory: string): readonly string[] {
  return inventory
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns undefined if nothing is wrong with the line. */
export function checkLine(line: string, grounds: LineGrounds): LineFault | undefined {
  const ids = listNamedEvents(line);
  const [eventId] = ids;
  if (eventId === undefined) return { line, kind: 'no-event', eventId };
  const events = ids.map((id) => grounds.find(id));
  const missing = ids.find((_, at) => events[at] === undefined);
  if (missing !== undefined) return { line, kind: 'no-such-event', eventId: missing };
  const said = events.flatMap((event) => (event === undefined ? [] : [event]));
  const told = decodeXml(line.replace(eventReference, ' ')).trim();
  const kind = checkWords(told, said, grounds.speakers) ?? checkSpeaker(told, said, grounds.speakers);
  return kind === undefined ? undefined : { line, kind, eventId };
}

function checkWords(
  told: string,
  events: readonly CompiledEvent[],
  speakers: readonly Speaker[],
): LineFault['kind'] | undefined {
  const texts = events.map(readWords);
  const names = speakers.flatMap((one) => one.names);
  if (listSpoken(told, names).some((quote) => isSaid(quote, texts))) return undefined;
  const quotes = listMarked(told);
  if (quotes.length === 0) return isSaidBehindName(told, texts, names) ? 'unknown-speaker' : 'no-quote';
  const isQuoted =
    quotes.every((quote) => isSaid(quote, texts)) && quotes.some((one) => isTelling(one, texts));
  return isQuoted && !isMisquote(told, { texts, names }) ? undefined : 'wrong-quote';
}

/** Whether the line is the words of an event behind a label with just one word too many, such as an unknown name. */
function isSaidBehindName(told: string, texts: readonly string[], names: readonly string[]): boolean {
  const colon = /[:：]\s?/u.exec(told.slice(0, longestLabel));
  if (colon === null) return false;
  const known = listLabelNames(names);
  const label = told.slice(0, colon.index).match(word) ?? [];
  const spoken = told.slice(colon.index + colon[0].length);
  const others = label.filter((one) => !isLabel(one, known));
  return others.length === 1 && isTelling(spoken, texts) && isSaid(spoken, texts);
}

/** A line with fewer words than this outside its quotes is not checked for a misquote. */
const fewestBeside = 3;

/**
 * Whether a line begins with a day or a speaker and a colon (see `readLabel`), and has outside its quotation marks only
 * words of the event. Called only if the line as a whole is not in the event, so words are missing or out of order.
 */
function isMisquote(
  told: string,
  { texts, names }: { readonly texts: readonly string[]; readonly names: readonly string[] },
): boolean {
  const label = readLabel(told, names);
  if (label === undefined) return false;
  const spoken = told.slice(label.length + 1);
  const beside = quotations.reduce((rest, pattern) => rest.replace(pattern, ' '), spoken);
  const words = beside.toLowerCase().match(word) ?? [];
  const there = new Set(texts.flatMap((text) => text.toLowerCase().match(word) ?? []));
  return words.length >= fewestBeside && words.every((one) => there.has(one));
}

/**
 * Checks that a speaker whom the line names said one of its events. Checks nothing if the voice of an event is no
 * longer known.
 */
function checkSpeaker(
  told: string,
  events: readonly CompiledEvent[],
  speakers: readonly Speaker[],
): LineFault['kind'] | undefined {
  const label = readLabel(
    told,
    speakers.flatMap(({ names }) => names),
  );
  if (label === undefined) return undefined;
  const words = new Set(label.toLowerCase().match(word) ?? []);
  const named = speakers.filter(({ names }) =>
    names.some((name) => (name.toLowerCase().match(word) ?? []).some((one) => words.has(one))),
  );
  const isKnown = events.every(({ voice }) => speakers.some(({ id }) => id === voice));
  if (named.length === 0 || !isKnown) return undefined;
  return events.some(({ voice }) => named.some(({ id }) => id === voice)) ? undefined : 'wrong-speaker';
}

/** The text before the first colon, if it only says when something was said and by whom. */
function readLabel(told: string, names: readonly string[]): string | undefined {
  const end = /:(?=\s|$|["“„«])|：/.exec(told.slice(0, longestLabel))?.index;
  if (end === undefined) return undefined;
  const label = told.slice(0, end);
  return isLabel(label, listLabelNames(names)) ? label : undefined;
}

/** All of an event's words from which something may be learnt: the shown words, and the texts held in mind. */
export function readWords({ shown, held }: CompiledEvent): string {
  return [shown, ...held.map(({ content }) => content)].join('\n');
}

/** The words of a line after its day and speaker, once for each place where these may end. */
function listSpoken(line: string, names: readonly string[]): readonly string[] {
  const known = listLabelNames(names);
  const ends = [...line.slice(0, longestLabel).matchAll(/[:,;)\]*•·–—-]\s|[\])：、]/g)];
  return [0, ...ends.map(({ 0: end, index }) => index + end.length)]
    .filter((start) => isLabel(line.slice(0, start), known))
    .map((start) => line.slice(start));
}

function listLabelNames(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => name.toLowerCase().match(word) ?? []));
}

function isLabel(text: string, names: ReadonlySet<string>): boolean {
  return (text.toLowerCase().match(word) ?? []).every(
    (one) =>
      /^\d/.test(one) ||
      names.has(one) ||
      names.has(one.replace(honorific, '')) ||
      labelWords.has(one) ||
      isCalendarName(one),
  );
}

/** The texts between quotation marks. */
function listMarked(line: string): readonly string[] {
  const found = quotations.flatMap((pattern) => [...line.matchAll(pattern)].map(([, quote = '']) => quote));
  return found.map((quote) => quote.trim()).filter((quote) => /[\p{L}\p{N}]/u.test(quote));
}

/**
 * Whether each piece of a quote is in one of the texts. The pieces are separated by ellipses, which may even replace
 * the end of a word.
 */
function isSaid(quote: string, texts: readonly string[]): boolean {
  const pieces = quote.split(/\[?(?:…|\.{3,})\]?/);
  const wanted = pieces.map((piece, at) => ({ piece: stripEnds(piece), isOpen: at < pieces.length - 1 }));
  const said = wanted.filter(({ piece }) => piece !== '');
  return (
    said.length > 0 &&
    said.every(({ piece, isOpen }) =>
      texts.some(
        (text) =>
          hasQuote(text, piece) || (isOpen && hasQuote(text, stripEnds(piece.replace(/(?<!\S)\S+$/, '')))),
      ),
    )
  );
}

/** Removes punctuation that the writer may have put around a quote. */
function stripEnds(piece: string): string {
  return piece.replace(/^[^\p{L}\p{N}]+/u, '').replace(/(?<![^\p{L}\p{N}\p{M}])[^\p{L}\p{N}\p{M}]+$/u, '');
}

function hasQuote(text: string, quote: string): boolean {
  const [body, wanted] = [text.toLowerCase(), quote.toLowerCase()];
  return findExactQuote(body, wanted, { start: 0, end: body.length }) !== undefined;
}

/** Whether a quote tells something: one word does not, unless the event says nothing else. */
function isTelling(quote: string, texts: readonly string[]): boolean {
  const words = quote.match(word) ?? [];
  if (words.length > 1 || (isUnspaced(quote) && quote.length > 2)) return true;
  return texts.some((text) => stripEnds(text).toLowerCase() === stripEnds(quote).toLowerCase());
}
