// Opens a branch for a run: a world of its own in the state that the reading had at a snapshot.

import { chooseSnapshot } from '@terrarium/annotator/load-snapshot';
import { copyAcceptedRoutes } from '@terrarium/composition/accepted-routes';
import { readFromWorld } from '@terrarium/composition/annotator-world';
import { UsageError } from '@terrarium/kernel/errors';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell/shell.ts';

export interface BranchOptions {
  readonly world: string;
  readonly json?: boolean;
  readonly fromSnapshot?: number;
  readonly branch?: string;
}

/**
 * Returns the folder to read in: the world's own folder, or the folder of the branch that was asked for.
 * Throws `UsageError` if a branch is named without a snapshot to begin from.
 */
export async function openBranch(shell: Shell, options: BranchOptions): Promise<string> {
  const { world: worldDir, fromSnapshot, branch } = options;
  if (fromSnapshot === undefined) {
    if (branch === undefined) return worldDir;
    throw new UsageError({
      code: 'branch.from-where',
      happened: '--branch names a folder for a branch, but no snapshot to branch from is named.',
      todo: 'Add --from-snapshot ID; "annotate snapshot list" shows the snapshots. To read on in an existing branch, name its folder with --world.',
    });
  }
  const made = { dir: worldDir };
  await readFromWorld(shell, worldDir, async (annotator) => {
    const { createBranch } = await import('@terrarium/annotator/create-branch');
    const snapshot = chooseSnapshot(annotator, fromSnapshot);
    const world = await createBranch(annotator, { snapshot, dir: branch, clock: shell.environment.clock });
    copyAcceptedRoutes(shell, annotator.world.dir, world.dir);
    made.dir = world.dir;
  });
  if (options.json !== true) {
    shell.printer.writeLines(
      `Branched from snapshot ${fromSnapshot} into ${paint(made.dir, 'bold')}; the original stays as it is.`,
    );
  }
  return made.dir;
}
