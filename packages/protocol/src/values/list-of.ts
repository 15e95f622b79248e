// List of: a list that nobody changes, as every shape has its lists.

import { z } from 'zod';

export function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).readonly();
}
