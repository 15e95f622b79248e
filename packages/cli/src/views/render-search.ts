// Renders what a search of a memory found.
import type { Found } from '@terrarium/composition/build-memory';
import { renderWallTime } from '@terrarium/composition/render-wall-time';
import { renderFact } from '@terrarium/memory/known-fact';
import { renderDueDate } from '@terrarium/memory/render-moment';
import { renderReplaced } from '@terrarium/memory/render-replaced';
import type { ItemResult, SearchResult } from '@terrarium/memory/search';
import type { Voices } from '@terrarium/memory/voices';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

interface Screen {
  readonly width: number;
  readonly timeZone: string;
  readonly voices: Voices;
}

export function renderSearch({ moments, items }: Found, screen: Screen): readonly string[] {
  if (moments.length === 0 && items.length === 0) return ['Nothing was found.'];
  const beside = moments.filter(({ isBeside }) => isBeside);
  return [
    ...renderMoments(
      moments.filter(({ isBeside }) => !isBeside),
      screen,
    ),
    ...(beside.length === 0 ? [] : ['Said near these, but without the words of the search:']),
    ...renderMoments(beside, screen),
    ...renderItems(items, screen),
  ];
}

function listNames(voices: Voices): ReadonlyMap<string, string> {
  return new Map([...voices.user, ...voices.companion].map(({ id, name }) => [id, name]));
}

/** Names an item in the form that every command accepts. */
function nameItem(kind: ItemResult['kind'], id: number): string {
  return kind === 'fact' ? `fact ${id}` : `${kind} · item ${id}`;
}

/** Lists the items in mind separately from the messages. */
function renderItems(items: readonly ItemResult[], { width, timeZone, voices }: Screen): readonly string[] {
  if (items.length === 0) return [];
  const names = listNames(voices);
  const lines = items.flatMap(({ itemId, kind, status, createdAtMs, dueAtMs, excerpt, fact, replaced }) => [
    `${paint(nameItem(kind, itemId), 'bold')} ${paint(`· ${status} · ${renderWallTime(createdAtMs, timeZone)}${renderDue(dueAtMs, timeZone)}`, 'dim')}`,
    ...(fact === undefined
      ? []
      : wrapText(renderFact(fact, names.get(fact.voice) ?? fact.voice), { width, indent: '  ' })),
    ...wrapText(fact === undefined ? excerpt : `“${excerpt}”`, { width, indent: '  ' }),
    ...wrapReplaced(replaced, { width, timeZone }),
  ]);
  return ['In mind, now or earlier:', ...lines];
}

function renderDue(dueAtMs: number | undefined, timeZone: string): string {
  return dueAtMs === undefined ? '' : ` · due ${renderDueDate(dueAtMs, { timeZone })}`;
}

/** Says which facts from a moment or an item are no longer true. */
function wrapReplaced(
  replaced: SearchResult['replaced'],
  { width, timeZone }: Omit<Screen, 'voices'>,
): readonly string[] {
  return replaced.length === 0 ? [] : wrapText(renderReplaced(replaced, timeZone), { width, indent: '  ' });
}

function renderMoments(moments: readonly SearchResult[], screen: Screen): readonly string[] {
  const { width, timeZone, voices } = screen;
  const names = listNames(voices);
  return moments.flatMap(({ eventId, voice, atMs, isUndated, excerpt, because, replaced }) => [
    `${paint(names.get(voice) ?? voice, 'bold')} ${paint(`moment ${eventId} · ${isUndated ? 'undated' : renderWallTime(atMs, timeZone)}`, 'dim')}`,
    ...wrapText(excerpt, { width, indent: '  ' }),
    ...wrapReplaced(replaced, screen),
    ...wrapText(because, { width, indent: '    ' }).map((line) => paint(line, 'dim')),
  ]);
}
