// Parses the key=value pairs that are put into each request to a model.

import { parseValue } from '@terrarium/composition/parse-value';
import { UsageError } from '@terrarium/kernel/errors';

/**
 * Throws `UsageError` if a pair is not `key=value`. A value is read as JSON if it is valid JSON, otherwise as
 * text.
 */
export function parseModelOptions(pairs: readonly string[]): Record<string, unknown> | undefined {
  if (pairs.length === 0) return undefined;
  return Object.fromEntries(pairs.map(parsePair));
}

function parsePair(pair: string): [string, unknown] {
  const at = pair.indexOf('=');
  if (at <= 0) {
    throw new UsageError({
      code: 'cli.bad-model-option',
      happened: `--model-option needs key=value, but "${pair}" was given.`,
      todo: 'Write it like --model-option min_p=0.05.',
    });
  }
  return [pair.slice(0, at), parseValue(pair.slice(at + 1))];
}
