// Names the things that a model makes for a game to come.

import { resolve } from 'node:path';
import type { ZeroPlace } from '@terrarium/composition/settle-zero';

export function nameMaking({ dir, name }: Pick<ZeroPlace, 'dir' | 'name'>): string {
  return JSON.stringify([resolve(dir), name]);
}
