// Describes a failure for the log: where it came from, and nothing of what was said.

/**
 * A parser quotes in its error what it could not parse, which may be anybody's words: then only the stack is kept, not
 * the message.
 */
export function describeFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, message, stack = '' } = error;
  const way = stack.split('\n').filter((line) => /^\s+at /u.test(line));
  const what = error instanceof SyntaxError ? 'text that cannot be parsed' : message;
  return [`${name}: ${what}`, ...way].join('\n');
}
