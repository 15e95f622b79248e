// Adds an entry that a person describes: its name, its definition, and the words of the story that support it.

import { addEntry } from '@terrarium/annotator/add-entry';
import { updateReadWorld } from '@terrarium/composition/annotator-world';
import { UsageError } from '@terrarium/kernel/errors';
import type { WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { showEdited } from './show-edited.ts';

export interface AddOptions extends WorldOptions {
  readonly definition?: string;
  readonly quote?: readonly string[];
  readonly alias?: readonly string[];
  readonly kind?: string;
  readonly tag?: readonly string[];
  readonly status?: 'tentative' | 'confirmed';
  readonly from?: string;
  readonly reason?: string;
}

/** Throws `UsageError` if the entry cannot be added, for example because the quoted words are not in the story. */
export async function addNewEntry(shell: Shell, term: string, options: AddOptions): Promise<void> {
  const { definition, quote: quotes = [], alias: aliases = [], kind, tag: tags, status } = options;
  const { from, reason } = options;
  if (term === '' || definition === undefined) {
    throw new UsageError({
      code: 'cli.bad-edit',
      happened: term === '' ? 'No name is given.' : `No definition of "${term}" is given.`,
      todo: 'Write: terrarium add TERM --definition TEXT --quote "a piece of the story with the name".',
    });
  }
  await updateReadWorld(shell, options.world, (annotator) => {
    const before = annotator.stores.glossary.readNewestRevision();
    const wanted = { term, definition, quotes, aliases, kind, tags, status };
    const { id, term: name } = addEntry(annotator, wanted, { reason, from });
    const what = `"${name}" is in the glossary now.`;
    showEdited(shell, annotator, {
      what,
      before,
      id,
      names: [name, ...aliases],
      isPlaced: from !== undefined,
      isJson: options.json === true,
    });
  });
}
