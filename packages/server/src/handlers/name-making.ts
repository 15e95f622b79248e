// Names what a model makes for a game that is being prepared: the key under which its progress is kept.

import { resolve } from 'node:path';
import type { ZeroPlace } from '@terrarium/composition/settle-zero';

export function nameMaking({ dir, name }: Pick<ZeroPlace, 'dir' | 'name'>): string {
  return JSON.stringify([resolve(dir), name]);
}
