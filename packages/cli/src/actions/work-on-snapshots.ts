// Works on bookmarks of the reading: lists them, shows one, makes one, takes one away.

import { join } from 'node:path';
import { createSnapshot } from '@terrarium/annotator/create-snapshot';
import { exportSnapshot } from '@terrarium/annotator/export-snapshot';
import { readSnapshotAccount, titleSnapshot } from '@terrarium/annotator/find-snapshot-account';
import { chooseSnapshot } from '@terrarium/annotator/load-snapshot';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import type { Snapshot } from '@terrarium/annotator/snapshot-store';
import { writeFile } from '@terrarium/annotator/write-file';
import { chooseKnownSnapshot, isKnownSnapshot } from '../compose/choose-known-snapshot.ts';
import { changeReadWorld, lookAtWorld } from '../compose/compose-world.ts';
import { lookFromPlace, type Standing, standAt } from '../compose/standing.ts';
import { wrapText } from '../screen/layout.ts';
import { renderCommand } from '../screen/render-command.ts';
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
    sayAccount(shell, annotator, { snapshot: chooseKnownSnapshot(standing, id), options });
  });
}

export async function makeSnapshot(shell: Shell, options: CreateOptions): Promise<void> {
  await changeReadWorld(shell, options.world, (annotator) => {
    const note = (options.note ?? '').replace(/\s+/gu, ' ').trim().slice(0, longestNote);
    standAt(shell, { annotator, asOf: undefined }, (standing) => {
      const snapshot = chooseSnapshot(annotator, createSnapshot(annotator, note));
      if (isKnownSnapshot(standing, snapshot)) sayAccount(shell, annotator, { snapshot, options });
      else sayMade(shell, standing, { snapshot, options });
    });
  });
}

interface Shown {
  readonly snapshot: Snapshot;
  readonly options: WorldOptions;
}

function sayAccount({ printer }: Shell, annotator: Annotator, { snapshot, options }: Shown): void {
  const account = readSnapshotAccount(annotator, snapshot);
  if (options.json === true) printer.sayJson(account);
  else printer.say(...renderSnapshotAccount(account, annotator.world.dir));
}

/** Where it stands, and what was known there, is for whoever has come so far. */
function sayMade({ printer }: Shell, { view, place }: Standing, { snapshot, options }: Shown): void {
  const { id, type, note, createdAt } = snapshot;
  if (options.json === true) {
    printer.sayJson({ snapshot: { id, type, note, createdAt } });
    return;
  }
  const command = renderCommand(`annotate snapshot show ${id} --as-of end`, view.world.dir);
  const text = `It stands where the reading does, which is further on than you are (${place}).`;
  printer.say(
    `Snapshot ${paint(String(id), 'bold')} is made.`,
    ...wrapText(text, { width: printer.width, indent: '  ' }),
    paint(`  ${command}   shows it`, 'dim'),
  );
}

export async function writeSnapshot(shell: Shell, id: number, options: ExportOptions): Promise<void> {
  await lookAtWorld(shell, options.world, (annotator) => {
    const chosen = standAt(shell, { annotator, asOf: options.asOf }, (standing) =>
      chooseKnownSnapshot(standing, id),
    );
    const exported = exportSnapshot(annotator, chosen);
    const text = `${JSON.stringify(exported, undefined, 2)}\n`;
    if (options.out === '-') {
      shell.printer.pour(text);
      return;
    }
    const path = options.out ?? join(annotator.world.exportsDir, `snapshot-${id}.json`);
    writeFile(path, [text], annotator.world.dir);
    const entries = exported.glossary.entries.length;
    if (options.json === true) shell.printer.sayJson({ path, entries });
    else shell.printer.say(`Snapshot ${paint(String(id), 'bold')} written to ${path}`);
  });
}
