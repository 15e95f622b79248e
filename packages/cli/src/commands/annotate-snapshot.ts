// The snapshot commands: list, show, make and remove bookmarks of the reading.

import { type Command, Option } from 'commander';
import type { CreateOptions, ExportOptions, ListOptions } from '../actions/work-on-snapshots.ts';
import {
  addAsOfOption,
  addWorldOptions,
  buildCountOption,
  parseCount,
  type StandingOptions,
} from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export function addSnapshotCommands(parent: Command, shell: Shell): void {
  const snapshot = parent
    .command('snapshot')
    .alias('bookmark')
    .description('bookmarks of the reading: list, show, create, export');
  addList(snapshot, shell);
  addShow(snapshot, shell);
  addCreate(snapshot, shell);
  addExport(snapshot, shell);
}

function addList(snapshot: Command, shell: Shell): void {
  const command = snapshot
    .command('list')
    .description('list the bookmarks, newest first')
    .addOption(buildCountOption('--thread <id>', 'only those made in this thread', 0))
    .addOption(
      new Option(
        '--type <type>',
        'only bookmarks of this type; a curator_fork is made before the model reviews earlier entries',
      ).choices(['checkpoint', 'curator_fork', 'manual']),
    )
    .addOption(buildCountOption('--limit <number>', 'at most this many (default: 20)'));
  addAsOfOption(addWorldOptions(command, 'one JSON value')).action(async (options: ListOptions) => {
    const { listSnapshots } = await import('../actions/work-on-snapshots.ts');
    await listSnapshots(shell, options);
  });
}

function addShow(snapshot: Command, shell: Shell): void {
  const command = snapshot
    .command('show')
    .description('show one bookmark: where it was made, and what was in the prompt')
    .argument('<id>', 'its number', (text) => parseCount(text));
  addAsOfOption(addWorldOptions(command, 'one JSON value')).action(
    async (id: number, options: StandingOptions) => {
      const { showSnapshot } = await import('../actions/work-on-snapshots.ts');
      await showSnapshot(shell, id, options);
    },
  );
}

function addCreate(snapshot: Command, shell: Shell): void {
  const command = snapshot
    .command('create')
    .description('make a bookmark where the reading is now, even while a run is going on')
    .option('--note <text>', 'a note to recognise it by');
  addWorldOptions(command, 'one JSON value').action(async (options: CreateOptions) => {
    const { addSnapshot } = await import('../actions/work-on-snapshots.ts');
    await addSnapshot(shell, options);
  });
}

function addExport(snapshot: Command, shell: Shell): void {
  const command = snapshot
    .command('export')
    .description('write everything about a bookmark to one JSON file')
    .argument('<id>', 'its number', (text) => parseCount(text))
    .option(
      '--out <file>',
      'where to write it (default: the exports/ folder of the world; - for standard output)',
    );
  addAsOfOption(addWorldOptions(command, 'one JSON value with the path of the file')).action(
    async (id: number, options: ExportOptions) => {
      const { writeSnapshot } = await import('../actions/work-on-snapshots.ts');
      await writeSnapshot(shell, id, options);
    },
  );
}
