// Searches the glossary as it is known at a reader's place in the story.

import { listNamesLike } from '@terrarium/annotator/accounts';
import type { FoundEntries } from '@terrarium/annotator/search-glossary';
import { stripLinks } from '@terrarium/annotator/strip-links';
import { buildEntry } from '@terrarium/composition/build-glossary';
import { searchView } from '@terrarium/composition/search-view';
import { readFromPlace } from '@terrarium/composition/standing';
import { searchAtTerminal } from '../progress/search-at-terminal.ts';
import { cutText, wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import type { StandingOptions } from '../shell/options.ts';
import { refuseUnknownTag } from '../shell/refuse-unknown-tag.ts';
import type { Shell } from '../shell/shell.ts';
import { renderEntryHeading } from '../views/render-entry-heading.ts';

export interface SearchOptions extends StandingOptions {
  readonly tag?: readonly string[];
  readonly status?: 'tentative' | 'confirmed';
  readonly limit: number;
}

const shownLines = 3;

interface List {
  readonly limit: number;
  readonly width: number;
}

export async function searchGlossary(shell: Shell, query: string, options: SearchOptions): Promise<void> {
  await readFromPlace(shell, options, async ({ view, annotator, place }) => {
    const { tag: tags, status, corpus, limit } = options;
    const found = await searchAtTerminal(shell, ['entry', 'entries'], (progress) =>
      searchView(shell, view, { query, tags, status, corpus, limit, ...progress }),
    );
    if (found === undefined) return;
    const { entries, byMeaning } = found;
    const { refuseDamagedEntries } = await import('@terrarium/annotator/verify-annotator');
    refuseDamagedEntries(
      annotator,
      entries.map(({ id }) => id),
    );
    if (entries.length === 0) refuseUnknownTag(view, tags ?? []);
    if (options.json === true) {
      const ids = byMeaning.size === 0 ? {} : { byMeaning: [...byMeaning] };
      shell.printer.writeJson('glossarySearch', {
        asOf: place ?? null,
        entries: entries.map(buildEntry),
        ...ids,
        servers: shell.asked,
      });
      return;
    }
    const listLike = () => listNamesLike(view, query);
    shell.printer.writeLines(...renderFound(found, { limit, width: shell.printer.width }, listLike));
  });
}

function renderNothing(names: readonly string[]): string {
  return `Nothing was found.${names.length === 0 ? '' : ` Names like it: ${names.join(', ')}.`}`;
}

function renderFound(
  { entries: found, byMeaning }: FoundEntries,
  { limit, width }: List,
  listLike: () => readonly string[],
): readonly string[] {
  if (found.length === 0) return [renderNothing(listLike())];
  const rows = found.flatMap(({ aliases, definition, ...entry }) => [
    ...renderEntryHeading({ ...entry, found: byMeaning.has(entry.id) ? 'by meaning' : undefined }, width),
    ...(aliases.length === 0 ? [] : wrapText(`also ${aliases.join(', ')}`, { width, indent: '  ' })),
    ...wrapText(cutText(stripLinks(definition), width * shownLines), { width, indent: '  ' }),
  ]);
  const more =
    found.length < limit
      ? []
      : ['', paint(`The first ${renderCount(limit, 'entry', 'entries')}; --limit shows more.`, 'dim')];
  return [...rows, ...more];
}
