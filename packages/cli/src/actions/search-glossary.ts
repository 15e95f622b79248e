// Searches the glossary from where somebody is in the story.

import type { WorldView } from '@terrarium/annotator/world-view';
import type { StandingOptions } from '../options.ts';
import { refuseUnknownTag } from '../refuse-unknown-tag.ts';
import { cutText, wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell.ts';
import { lookFromPlace } from '../standing.ts';
import { renderEntryHeading } from '../views/render-entry-heading.ts';

export interface SearchOptions extends StandingOptions {
  readonly tag?: readonly string[];
  readonly status?: 'tentative' | 'confirmed';
  readonly limit: number;
}

/** Lines of a definition that are shown in a list. */
const shownLines = 3;

type Found = ReturnType<WorldView['stores']['glossary']['search']>;

interface List {
  readonly limit: number;
  readonly width: number;
}

export async function searchGlossary(shell: Shell, query: string, options: SearchOptions): Promise<void> {
  await lookFromPlace(shell, options, ({ view, place }) => {
    const { tag: tags, status, limit } = options;
    const found = view.stores.glossary.search({ query, tags, status, limit });
    if (found.length === 0) refuseUnknownTag(view, tags ?? []);
    if (options.json === true) shell.printer.sayJson({ asOf: place ?? null, entries: found });
    else shell.printer.say(...renderFound(found, { limit, width: shell.printer.width }));
  });
}

function renderFound(found: Found, { limit, width }: List): readonly string[] {
  if (found.length === 0) return ['Nothing was found.'];
  const rows = found.flatMap(({ aliases, definition, ...entry }) => [
    ...renderEntryHeading(entry, width),
    ...(aliases.length === 0 ? [] : wrapText(`also ${aliases.join(', ')}`, { width, indent: '  ' })),
    ...wrapText(cutText(definition, width * shownLines), { width, indent: '  ' }),
  ]);
  const more =
    found.length < limit
      ? []
      : ['', paint(`The first ${renderCount(limit, 'entry', 'entries')}; --limit shows more.`, 'dim')];
  return [...rows, ...more];
}
