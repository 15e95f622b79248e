// Renders a batch for a model: events with ids to cite, fragments, what is held in mind; everything escaped.

import { readFileSync } from 'node:fs';
import { renderInstant } from '@terrarium/kernel/environment';
import { escapeAttribute, escapeText } from '@terrarium/kernel/escape-xml';
import { tiers } from '../fragments/fragment.ts';
import type { CompiledEvent } from './compiled-event-store.ts';
import type { Draft } from './draft.ts';
import type { MaintenanceBatch } from './maintenance-writer.ts';

export const maintenanceInstructions = readFileSync(
  new URL('../prompts/maintenance.md', import.meta.url),
  'utf8',
).trimEnd();

const shownItems = 200;
const shownKeys = 400;
const shownIndexLine = 120;

/** The user's message of a batch: what is known first, what is new last. */
export function renderBatch(batch: MaintenanceBatch): string {
  const isSearching = batch.events.length === 0;
  return [
    renderIndex(batch.draft),
    renderFragments(batch),
    renderItems(batch.draft),
    element('ambient-file', batch.draft.ambient ?? ''),
    isSearching
      ? 'Nothing new was said. Look through the fragments above: what is doubled, stale or badly said, mend.'
      : `<events>\n${batch.events.map(renderEvent).join('\n')}\n</events>`,
    batch.request === undefined ? '' : element('request-of-the-person', batch.request),
    `Now: ${renderInstant(batch.nowMs)}. Answer with the operations as JSON.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function renderIndex({ fragments }: Draft): string {
  const lines = [...fragments.values()]
    .slice(0, shownKeys)
    .map(({ key, ambient }) => `${key}: ${escapeText(cut(ambient))}`);
  return lines.length === 0 ? '' : `<fragment-index>\n${lines.join('\n')}\n</fragment-index>`;
}

function renderFragments({ draft, fragmentKeys }: MaintenanceBatch): string {
  return fragmentKeys
    .flatMap((key) => draft.fragments.get(key) ?? [])
    .map((fragment) => {
      const parts = tiers.map((tier) => element(tier, fragment[tier]));
      return `<fragment key="${fragment.key}">\n${parts.join('\n')}\n</fragment>`;
    })
    .join('\n');
}

function renderItems({ items }: Draft): string {
  const active = [...items.values()].filter((item) => item.status === 'active').slice(-shownItems);
  const lines = active.map((item) => {
    const due = item.dueAtMs === undefined ? '' : ` due="${renderInstant(item.dueAtMs)}"`;
    return `<item id="${item.id}" kind="${item.kind}" event="${item.eventId}"${due}>${escapeText(item.content)}</item>`;
  });
  return lines.length === 0 ? '' : `<held-in-mind>\n${lines.join('\n')}\n</held-in-mind>`;
}

function renderEvent(event: CompiledEvent): string {
  const image = event.imagePath === undefined ? '' : ` image="${escapeAttribute(event.imagePath)}"`;
  const head = `<event id="${event.id}" at="${renderInstant(event.atMs).slice(0, 16)}" by="${escapeAttribute(event.voice)}"${image}>`;
  const held = event.held.map(({ tag, content }) => `(${tag}) ${escapeText(content)}`);
  return `${head}${[escapeText(event.shown), ...held].filter((part) => part !== '').join('\n')}</event>`;
}

function element(name: string, text: string): string {
  return text === '' ? '' : `<${name}>${escapeText(text)}</${name}>`;
}

function cut(text: string): string {
  return text.length <= shownIndexLine ? text : `${text.slice(0, shownIndexLine - 1).toWellFormed()}…`;
}
