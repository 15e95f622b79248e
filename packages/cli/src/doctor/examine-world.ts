// Examines a world: whether the folder is a world, and whether its disk can be written to.

import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { openWorldCorpus } from '@terrarium/annotator/open-world';
import { type FolderFacts, probeFolder } from '@terrarium/annotator/probe-folder';
import type { World } from '@terrarium/annotator/world';
import { findWorld } from '@terrarium/annotator/world-file';
import { renderCommand } from '@terrarium/composition/render-command';
import { applyTrust } from '@terrarium/composition/resolve-links';
import type { Finding } from '@terrarium/kernel/finding';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { type Examined, examineFailure, toExamined } from './examined.ts';

export interface WorldPlace {
  readonly dir: string;
  /** Whether the person named the folder. If so, a world is expected in it. */
  readonly isNamed: boolean;
}

export interface ExaminedWorld {
  readonly world: World | undefined;
  readonly examined: Examined;
}

export function examineWorld(shell: Shell, { dir, isNamed }: WorldPlace): ExaminedWorld {
  try {
    const world = findWorld(dir);
    if (world !== undefined) {
      applyTrust(shell, world);
      return { world, examined: toExamined(checkCorpora(world), exitCodes.problems) };
    }
    return { world, examined: toExamined(reportNoWorld(dir, isNamed), exitCodes.problems) };
  } catch (error) {
    return { world: undefined, examined: examineFailure('world', error) };
  }
}

function checkCorpora(world: World): Finding {
  for (const { name } of world.corpora) openWorldCorpus(world, name).close();
  return { check: 'world', standing: 'ok', says: describeWorld(world.corpora.length) };
}

function describeWorld(stories: number): string {
  if (stories === 0) return 'There is a world, with no story yet.';
  const all = ['its story', 'both its stories'][stories - 1] ?? `all its ${stories} stories`;
  return `There is a world, and ${all} can be read.`;
}

function reportNoWorld(dir: string, isNamed: boolean): Finding {
  const todo = `Make one with "${renderCommand('import FILE', dir)}"`;
  if (!isNamed)
    return { check: 'world', standing: 'ok', says: 'There is no world here yet.', todo: `${todo}.` };
  return {
    check: 'world',
    standing: 'warning',
    says: `There is no world in ${dir}.`,
    todo: `${todo}, or name another folder with --world.`,
  };
}

/** For a world that is not there yet, examines the nearest existing folder, in which it would be made. */
export function examineDisk(dir: string): Examined {
  try {
    return toExamined(checkSpace(probeFolder(resolveNearestFolder(dir))), exitCodes.problems);
  } catch (error) {
    return examineFailure('disk', error);
  }
}

function resolveNearestFolder(dir: string): string {
  const isThere = statSync(dir, { throwIfNoEntry: false }) !== undefined;
  return isThere || dirname(dir) === dir ? dir : resolveNearestFolder(dirname(dir));
}

const megabyte = 1024 * 1024;
/** Room for a long serial, its journal, and a backup before an upgrade of the database. */
const comfortable = 1024 * megabyte;
/** With less than this there is no room even for a short serial. */
const least = 32 * megabyte;

export function checkSpace({ freeBytes }: FolderFacts): Finding {
  const check = 'disk';
  const says = `Files on this disk can be written and locked; ${renderSpace(freeBytes)} is free.`;
  if (freeBytes >= comfortable) return { check, standing: 'ok', says };
  const todo =
    'Make room: a long story and its journal take several hundred megabytes. A run that finds no room stops, and nothing is lost.';
  return { check, standing: freeBytes >= least ? 'warning' : 'problem', says, todo };
}

function renderSpace(bytes: number): string {
  if (bytes < 1024 * megabyte) return `${Math.floor(bytes / megabyte)} MB`;
  return `${Math.floor(bytes / (1024 * megabyte))} GB`;
}
