// Opens the world that a run reads in: the one that is named, or a new one beside it that begins elsewhere in the story.

import { chooseSnapshot } from '@terrarium/annotator/load-snapshot';
import { openWorld } from '@terrarium/annotator/open-world';
import type { World } from '@terrarium/annotator/world';
import { copyAcceptedRoutes } from '@terrarium/composition/accepted-routes';
import { readFromWorld } from '@terrarium/composition/annotator-world';
import { UsageError } from '@terrarium/kernel/errors';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell/shell.ts';

export interface BranchOptions {
  readonly world: string;
  readonly json?: boolean;
  readonly corpus?: readonly string[];
  readonly fromSnapshot?: number;
  readonly fromStart?: boolean;
  readonly branch?: string;
}

/**
 * Returns the folder to read in: the world's own folder, or the folder of the new world that was asked for. Throws
 * `UsageError` if a new world is named without a place from which it reads on, or if two such places are given.
 */
export async function openBranch(shell: Shell, options: BranchOptions): Promise<string> {
  const { world: worldDir, fromSnapshot, fromStart, branch } = options;
  if (fromStart === true && fromSnapshot !== undefined) throw refuseTwoBeginnings();
  if (fromStart === true) {
    const { createFreshWorld } = await import('@terrarium/annotator/create-fresh-world');
    const original = openWorld(worldDir);
    const fresh = await createFreshWorld(original, {
      dir: branch,
      clock: shell.environment.clock,
      corpora: options.corpus,
    });
    announceBranch(shell, options, { original, made: fresh, how: 'Reading from the beginning' });
    return fresh.dir;
  }
  if (fromSnapshot === undefined) {
    if (branch === undefined) return worldDir;
    throw new UsageError({
      code: 'branch.from-where',
      happened: '--branch names the folder of a new world, but not where its reading begins.',
      todo: 'Add --from-start, or --from-snapshot ID; "annotate snapshot list" shows the snapshots. To read on in an existing world, name its folder with --world.',
    });
  }
  const made = { dir: worldDir };
  await readFromWorld(shell, worldDir, async (annotator) => {
    const { createBranch } = await import('@terrarium/annotator/create-branch');
    const snapshot = chooseSnapshot(annotator, fromSnapshot);
    const world = await createBranch(annotator, { snapshot, dir: branch, clock: shell.environment.clock });
    const how = `Branched from snapshot ${fromSnapshot}`;
    announceBranch(shell, options, { original: annotator.world, made: world, how });
    made.dir = world.dir;
  });
  return made.dir;
}

interface MadeWorld {
  readonly original: World;
  readonly made: World;
  readonly how: string;
}

/** Says which world was made, and lets it send requests to the same places as the original. */
function announceBranch(shell: Shell, { json }: BranchOptions, { original, made, how }: MadeWorld): void {
  copyAcceptedRoutes(shell, original.dir, made.dir);
  if (json === true) return;
  shell.printer.writeLines(
    `${how} in the new world ${paint(made.dir, 'bold')}; the original stays as it is.`,
  );
}

function refuseTwoBeginnings(): UsageError {
  return new UsageError({
    code: 'branch.two-beginnings',
    happened: 'Both --from-start and --from-snapshot say where the reading begins.',
    todo: 'Use one of them. Nothing was changed.',
  });
}
