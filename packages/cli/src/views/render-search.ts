// Renders what a search of a memory found.

import type { SearchResult } from '@terrarium/memory/search';
import type { Voices } from '@terrarium/memory/voices';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { renderWallTime } from './render-wall-time.ts';

interface Screen {
  readonly width: number;
  readonly timeZone: string;
  readonly voices: Voices;
}

export function renderSearch(moments: readonly SearchResult[], screen: Screen): readonly string[] {
  if (moments.length === 0) return ['Nothing was found.'];
  const { width, timeZone, voices } = screen;
  const names = new Map([...voices.user, ...voices.companion].map(({ id, name }) => [id, name]));
  return moments.flatMap(({ eventId, voice, atMs, excerpt, because }) => [
    `${paint(names.get(voice) ?? voice, 'bold')} ${paint(`event ${eventId} · ${renderWallTime(atMs, timeZone)}`, 'dim')}`,
    ...wrapText(excerpt, { width, indent: '  ' }),
    ...wrapText(because, { width, indent: '    ' }).map((line) => paint(line, 'dim')),
  ]);
}
