// Answers a failure with the same code, words and remedy as the terminal.

import { Bug, TerrariumError } from '@terrarium/kernel/errors';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

export function answerFailure(context: Context, error: unknown): Response {
  const known = error instanceof TerrariumError ? error : new Bug(String(error), error);
  const { code, happened, todo, exitCode, httpStatus } = known;
  const status = /\.(?:unknown|no)-/u.test(code) && httpStatus === 400 ? 404 : httpStatus;
  return context.json({ kind: 'error', code, happened, todo, exitCode }, status as ContentfulStatusCode);
}
