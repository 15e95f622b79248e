// Clears the demo's folder for a fresh start; if a person changed the folder, it stays, and the demo uses a new one.

import { rmSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { openAnnotator } from '@terrarium/annotator/open-annotator';
import { openRunLock } from '@terrarium/annotator/open-run-lock';
import { listOwnWork } from '@terrarium/annotator/own-work';
import type { World } from '@terrarium/annotator/world';
import { findWorld } from '@terrarium/annotator/world-file';
import { isBuiltIn } from '@terrarium/composition/is-built-in';
import { UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { wrapText } from '../screen/layout.ts';
import { buildExportPath } from '../shell/choose-export-target.ts';
import type { Shell } from '../shell/shell.ts';

export const title = 'The Lamplighter of Low Veyre';

export const demoExports = ['json', 'markdown'] as const;

/** How many folders are tried; nobody keeps more demos than this by accident. */
const mostFolders = 100;

/**
 * Returns a folder to begin in that does not exist. An earlier demo is removed; if it holds work of the person's own,
 * it stays, and the next number is tried. Throws `UsageError` for a folder that the demo did not make, and if no number
 * is left.
 */
export function clearDemoFolder(shell: Shell, wanted: string): string {
  for (let count = 1; count <= mostFolders; count += 1) {
    const dir = count === 1 ? wanted : `${wanted.replace(/(?<![/\\])[/\\]+$/u, '')}-${count}`;
    if (!isThere(dir)) return dir;
    const world = findWorld(resolve(dir));
    if (world === undefined || !isDemo(world)) throw refuseTaken(resolve(dir));
    const own = listOwn(shell, world);
    if (own.length === 0) {
      openRunLock(world).close();
      rmSync(world.dir, { recursive: true, force: true });
      return dir;
    }
    const kept = `${relative('.', world.dir) || '.'} holds work of yours that was added since (${own.join(', ')}): it stays as it is, and the demo is made beside it.`;
    shell.printer.writeLines(...wrapText(kept, { width: shell.printer.width }), '');
  }
  throw refuseTaken(resolve(wanted));
}

function isDemo({ title: its, corpora }: World): boolean {
  return its === title && corpora.every((corpus) => corpus.title === title);
}

/** Names of what the demo makes in its folder at each start, such as the world, its story and the exports. */
const made =
  /^(?:world\.json|stores\.json|corpora|logs|exports|annotator\.db(?:-\w+)?|[\w.-]+\.lock\.db(?:-\w+)?|.*\.writing-\d+)$/u;

const known: Readonly<Record<string, string>> = {
  'memory.sqlite': 'talks',
  'rpg.db': 'games',
  'place.json': 'a place in the story',
};

/** Describes in words what the folder has that the demo did not make, such as files and work in the glossary. */
function listOwn({ environment }: Shell, world: World): readonly string[] {
  const files = openWorldFolder(world.dir)
    .list('.')
    .map(({ name }) => name)
    .filter((name) => !made.test(name) && !/^(?:memory\.sqlite|rpg\.db).+/u.test(name))
    .map((name) => known[name] ?? name);
  const exports = listExports(world).map((name) => `exports/${name}`);
  if (!isThere(world.annotatorPath)) return [...files, ...exports];
  const annotator = openAnnotator(world, { clock: environment.clock, mustExist: true });
  try {
    const { connection, stores } = annotator;
    const isRead = stores.journal.readRuns().some((run) => !isBuiltIn(run.model));
    const reading = isRead ? ['a reading by a model'] : [];
    return [...files, ...exports, ...reading, ...listOwnWork(connection)];
  } finally {
    annotator.close();
  }
}

/** Exports that the demo does not write, and files that a person put among them. */
function listExports(world: World): readonly string[] {
  const ours = demoExports.map((format) => basename(buildExportPath(world, format)));
  const names = openWorldFolder(world.dir)
    .list(world.exportsDir)
    .map(({ name }) => name);
  return names.filter((name) => !ours.includes(name.replace(/\.writing-\d+$/u, '')));
}

function refuseTaken(dir: string): UsageError {
  return new UsageError({
    code: 'demo.taken',
    happened: `${dir} holds files that the demo did not make.`,
    todo: 'Nothing was touched. Choose another folder: terrarium demo --world DIR.',
  });
}
