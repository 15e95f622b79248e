// Parses the query of an address for uploading or downloading a file.

import { UsageError } from '@terrarium/kernel/errors';
import type { z } from 'zod';

export function parseQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  throw new UsageError({
    code: 'server.bad-request',
    happened: `The request is not valid: ${parsed.error.issues[0]?.message ?? 'unknown'}.`,
    todo: 'Load the page again, and try once more.',
  });
}
