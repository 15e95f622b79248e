// Chooses a system: a shipped one by its id, or a manifest by its path.

import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import { findNearest } from '@terrarium/kernel/find-nearest';
import {
  listShippedSystems,
  listSystemTitles,
  readShippedSystem,
  readSystemFile,
} from '@terrarium/rpg/read-system';
import type { System } from '@terrarium/rpg/system';

/** The system for a first game. */
export const simplestSystem = 'starter';

interface ListedSystem {
  readonly id: string;
  readonly label: string;
  readonly about: string;
}

/** The shipped systems for a person to choose from, the simplest first. */
export function listSystems(): readonly ListedSystem[] {
  return listSystemTitles()
    .map(({ id, name, about }) => ({ id, label: name, about }))
    .toSorted((one, other) => Number(other.id === simplestSystem) - Number(one.id === simplestSystem));
}

export interface ChosenSystem {
  readonly system: System;
  /** The file from which the system was read; undefined for a shipped one. */
  readonly origin?: string | undefined;
}

/**
 * A shipped system by its id, a system in the folder of a world by its name, or else a file by its path. Throws
 * `UsageError` for anything else, and for a manifest with problems.
 */
export function chooseSystem(wanted: string, world?: string): ChosenSystem {
  const shipped = listShippedSystems();
  if (shipped.includes(wanted)) return { system: readShippedSystem(wanted) };
  const own = world === undefined ? [] : listOwnSystems(world);
  const path = own.find(({ id }) => id === wanted)?.path ?? (existsSync(wanted) ? wanted : undefined);
  if (path !== undefined) return { system: readSystemFile(path), origin: resolve(path) };
  const ids = [...shipped, ...own.map(({ id }) => id)];
  const near = findNearest(wanted, ids);
  throw new UsageError({
    code: 'play.unknown-system',
    happened: `There is no system "${wanted}"${near === undefined ? '.' : `; did you mean ${near}?`}`,
    todo: `Choose one of the bundled systems (${shipped.join(', ')})${own.length === 0 ? '' : ` or of this world (${own.map(({ id }) => id).join(', ')})`}, or give the path of a manifest.`,
  });
}

/** Systems that were put into a world or extracted there, by the names of their files. */
function listOwnSystems(world: string): readonly { readonly id: string; readonly path: string }[] {
  const folder = join(world, 'systems');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => ({ id: basename(name, '.json'), path: join(folder, name) }));
}
