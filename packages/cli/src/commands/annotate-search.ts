// The search command: finds entries by name or any of their words, or finds words of the story, as far as you have read.

import { type Command, Option } from 'commander';
import type { SearchOptions } from '../actions/search-glossary.ts';
import {
  addAsOfOption,
  addCorpusOption,
  addWorldOptions,
  buildCountOption,
  buildTrustOption,
  collect,
} from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

const defaultLimit = 10;

export function addSearchCommand(annotate: Command, shell: Shell): Command {
  const command = annotate
    .command('search')
    .description(
      'find entries by their name or other words, or find sentences of the story; also by meaning, if an embeddings server is set',
    )
    .argument('[query...]', 'a name or words; without a query, the newest entries')
    .addOption(
      new Option(
        '--in <what>',
        'where to search: entries of the glossary, or sentences of the story; words in double quotes must be next to each other',
      )
        .choices(['glossary', 'story'])
        .default('glossary'),
    )
    .option('--tag <tag>', 'only entries with this tag; may be repeated', collect)
    .addOption(new Option('--status <status>', 'only these entries').choices(['tentative', 'confirmed']))
    .addOption(buildCountOption('--limit <entries>', 'at most this many').default(defaultLimit))
    .addOption(buildTrustOption());
  return addCorpusOption(addAsOfOption(addWorldOptions(command, 'one JSON value'))).action(
    async (words: readonly string[], options: SearchOptions & { readonly in: 'glossary' | 'story' }) => {
      if (options.in === 'story') {
        const { searchStory } = await import('../actions/search-story.ts');
        await searchStory(shell, words.join(' '), options);
        return;
      }
      const { searchGlossary } = await import('../actions/search-glossary.ts');
      await searchGlossary(shell, words.join(' '), options);
    },
  );
}
