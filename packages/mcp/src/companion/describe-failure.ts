// Describes a failure for the log: where it came from, and nothing of what was said.

/** What cannot be parsed is quoted in the message of its error, and may be anybody's words: only the way to it is kept. */
export function describeFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, message, stack = '' } = error;
  const way = stack.split('\n').filter((line) => /^\s+at /u.test(line));
  const what = error instanceof SyntaxError ? 'text that cannot be parsed' : message;
  return [`${name}: ${what}`, ...way].join('\n');
}
