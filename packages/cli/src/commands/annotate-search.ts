// The search command: entries by name or by any of their words, from where you are in the story.

import type { WorldView } from '@terrarium/annotator/world-view';
import { type Command, Option } from 'commander';
import { addWorldOptions, buildCountOption, collect } from '../options.ts';
import { refuseUnknownTag } from '../refuse-unknown-tag.ts';
import { cutText, wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell.ts';
import { addAsOfOption, lookFromPlace, type StandingOptions } from '../standing.ts';
import { renderEntryHeading } from '../views/render-entry-heading.ts';

interface SearchOptions extends StandingOptions {
  readonly tag?: readonly string[];
  readonly status?: 'tentative' | 'confirmed';
  readonly limit: number;
}

const defaultLimit = 10;
/** Lines of a definition that are shown in a list. */
const shownLines = 3;

export function addSearchCommand(annotate: Command, shell: Shell): void {
  const command = annotate
    .command('search')
    .description('find entries by their names or by any of their words')
    .argument('[query...]', 'names first, then words; the newest entries without any')
    .option('--tag <tag>', 'only entries with this tag; may be repeated', collect)
    .addOption(new Option('--status <status>', 'only these entries').choices(['tentative', 'confirmed']))
    .addOption(buildCountOption('--limit <entries>', 'so many at most').default(defaultLimit));
  addAsOfOption(addWorldOptions(command, 'one JSON value')).action(
    async (words: readonly string[], options: SearchOptions) => {
      await lookFromPlace(shell, options, ({ view, place }) => {
        const { tag: tags, status, limit } = options;
        const found = view.stores.glossary.search({ query: words.join(' '), tags, status, limit });
        if (found.length === 0) refuseUnknownTag(view, tags ?? []);
        if (options.json === true) shell.printer.sayJson({ asOf: place ?? null, entries: found });
        else shell.printer.say(...renderFound(found, { limit, width: shell.printer.width }));
      });
    },
  );
}

type Found = ReturnType<WorldView['stores']['glossary']['search']>;

interface List {
  readonly limit: number;
  readonly width: number;
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
