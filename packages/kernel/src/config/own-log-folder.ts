// Own log folder: where the platform keeps a program's logs of this person, for what happens without a world.

import envPaths from 'env-paths';

/** On Linux `~/.local/state/terrarium`; it may not be there yet. */
export function resolveOwnLogFolder(): string {
  return envPaths('terrarium', { suffix: '' }).log;
}
