// Builds the key for what a model makes for a game that is being prepared; its progress is kept under this key.

import { resolve } from 'node:path';
import type { ZeroPlace } from '@terrarium/composition/settle-zero';

export function nameMaking({ dir, name }: Pick<ZeroPlace, 'dir' | 'name'>): string {
  return JSON.stringify([resolve(dir), name]);
}
