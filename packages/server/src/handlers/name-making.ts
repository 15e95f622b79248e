// Builds the key under which the progress is kept while a model makes something for a game in preparation.

import { resolve } from 'node:path';
import type { ZeroPlace } from '@terrarium/composition/settle-zero';

export function nameMaking({ dir, name }: Pick<ZeroPlace, 'dir' | 'name'>): string {
  return JSON.stringify([resolve(dir), name]);
}
