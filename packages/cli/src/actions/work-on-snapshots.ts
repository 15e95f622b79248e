// Works on bookmarks of the reading: lists them, and shows, makes or removes one.

import { join } from 'node:path';
import { readSnapshotAccount, withSnapshotTitle } from '@terrarium/annotator/accounts';
import { createSnapshot } from '@terrarium/annotator/create-snapshot';
import { exportSnapshot } from '@terrarium/annotator/export-snapshot';
import { chooseSnapshot } from '@terrarium/annotator/load-snapshot';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { describePlace } from '@terrarium/annotator/reader-place';
import type { Snapshot } from '@terrarium/annotator/snapshot-store';
import { writeFile } from '@terrarium/annotator/write-file';
import { readFromWorld, updateReadWorld } from '@terrarium/composition/annotator-world';
import { chooseKnownSnapshot, isKnownSnapshot } from '@terrarium/composition/choose-known-snapshot';
import { renderCommand } from '@terrarium/composition/render-command';
import { readAtPlace, readFromPlace, type Standing } from '@terrarium/composition/standing';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import type { StandingOptions, WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { renderSnapshotAccount, renderSnapshotList } from '../views/render-snapshots.ts';

export interface ListOptions extends StandingOptions {
  readonly thread?: number;
  readonly type?: 'checkpoint' | 'curator_fork' | 'manual';
  readonly limit?: number;
}

export interface CreateOptions extends WorldOptions {
  readonly note?: string;
}

export interface ExportOptions extends StandingOptions {
  readonly out?: string;
}

const longestNote = 500;

const everything = Number.MAX_SAFE_INTEGER;

export async function listSnapshots(shell: Shell, options: ListOptions): Promise<void> {
  await readFromPlace(shell, options, (standing) => {
    const { annotator } = standing;
    const { thread: threadId, type, limit = 20 } = options;
    const { snapshots } = annotator.stores;
    const all = snapshots
      .list({ threadId, type, limit: everything })
      .filter((one) => isKnownSnapshot(standing, one));
    const shown = all.slice(0, limit).map((one) => withSnapshotTitle(annotator, one));
    if (options.json === true)
      shell.printer.writeJson('snapshotList', { total: all.length, snapshots: shown });
    else
      shell.printer.writeLines(...renderSnapshotList(shown, { all: all.length, width: shell.printer.width }));
  });
}

export async function showSnapshot(shell: Shell, id: number, options: StandingOptions): Promise<void> {
  await readFromPlace(shell, options, (standing) => {
    const { annotator } = standing;
    showAccount(shell, annotator, { snapshot: chooseKnownSnapshot(standing, id), options });
  });
}

export async function addSnapshot(shell: Shell, options: CreateOptions): Promise<void> {
  await updateReadWorld(shell, options.world, (annotator) => {
    const note = (options.note ?? '').replace(/\s+/gu, ' ').trim().slice(0, longestNote);
    readAtPlace(shell, { annotator, asOf: undefined }, (standing) => {
      const snapshot = chooseSnapshot(annotator, createSnapshot(annotator, note));
      if (isKnownSnapshot(standing, snapshot)) showAccount(shell, annotator, { snapshot, options });
      else reportCreated(shell, standing, { snapshot, options });
    });
  });
}

interface Shown {
  readonly snapshot: Snapshot;
  readonly options: WorldOptions;
}

function showAccount({ printer }: Shell, annotator: Annotator, { snapshot, options }: Shown): void {
  const account = readSnapshotAccount(annotator, snapshot);
  if (options.json === true) printer.writeJson('snapshotAccount', account);
  else printer.writeLines(...renderSnapshotAccount(account, annotator.world.dir));
}

/** The snapshot's place and what it shows are told only to a reader who has read that far. */
function reportCreated({ printer }: Shell, { view, place }: Standing, { snapshot, options }: Shown): void {
  const { id, type, note, createdAt } = snapshot;
  if (options.json === true) {
    printer.writeJson('snapshotMade', { snapshot: { id, type, note, createdAt } });
    return;
  }
  const command = renderCommand(`annotate snapshot show ${id} --as-of end`, view.world.dir);
  const where = place === undefined ? '' : describePlace(place);
  const text = `It marks the point that the reading has reached, which is further on than you are (${where}).`;
  printer.writeLines(
    `Snapshot ${paint(String(id), 'bold')} is made.`,
    ...wrapText(text, { width: printer.width, indent: '  ' }),
    paint(`  ${command}   shows it`, 'dim'),
  );
}

export async function writeSnapshot(shell: Shell, id: number, options: ExportOptions): Promise<void> {
  await readFromWorld(shell, options.world, (annotator) => {
    const chosen = readAtPlace(shell, { annotator, asOf: options.asOf }, (standing) =>
      chooseKnownSnapshot(standing, id),
    );
    const exported = exportSnapshot(annotator, chosen);
    const text = `${JSON.stringify(exported, undefined, 2)}\n`;
    if (options.out === '-') {
      shell.printer.writeText(text);
      return;
    }
    const path = options.out ?? join(annotator.world.exportsDir, `snapshot-${id}.json`);
    writeFile(path, [text], annotator.world.dir);
    const entries = exported.glossary.entries.length;
    if (options.json === true) shell.printer.writeJson('snapshotExport', { path, entries });
    else shell.printer.writeLines(`Snapshot ${paint(String(id), 'bold')} written to ${path}`);
  });
}
