// Parses a whole number that a player typed, or refuses it.

import { UsageError } from '@terrarium/kernel/errors';

export function parseCount(text: string, least = 1): number {
  const value = /^\d{1,9}$/u.test(text) ? Number(text) : Number.NaN;
  if (value >= least) return value;
  throw new UsageError({
    code: 'play.no-number',
    happened: `“${text}” is not a whole number of at least ${least}.`,
    todo: '/help shows how each command is written.',
  });
}
