// List of: the schema of a read-only list, as all shapes use it.

import { z } from 'zod';

export function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).readonly();
}
