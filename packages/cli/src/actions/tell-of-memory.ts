// Tells what was found in a memory: as lines for a person, or as one JSON value for a program.

import type { Memory } from '@terrarium/memory/memory';
import { findMemoryWorld, type MemoryWorld, withCompanion } from '../compose-memory.ts';
import type { WorldOptions } from '../options.ts';
import type { Shell } from '../shell.ts';

export interface Told {
  readonly value: unknown;
  readonly renderLines: () => readonly string[];
}

type Ask = (companion: Memory, settings: MemoryWorld['settings']) => Told | Promise<Told>;

export async function tellOfMemory(shell: Shell, options: WorldOptions, ask: Ask): Promise<void> {
  const { printer } = shell;
  const world = await findMemoryWorld(shell, options);
  await withCompanion(shell, world, async (companion) => {
    const { value, renderLines } = await ask(companion, world.settings);
    if (options.json === true) printer.sayJson(value);
    else printer.say(...renderLines());
  });
}
