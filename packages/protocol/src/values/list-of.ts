// Builds the schema of a read-only list, which all shapes use.

import { z } from 'zod';

export function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).readonly();
}
