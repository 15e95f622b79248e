// Retries skipped scenes, each in the context of its own position.

import { readStatus } from '@terrarium/annotator/read-status';
import { readFromWorld } from '@terrarium/composition/annotator-world';
import { openReading } from '@terrarium/composition/open-reading';
import { UsageError } from '@terrarium/kernel/errors';
import { renderCount } from '../screen/quantities.ts';
import { buildFlags, type ModelOptions, type WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { announce, finishReading } from './read-on.ts';
import { readWorld } from './read-world.ts';

export interface RetryOptions extends WorldOptions, ModelOptions {
  readonly keepGoing?: boolean;
}

export async function retrySkipped(
  shell: Shell,
  scenes: readonly number[],
  options: RetryOptions,
): Promise<void> {
  const isJson = options.json === true;
  shell.tellsEvents = true;
  const known = await readSkipped(shell, options.world);
  refuseOthers(scenes, known.scenes);
  if (known.scenes.length === 0) {
    if (isJson) shell.printer.writeJson('nothingToRetry', { kind: 'nothing-to-retry' });
    else shell.printer.writeLines('No scene was skipped: there is nothing to read again.');
    return;
  }
  const { world: worldDir, keepGoing: keepsGoing } = options;
  const reading = await openReading(shell, { worldDir, flags: buildFlags(options), keepsGoing });
  const wanted = scenes.length === 0 ? known.scenes : scenes;
  const result = await readWorld(shell, {
    reading,
    isJson,
    retry: wanted,
    onStart: () => announce(shell, reading, isJson),
  });
  await finishReading(shell, { reading, result, options, retry: scenes });
  const { conflicts } = await readSkipped(shell, options.world);
  if (isJson || conflicts === known.conflicts) return;
  const fresh = renderCount(conflicts - known.conflicts, 'change');
  shell.printer.writeLines(
    `Not made, because later scenes say otherwise: ${fresh}. "terrarium status" lists them.`,
  );
}

async function readSkipped(
  shell: Shell,
  worldDir: string,
): Promise<{ readonly scenes: readonly number[]; readonly conflicts: number }> {
  const found = { scenes: [] as readonly number[], conflicts: 0 };
  await readFromWorld(shell, worldDir, (annotator) => {
    const status = readStatus(annotator);
    found.scenes = status.unread.map(({ scene }) => scene.id);
    found.conflicts = status.conflicts.length;
  });
  return found;
}

/** A number of a scene that was not skipped is a mistake: it is refused instead of ignored. */
function refuseOthers(wanted: readonly number[], skipped: readonly number[]): void {
  const others = wanted.filter((id) => !skipped.includes(id));
  if (others.length === 0) return;
  throw new UsageError({
    code: 'cli.not-skipped',
    happened: `${others.length === 1 ? 'Scene' : 'Scenes'} ${others.join(', ')} ${others.length === 1 ? 'was' : 'were'} not skipped.`,
    todo:
      skipped.length === 0
        ? 'No scene was skipped: there is nothing to read again.'
        : `Skipped are: ${skipped.join(', ')}.`,
  });
}
