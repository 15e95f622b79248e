// Chooses a system: a shipped one by its id, or a manifest by its path.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import { findNearest } from '@terrarium/kernel/find-nearest';
import {
  listShippedSystems,
  listSystemTitles,
  readShippedSystem,
  readSystemFile,
} from '@terrarium/rpg/read-system';
import type { System } from '@terrarium/rpg/system';

/** The system to begin with. */
export const simplestSystem = 'starter';

interface ListedSystem {
  readonly id: string;
  readonly label: string;
  readonly about: string;
}

/** The shipped systems, the simplest first, as a person chooses among them. */
export function listSystems(): readonly ListedSystem[] {
  return listSystemTitles()
    .map(({ id, name, about }) => ({ id, label: name, about }))
    .toSorted((one, other) => Number(other.id === simplestSystem) - Number(one.id === simplestSystem));
}

export interface ChosenSystem {
  readonly system: System;
  /** The file it was read from; undefined for a shipped system. */
  readonly origin?: string | undefined;
}

/** Throws `UsageError` where it is neither a shipped id nor a path, and for a manifest with problems. */
export function chooseSystem(wanted: string): ChosenSystem {
  const ids = listShippedSystems();
  if (ids.includes(wanted)) return { system: readShippedSystem(wanted) };
  if (existsSync(wanted)) return { system: readSystemFile(wanted), origin: resolve(wanted) };
  const near = findNearest(wanted, ids);
  throw new UsageError({
    code: 'play.unknown-system',
    happened: `There is no system "${wanted}"${near === undefined ? '.' : `; did you mean ${near}?`}`,
    todo: `Choose one of the bundled systems (${ids.join(', ')}), or give the path of a manifest.`,
  });
}
