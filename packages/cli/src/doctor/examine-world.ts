// Examines a world: whether it is one, whether its disk can be written, whether its store is sound.

import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasLostReading } from '@terrarium/annotator/find-running-process';
import { openWorldCorpus } from '@terrarium/annotator/open-world';
import { type FolderFacts, probeFolder } from '@terrarium/annotator/probe-folder';
import type { World } from '@terrarium/annotator/world';
import { findWorld } from '@terrarium/annotator/world-file';
import type { Finding } from '@terrarium/kernel/finding';
import { isThere } from '@terrarium/kernel/is-there';
import { lookAtWorld, refuseUnread } from '../compose-world.ts';
import { renderCount } from '../screen/quantities.ts';
import { renderCommand } from '../screen/render-command.ts';
import { exitCodes, type Shell } from '../shell.ts';
import { type Examined, judge, judgeFailure } from './examined.ts';

export interface WorldPlace {
  /** Absolute. */
  readonly dir: string;
  /** Somebody named the folder: then a world is expected in it. */
  readonly isNamed: boolean;
}

export interface ExaminedWorld {
  readonly world: World | undefined;
  readonly examined: Examined;
}

export function examineWorld({ dir, isNamed }: WorldPlace): ExaminedWorld {
  try {
    const world = findWorld(dir);
    if (world !== undefined) return { world, examined: judge(checkCorpora(world), exitCodes.problems) };
    return { world, examined: judge(reportNoWorld(dir, isNamed), exitCodes.problems) };
  } catch (error) {
    return { world: undefined, examined: judgeFailure('world', error) };
  }
}

function checkCorpora(world: World): Finding {
  for (const { name } of world.corpora) openWorldCorpus(world, name).close();
  const count = renderCount(world.corpora.length, 'corpus', 'corpora');
  return { check: 'world', standing: 'ok', says: `There is a world, with ${count} that can be read.` };
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

/** A world that is not there yet would be made in the nearest folder that is. */
export function examineDisk(dir: string): Examined {
  try {
    return judge(judgeSpace(probeFolder(findNearestFolder(dir))), exitCodes.problems);
  } catch (error) {
    return judgeFailure('disk', error);
  }
}

function findNearestFolder(dir: string): string {
  const isThere = statSync(dir, { throwIfNoEntry: false }) !== undefined;
  return isThere || dirname(dir) === dir ? dir : findNearestFolder(dirname(dir));
}

const megabyte = 1024 * 1024;
/** A long serial, its journal and a copy before a change of the layout. */
const comfortable = 1024 * megabyte;
/** Not even a short one. */
const least = 32 * megabyte;

export function judgeSpace({ freeBytes }: FolderFacts): Finding {
  const check = 'disk';
  const says = `The disk can be written and locked; ${renderSpace(freeBytes)} are free.`;
  if (freeBytes >= comfortable) return { check, standing: 'ok', says };
  const todo =
    'Make room: a long story and its journal take some hundred megabytes. A run that finds no room stops and loses nothing.';
  return { check, standing: freeBytes >= least ? 'warning' : 'problem', says, todo };
}

function renderSpace(bytes: number): string {
  if (bytes < 1024 * megabyte) return `${Math.floor(bytes / megabyte)} MB`;
  return `${Math.floor(bytes / (1024 * megabyte))} GB`;
}

/** Every invariant of what was read, again; names what does not hold by its rules, never by words of the story. */
export async function examineStore(shell: Shell, world: World): Promise<Examined> {
  const check = 'store';
  if (hasLostReading(world)) return judgeFailure(check, refuseUnread(world));
  if (!isThere(world.annotatorPath)) {
    return judge({ check, standing: 'ok', says: 'Nothing has been read yet.' }, exitCodes.problems);
  }
  try {
    const { verifyAnnotator } = await import('@terrarium/annotator/verify-annotator');
    let finding: Finding | undefined;
    await lookAtWorld(shell, world.dir, (annotator) => {
      const { checks, problems } = verifyAnnotator(annotator);
      const says = `All ${checks.length} checks hold: ${checks.join(', ')}.`;
      const codes = problems.map(({ code }) => code);
      finding = codes.length === 0 ? { check, standing: 'ok', says } : reportProblems(codes, world.dir);
    });
    return judge(
      finding ?? { check, standing: 'unknown', says: 'It was not looked at.' },
      exitCodes.problems,
    );
  } catch (error) {
    return judgeFailure(check, error);
  }
}

function reportProblems(codes: readonly string[], dir: string): Finding {
  const counted = [...new Set(codes)].map((code) => {
    const count = codes.filter((other) => other === code).length;
    return count === 1 ? code : `${code} (${count} times)`;
  });
  return {
    check: 'store',
    standing: 'problem',
    says: `${renderCount(codes.length, 'thing does', 'things do')} not hold: ${counted.join(', ')}.`,
    todo: `See what with "${renderCommand('annotate verify', dir)}"; if the folder was damaged, restore it from a backup.`,
  };
}
