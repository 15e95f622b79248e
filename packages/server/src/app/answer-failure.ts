// Answers a failure with the same code, words and remedy as the terminal.

import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { describeFailure, toKnown } from '../running/describe-failure.ts';

/**
 * Codes of failures in a file that was sent. If such a code says that something is unknown, this is something in the
 * file, and not what the address names.
 */
const ofFile = /^(?:exchange|card|import)\./u;

export function answerFailure(context: Context, error: unknown): Response {
  const { code, httpStatus } = toKnown(error);
  const isMissing = /\.(?:unknown|no)-/u.test(code) && !ofFile.test(code);
  const status = isMissing && httpStatus === 400 ? 404 : httpStatus;
  return context.json(describeFailure(error), status as ContentfulStatusCode);
}
