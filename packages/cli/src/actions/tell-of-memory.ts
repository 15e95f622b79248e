// Tells what was found in a memory: as lines for a person, or as one JSON value for a program.

import type { Memory } from '@terrarium/memory/memory';
import { tryDecay } from '@terrarium/memory/try-decay';
import { findMemoryWorld, type MemoryWorld, withCompanion, withPlainCompanion } from '../compose-memory.ts';
import type { WorldOptions } from '../options.ts';
import type { Shell } from '../shell.ts';

export interface Told {
  readonly value: unknown;
  readonly renderLines: () => readonly string[];
}

type Ask = (companion: Memory, settings: MemoryWorld['settings']) => Told | Promise<Told>;

export interface TellOptions extends WorldOptions {
  /** What of the decay is to be other than it is set. */
  readonly decay?: readonly string[];
  /** Whether something is looked for, by meaning too where the world has what it takes. */
  readonly isSearch?: boolean;
}

export async function tellOfMemory(shell: Shell, options: TellOptions, ask: Ask): Promise<void> {
  const { printer } = shell;
  const world = withDecay(await findMemoryWorld(shell, options), options.decay);
  const lend = options.isSearch === true ? withCompanion : withPlainCompanion;
  await lend(shell, world, async (companion) => {
    const { value, renderLines } = await ask(companion, world.settings);
    if (options.json === true) printer.sayJson(value);
    else printer.say(...renderLines());
  });
}

/** The world as if its memories faded otherwise. */
function withDecay(world: MemoryWorld, wishes: readonly string[] | undefined): MemoryWorld {
  if (wishes === undefined) return world;
  return { ...world, settings: { ...world.settings, decay: tryDecay(world.settings.decay, wishes) } };
}
