// Builds the key under which the progress is kept when a model makes something for a game that is being prepared.

import { resolve } from 'node:path';
import type { ZeroPlace } from '@terrarium/composition/settle-zero';

export function nameMaking({ dir, name }: Pick<ZeroPlace, 'dir' | 'name'>): string {
  return JSON.stringify([resolve(dir), name]);
}
