// Writes a fragment in a person's words, or approves one.

import { UsageError } from '@terrarium/kernel/errors';
import type { Memory } from '@terrarium/memory/memory';
import type { MindOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { renderWritten } from '../views/render-waiting.ts';
import { showFromMemory } from './show-from-memory.ts';

export interface FragmentOptions extends MindOptions {
  readonly ambient?: string;
  readonly recognition?: string;
  readonly inventory?: string;
  readonly line?: readonly string[];
  readonly event?: readonly number[];
  readonly approve?: boolean;
  readonly release?: boolean;
}

export async function writeFragment(shell: Shell, named: string, options: FragmentOptions): Promise<void> {
  const key = named.replace(/^\[|\]$/gu, '');
  refuseNothing(options);
  await showFromMemory(shell, { ...options, shape: 'writtenFragment' }, (companion) => {
    const written = write(companion, key, options);
    if (options.approve === true) companion.markApproved(key, true);
    if (options.release === true) companion.markApproved(key, false);
    const value = {
      key,
      runId: written?.runId,
      isNew: written?.isNew ?? false,
      isApproved: options.release !== true,
    };
    const screen = { width: shell.printer.width, dir: options.world };
    return { value, renderLines: () => renderWritten(value, screen) };
  });
}

function write(companion: Memory, key: string, options: FragmentOptions) {
  const { ambient, recognition, inventory, line: lines, event: sources } = options;
  const isWriting = [ambient, recognition, inventory, lines, sources].some((one) => one !== undefined);
  return isWriting
    ? companion.writeFragment({ key, ambient, recognition, inventory, lines, sources })
    : undefined;
}

function refuseNothing(options: FragmentOptions): void {
  const { ambient, recognition, inventory, line, event, approve, release } = options;
  const isBoth = approve === true && release === true;
  const wishes = [ambient, recognition, inventory, line, event, approve, release];
  if (!isBoth && wishes.some((wish) => wish !== undefined)) return;
  throw new UsageError({
    code: 'memory.not-written',
    happened: isBoth ? '--approve and --release exclude each other.' : 'No text for the fragment was given.',
    todo: isBoth
      ? 'Give one of them. Nothing was changed.'
      : 'Give --ambient "one sentence", --recognition, --line "…" or --approve; "memory recall KEY --deep" shows the fragment as it is now. Nothing was changed.',
  });
}
