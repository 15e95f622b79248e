// Exchange limits: how much of a foreign file is read, and the error for a file that is larger.

import { UsageError } from '@terrarium/kernel/errors';

export const exchangeLimits = {
  fileBytes: 64 * 1024 * 1024,
  jsonBytes: 16 * 1024 * 1024,
  chunks: 10_000,
  entries: 10_000,
  keys: 200,
  keyCharacters: 300,
  nameCharacters: 300,
  textCharacters: 200_000,
  greetings: 100,
} as const;

export function refuseSize(what: string, limit: string): UsageError {
  return new UsageError({
    code: 'card.too-large',
    happened: `${what} is larger than any card or lorebook; at most ${limit} are allowed.`,
    todo: 'Check that it is the file you meant.',
  });
}

export function refuseDamaged(what: string, cause?: unknown): UsageError {
  return new UsageError({
    code: 'card.damaged',
    happened: `The file is damaged: ${what}.`,
    todo: 'Download or copy it again.',
    ...(cause === undefined ? {} : { cause }),
  });
}
