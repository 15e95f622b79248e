// The snapshot commands: bookmarks of the reading, to be listed, looked at, made and taken away.

import { join } from 'node:path';
import { createSnapshot } from '@terrarium/annotator/create-snapshot';
import { exportSnapshot } from '@terrarium/annotator/export-snapshot';
import { readSnapshotAccount, titleSnapshot } from '@terrarium/annotator/find-snapshot-account';
import { chooseSnapshot } from '@terrarium/annotator/load-snapshot';
import { writeFile } from '@terrarium/annotator/write-file';
import { type Command, Option } from 'commander';
import { lookAtWorld } from '../compose.ts';
import { addWorldOptions, buildCountOption, parseCount, type WorldOptions } from '../options.ts';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell.ts';
import { renderSnapshotAccount, renderSnapshotList } from '../views/render-snapshots.ts';

interface ListOptions extends WorldOptions {
  readonly thread?: number;
  readonly type?: 'checkpoint' | 'curator_fork' | 'manual';
  readonly limit?: number;
}

interface CreateOptions extends WorldOptions {
  readonly note?: string;
}

interface ExportOptions extends WorldOptions {
  readonly out?: string;
}

const longestNote = 500;
const everything = Number.MAX_SAFE_INTEGER;

export function addSnapshotCommands(annotate: Command, shell: Shell): void {
  const snapshot = annotate
    .command('snapshot')
    .description('bookmarks of the reading: list, show, create, export');
  addList(snapshot, shell);
  addShow(snapshot, shell);
  addCreate(snapshot, shell);
  addExport(snapshot, shell);
}

function addList(snapshot: Command, shell: Shell): void {
  const command = snapshot
    .command('list')
    .description('the bookmarks there are, newest first')
    .addOption(buildCountOption('--thread <id>', 'only those made in this thread', 0))
    .addOption(new Option('--type <type>', 'only these').choices(['checkpoint', 'curator_fork', 'manual']))
    .addOption(buildCountOption('--limit <number>', 'so many at most (default: 20)'));
  addWorldOptions(command, 'one JSON value').action(async (options: ListOptions) => {
    await lookAtWorld(shell, options.world, (annotator) => {
      const { thread: threadId, type, limit = 20 } = options;
      const { snapshots } = annotator.stores;
      const all = snapshots.list({ threadId, type, limit: everything });
      const shown = all.slice(0, limit).map((one) => titleSnapshot(annotator, one));
      if (options.json === true) shell.printer.sayJson({ total: all.length, snapshots: shown });
      else shell.printer.say(...renderSnapshotList(shown, { all: all.length, width: shell.printer.width }));
    });
  });
}

function addShow(snapshot: Command, shell: Shell): void {
  const command = snapshot
    .command('show')
    .description('one bookmark: where it stands and what the model had before it')
    .argument('<id>', 'its number', (text) => parseCount(text));
  addWorldOptions(command, 'one JSON value').action(async (id: number, options: WorldOptions) => {
    await lookAtWorld(shell, options.world, (annotator) => {
      const account = readSnapshotAccount(annotator, chooseSnapshot(annotator, id));
      if (options.json === true) shell.printer.sayJson(account);
      else shell.printer.say(...renderSnapshotAccount(account, annotator.world.dir));
    });
  });
}

function addCreate(snapshot: Command, shell: Shell): void {
  const command = snapshot
    .command('create')
    .description('bookmark where the reading stands now; a run may go on meanwhile')
    .option('--note <text>', 'what to remember it by');
  addWorldOptions(command, 'one JSON value').action(async (options: CreateOptions) => {
    await lookAtWorld(shell, options.world, (annotator) => {
      const note = (options.note ?? '').replace(/\s+/gu, ' ').trim().slice(0, longestNote);
      const account = readSnapshotAccount(
        annotator,
        chooseSnapshot(annotator, createSnapshot(annotator, note)),
      );
      if (options.json === true) shell.printer.sayJson(account);
      else shell.printer.say(...renderSnapshotAccount(account, annotator.world.dir));
    });
  });
}

function addExport(snapshot: Command, shell: Shell): void {
  const command = snapshot
    .command('export')
    .description('the whole moment as one JSON file that needs nothing else')
    .argument('<id>', 'its number', (text) => parseCount(text))
    .option('--out <file>', 'where to (default: exports/ of the world; - for standard output)');
  addWorldOptions(command, 'where it went as one JSON value').action(
    async (id: number, options: ExportOptions) => {
      await lookAtWorld(shell, options.world, (annotator) => {
        const chosen = chooseSnapshot(annotator, id);
        const exported = exportSnapshot(annotator, chosen);
        const text = `${JSON.stringify(exported, undefined, 2)}\n`;
        if (options.out === '-') {
          shell.printer.pour(text);
          return;
        }
        const path = options.out ?? join(annotator.world.exportsDir, `snapshot-${id}.json`);
        writeFile(path, [text]);
        const entries = exported.glossary.entries.length;
        if (options.json === true) shell.printer.sayJson({ path, entries });
        else shell.printer.say(`Snapshot ${paint(String(id), 'bold')} written to ${path}`);
      });
    },
  );
}
