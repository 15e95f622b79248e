// Renders a memory as Markdown: what is in mind, what was compiled, and the whole conversation by days.

import { escapeMarkdown } from '@terrarium/kernel/escape-markdown';
import { readWall } from '../../dates/local-time.ts';
import { cutSecrets } from '../../tags/cut-secrets.ts';
import type { Voices } from '../../tags/voices.ts';
import type { ExportStore, FragmentRecord, ItemRecord } from '../export-store.ts';
import { nameVoice, readShown } from './shown-event.ts';

export interface PageOptions {
  readonly voices: Voices;
  readonly timeZone: string;
  readonly withSecrets: boolean;
  /** Of a memory that was salvaged. */
  readonly leftOut?: number | undefined;
}

/** For people: nothing of it can be imported again. */
export function* renderPage(store: ExportStore, options: PageOptions): Generator<string> {
  yield '# Memory\n';
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

function renderItem({ kind, content, due_at_ms: due }: ItemRecord, options: PageOptions): string {
  const text = toOneLine(options.withSecrets ? content : cutSecrets(content));
  const when = due === null ? '' : ` (due ${renderWall(due, options.timeZone)})`;
  return `- **${kind}** ${text}${when}\n`;
}

function renderFragment({ key, recognition, inventory }: FragmentRecord): string {
  const depth = inventory.trim() === '' ? recognition : inventory;
  return `\n### ${escapeMarkdown(key)}\n\n${escapeMarkdown(cutSecrets(depth).trim())}\n`;
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

/** What is done stands in italics, as it is shown. */
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

/** `2026-03-01 10:20` */
function renderWall(atMs: number, timeZone: string): string {
  return new Date(readWall(atMs, timeZone)).toISOString().slice(0, 16).replace('T', ' ');
}
