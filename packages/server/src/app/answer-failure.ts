// Answers a failure with the same code, words and remedy as the terminal.

import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { describeFailure, toKnown } from '../running/describe-failure.ts';

export function answerFailure(context: Context, error: unknown): Response {
  const { code, httpStatus } = toKnown(error);
  const status = /\.(?:unknown|no)-/u.test(code) && httpStatus === 400 ? 404 : httpStatus;
  return context.json(describeFailure(error), status as ContentfulStatusCode);
}
