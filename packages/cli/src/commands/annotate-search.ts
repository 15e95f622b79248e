// The search command: entries by name or by any of their words, from where you are in the story.

import { type Command, Option } from 'commander';
import type { SearchOptions } from '../actions/search-glossary.ts';
import {
  addAsOfOption,
  addWorldOptions,
  buildCountOption,
  buildTrustOption,
  collect,
} from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

const defaultLimit = 10;

export function addSearchCommand(annotate: Command, shell: Shell): void {
  const command = annotate
    .command('search')
    .description(
      'find entries by their names, by any of their words, and by meaning where a server of embeddings is set',
    )
    .argument('[query...]', 'names count first, then words and meaning; without a query, the newest entries')
    .option('--tag <tag>', 'only entries with this tag; may be repeated', collect)
    .addOption(new Option('--status <status>', 'only these entries').choices(['tentative', 'confirmed']))
    .addOption(buildCountOption('--limit <entries>', 'at most this many').default(defaultLimit))
    .addOption(buildTrustOption());
  addAsOfOption(addWorldOptions(command, 'one JSON value')).action(
    async (words: readonly string[], options: SearchOptions) => {
      const { searchGlossary } = await import('../actions/search-glossary.ts');
      await searchGlossary(shell, words.join(' '), options);
    },
  );
}
