// Describes a failure for the log by its message and stack; leaves out a parser's message, which may quote a conversation.

/**
 * A parser's error quotes the text that it could not parse, which may be part of a conversation, so only the
 * stack is kept and not the message.
 */
export function describeFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, message, stack = '' } = error;
  const way = stack.split('\n').filter((line) => /^\s+at /u.test(line));
  const what = error instanceof SyntaxError ? 'text that cannot be parsed' : message;
  return [`${name}: ${what}`, ...way].join('\n');
}
