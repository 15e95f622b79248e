// Works on bookmarks of the reading: lists them, shows one, makes one, takes one away.

import { join } from 'node:path';
import { createSnapshot } from '@terrarium/annotator/create-snapshot';
import { exportSnapshot } from '@terrarium/annotator/export-snapshot';
import { readSnapshotAccount, titleSnapshot } from '@terrarium/annotator/find-snapshot-account';
import { chooseSnapshot } from '@terrarium/annotator/load-snapshot';
import { writeFile } from '@terrarium/annotator/write-file';
import { chooseKnownSnapshot, isKnownSnapshot } from '../choose-known-snapshot.ts';
import { changeReadWorld, lookAtWorld } from '../compose-world.ts';
import type { StandingOptions, WorldOptions } from '../options.ts';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell.ts';
import { lookFromPlace } from '../standing.ts';
import { renderSnapshotAccount, renderSnapshotList } from '../views/render-snapshots.ts';

export interface ListOptions extends StandingOptions {
  readonly thread?: number;
  readonly type?: 'checkpoint' | 'curator_fork' | 'manual';
  readonly limit?: number;
}

export interface CreateOptions extends WorldOptions {
  readonly note?: string;
}

export interface ExportOptions extends WorldOptions {
  readonly out?: string;
}

const longestNote = 500;

const everything = Number.MAX_SAFE_INTEGER;

export async function listSnapshots(shell: Shell, options: ListOptions): Promise<void> {
  await lookFromPlace(shell, options, (standing) => {
    const { annotator } = standing;
    const { thread: threadId, type, limit = 20 } = options;
    const { snapshots } = annotator.stores;
    const all = snapshots
      .list({ threadId, type, limit: everything })
      .filter((one) => isKnownSnapshot(standing, one));
    const shown = all.slice(0, limit).map((one) => titleSnapshot(annotator, one));
    if (options.json === true) shell.printer.sayJson({ total: all.length, snapshots: shown });
    else shell.printer.say(...renderSnapshotList(shown, { all: all.length, width: shell.printer.width }));
  });
}

export async function showSnapshot(shell: Shell, id: number, options: StandingOptions): Promise<void> {
  await lookFromPlace(shell, options, (standing) => {
    const { annotator } = standing;
    const account = readSnapshotAccount(annotator, chooseKnownSnapshot(standing, id));
    if (options.json === true) shell.printer.sayJson(account);
    else shell.printer.say(...renderSnapshotAccount(account, annotator.world.dir));
  });
}

export async function makeSnapshot(shell: Shell, options: CreateOptions): Promise<void> {
  await changeReadWorld(shell, options.world, (annotator) => {
    const note = (options.note ?? '').replace(/\s+/gu, ' ').trim().slice(0, longestNote);
    const account = readSnapshotAccount(
      annotator,
      chooseSnapshot(annotator, createSnapshot(annotator, note)),
    );
    if (options.json === true) shell.printer.sayJson(account);
    else shell.printer.say(...renderSnapshotAccount(account, annotator.world.dir));
  });
}

export async function writeSnapshot(shell: Shell, id: number, options: ExportOptions): Promise<void> {
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
}
