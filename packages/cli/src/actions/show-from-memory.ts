// Prints what was found in a memory: as lines for a person, or as one JSON value for a program.

import {
  countMemory,
  type MemoryWorld,
  requireMemoryWorld,
  withCompanion,
  withPlainCompanion,
} from '@terrarium/composition/memory-world';
import { setClock } from '@terrarium/composition/set-clock';
import type { VectorCount } from '@terrarium/memory/fill-vectors';
import type { Memory } from '@terrarium/memory/memory';
import { withTriedDecay } from '@terrarium/memory/memory-settings';
import type { Outward, ShapeName } from '@terrarium/protocol/shapes';
import { fillMoments } from '../progress/fill-moments.ts';
import type { MindOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

export interface Told<Name extends ShapeName> {
  readonly value: Outward<Name>;
  readonly renderLines: () => readonly string[];
}

/**
 * `vectors` says how many moments have vectors. It is given only for a search, if an embedding server is
 * configured.
 */
type Ask<Name extends ShapeName> = (
  companion: Memory,
  settings: MemoryWorld['settings'],
  vectors?: VectorCount,
) => Told<Name> | Promise<Told<Name>>;

export interface TellOptions<Name extends ShapeName> extends MindOptions {
  readonly shape: Name;
  /** Settings of decay to try out in place of the configured settings. */
  readonly decay?: readonly string[];
  /** The time at which to look; now by default. */
  readonly now?: string;
  /** Whether this is a search; if the world has an embedder, it also searches by meaning. */
  readonly isSearch?: boolean;
}

export async function showFromMemory<Name extends ShapeName>(
  shell: Shell,
  options: TellOptions<Name>,
  ask: Ask<Name>,
): Promise<void> {
  const { printer } = shell;
  const world = withDecay(await requireMemoryWorld(shell, options), options.decay);
  await setClock(shell, world, options.now);
  const lend = options.isSearch === true ? withCompanion : withPlainCompanion;
  await lend(shell, world, async (companion) => {
    const vectors = options.isSearch === true ? await fillForSearch(shell, world, companion) : undefined;
    const { value, renderLines } = await ask(companion, world.settings, vectors);
    if (options.json === true) printer.writeJson(options.shape, value);
    else printer.writeLines(...renderLines());
  });
}

/** Before a search, every moment that can get a vector is given one, so that the query is compared with all of them. */
async function fillForSearch(shell: Shell, world: MemoryWorld, companion: Memory) {
  return (await fillMoments(shell, world, companion)) ?? (await countMemory(shell, world));
}

/** The world as if its memories faded by these settings. */
function withDecay(world: MemoryWorld, wishes: readonly string[] | undefined): MemoryWorld {
  if (wishes === undefined) return world;
  return { ...world, settings: { ...world.settings, decay: withTriedDecay(world.settings.decay, wishes) } };
}
