// Searches the words of the story up to a reader's place in it.

import type { FoundPassage } from '@terrarium/annotator/search-story';
import { buildPassages } from '@terrarium/composition/build-glossary';
import { searchStoryView } from '@terrarium/composition/search-view';
import { readFromPlace } from '@terrarium/composition/standing';
import { UsageError } from '@terrarium/kernel/errors';
import { searchAtTerminal } from '../progress/search-at-terminal.ts';
import { renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell/shell.ts';
import { renderPassage } from '../views/render-passage.ts';
import type { SearchOptions } from './search-glossary.ts';

export async function searchStory(shell: Shell, query: string, options: SearchOptions): Promise<void> {
  const { tag, status, corpus, limit } = options;
  if (tag !== undefined || status !== undefined) throw refuseFilter();
  await readFromPlace(shell, options, async ({ view, place }) => {
    const found = await searchAtTerminal(shell, ['passage', 'passages'], (progress) =>
      searchStoryView(shell, view, { query, corpus, limit, ...progress }),
    );
    if (found === undefined) return;
    if (options.json === true) {
      shell.printer.writeJson('storySearch', {
        asOf: place ?? null,
        passages: buildPassages(found),
        servers: shell.asked,
      });
    } else shell.printer.writeLines(...renderFound(found.passages, limit, shell.printer.width));
  });
}

function renderFound(passages: readonly FoundPassage[], limit: number, width: number): readonly string[] {
  if (passages.length === 0) return ['Nothing was found in what was read of the story.'];
  const rows = passages.flatMap((passage, at) => [
    ...(at === 0 ? [] : ['']),
    ...renderPassage(passage, { width, indent: '  ' }),
  ]);
  const more = `The first ${renderNumber(limit)}; --limit shows more.`;
  return passages.length < limit ? rows : [...rows, '', paint(more, 'dim')];
}

function refuseFilter(): UsageError {
  return new UsageError({
    code: 'cli.only-entries',
    happened: '--tag and --status apply to entries, not to sentences of the story.',
    todo: 'Leave them out, or search the glossary without "--in story".',
  });
}
