// Renders a memory as Markdown (items in mind, fragments, the whole talk by days), or its talk as a SillyTavern chat.

import { createHash } from 'node:crypto';
import { escapeMarkdown } from '@terrarium/kernel/foreign-text';
import { readWall } from '../../events/local-time.ts';
import { showSpans } from '../../events/show-event.ts';
import { renderFactName } from '../../facts/known-fact.ts';
import { cutSecrets } from '../../tags/secrets.ts';
import type { Voices } from '../../tags/voices.ts';
import { type DescribedItem, describeRecurrence } from '../../working-memory/describe-item.ts';
import { parseFactSubject } from '../../working-memory/fact-subject.ts';
import { findFactValue } from '../../working-memory/find-fact-value.ts';
import type { ItemId } from '../../working-memory/item.ts';
import type { EventRecord, ExportStore, FragmentRecord, ItemRecord } from '../export-store.ts';
import { memoryPageTitle } from '../memory-export-formats.ts';

export interface PageOptions {
  readonly voices: Voices;
  readonly timeZone: string;
  readonly withSecrets: boolean;
  /** How many damaged things were left out; only for a salvaged memory. */
  readonly leftOut?: number | undefined;
  /** The words in which an item is shown; those of a plan, without the words for its date and for its former date. */
  describe(item: DescribedItem): string;
}

/** Renders pages for people: they cannot be imported again. */
export function* renderPage(store: ExportStore, options: PageOptions): Generator<string> {
  yield `${memoryPageTitle}\n`;
  if (options.leftOut !== undefined)
    yield `\n*Salvaged from a damaged file: ${options.leftOut === 1 ? 'something is' : `${options.leftOut} things are`} missing.*\n`;
  const active = [...store.iterateItems()].filter(
    ({ status, kind }) => status === 'active' && (options.withSecrets || kind !== 'secret'),
  );
  if (active.length > 0) yield '\n## In mind\n\n';
  for (const item of active) yield renderItem(item, options);
  let hasFragments = false;
  for (const fragment of store.iterateFragments()) {
    if (!hasFragments) yield '\n## Compiled\n';
    hasFragments = true;
    yield renderFragment(fragment);
  }
  yield* renderConversation(store, options);
}

function renderItem(item: ItemRecord, options: PageOptions): string {
  const { withSecrets, timeZone } = options;
  const { kind, due_at_ms: due, due_words: dueWords } = item;
  const content = describeContent(item, options);
  const text = toOneLine(withSecrets ? content : cutSecrets(content));
  const verb = dueWords === null ? 'moved to' : 'due';
  const plan = { dueAtMs: due ?? undefined, dueWords: dueWords ?? undefined };
  const again = describeRecurrence(plan, timeZone);
  const every = again === undefined ? '' : `, ${toOneLine(again)}`;
  const when = due === null ? '' : ` (${verb} ${renderDue(due, timeZone)}${every})`;
  return `- **${kind}** ${text}${when}\n`;
}

/** A fact is shown by its name and value: the words that told it may be no more than “Yes, since May”. */
function describeContent(item: ItemRecord, { describe }: PageOptions): string {
  const { id, kind, content, subject, normal_form: normalForm } = item;
  if (kind !== 'fact' || subject === null) {
    const [dueAtMs, dueWords] = [item.due_at_ms ?? undefined, item.due_words ?? undefined];
    return describe({ id: id as ItemId, content, dueAtMs, dueWords });
  }
  return `${renderFactName(parseFactSubject(subject))}: ${findFactValue({ content, normalForm })}`;
}

/** The fragment's recognition text (or its ambient text if there is none), and below it the lines of the talk. */
function renderFragment({ key, ambient, recognition, inventory }: FragmentRecord): string {
  const texts = [recognition.trim() === '' ? ambient : recognition, inventory]
    .map((text) => escapeMarkdown(cutSecrets(text).trim()))
    .filter((text) => text !== '');
  return `\n### ${escapeMarkdown(key)}\n\n${texts.join('\n\n')}\n`;
}

function* renderConversation(store: ExportStore, { voices, timeZone }: PageOptions): Generator<string> {
  let day = '';
  for (const event of store.iterateEventsByTime()) {
    const shown = readShown(store, event);
    if (shown === '') continue;
    const wall = renderWall(event.at_ms, timeZone);
    if (wall.slice(0, dayLength) !== day) {
      day = wall.slice(0, dayLength);
      yield `\n## ${day}\n`;
    }
    const name = escapeMarkdown(nameVoice(voices, event));
    yield `\n**${name}** ${wall.slice(dayLength + 1)}\n\n${renderSaid(shown)}\n`;
  }
}

/** Puts what is done in italics, as in a conversation. */
function renderSaid(shown: string): string {
  const lines = shown.split('\n').map((line) => {
    const done = /^\*(?<text>.+)\*$/u.exec(line)?.groups?.['text'];
    return done === undefined ? escapeMarkdown(line) : `*${escapeMarkdown(done.trim())}*`;
  });
  return lines.join('  \n');
}

function toOneLine(text: string): string {
  return escapeMarkdown(text.replace(/\s+/gu, ' ').trim());
}

const dayLength = '2026-03-01'.length;

/** Renders a time such as `2026-03-01 10:20`. */
function renderWall(atMs: number, timeZone: string): string {
  return new Date(readWall(atMs, timeZone)).toISOString().slice(0, 16).replace('T', ' ');
}

/** A plan for a whole day is due at the last minute of that day, so its time is left out. */
function renderDue(atMs: number, timeZone: string): string {
  return renderWall(atMs, timeZone).replace(/ 23:59$/u, '');
}

/** The shown text, without secrets; empty if nothing is shown. */
function readShown(store: ExportStore, event: EventRecord): string {
  if (event.is_shown === 0) return '';
  return cutSecrets(showSpans(store.readSpans(event))).trim();
}

/** The voice's name in the configuration; otherwise its id. */
function nameVoice(voices: Voices, event: EventRecord): string {
  return voices[event.side].find(({ id }) => id === event.voice)?.name ?? event.voice;
}

interface ChatOptions {
  readonly voices: Voices;
  /** How many damaged things were left out; only for a salvaged memory. */
  readonly leftOut?: number | undefined;
}

/**
 * Renders the chat. When the file is imported again, these messages are recognised, and only messages added in
 * SillyTavern are new.
 */
export function* renderSillyTavern(store: ExportStore, { voices, leftOut }: ChatOptions): Generator<string> {
  const lines = [...renderMessages(store, voices)];
  const hash = createHash('sha256').update(lines.join('\n')).digest('hex');
  const header = {
    user_name: voices.user[0].name,
    character_name: voices.companion[0].name,
    create_date: lines[0] === undefined ? '' : (JSON.parse(lines[0]) as { send_date: string }).send_date,
    chat_metadata: {
      integrity: buildUuid(hash),
      ...(leftOut === undefined ? {} : { salvaged: { left_out: leftOut } }),
    },
  };
  yield [JSON.stringify(header), ...lines].join('\n');
  yield '\n';
}

function* renderMessages(store: ExportStore, voices: Voices): Generator<string> {
  for (const event of store.iterateEventsByTime()) {
    const mes = readShown(store, event);
    if (mes === '') continue;
    yield JSON.stringify({
      name: nameVoice(voices, event),
      is_user: event.side === 'user',
      is_system: false,
      send_date: new Date(event.at_ms).toISOString(),
      mes,
      extra: {},
    });
  }
}

/** The mark by which SillyTavern tells versions of a chat apart; the same chat always gets the same mark. */
function buildUuid(hash: string): string {
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
