// Splits the words of a failure into what is read at once and what on request, and says where the way to Settings stands.

interface Failed {
  readonly code: string;
  readonly happened: string;
  readonly todo: string;
}

interface SplitFailure {
  readonly says: readonly string[];
  /** Empty if everything is said at once. */
  readonly more: readonly string[];
  /** Where the way to Settings stands beside other things to do; undefined if Settings cannot help. */
  readonly settings: 'first' | 'last' | undefined;
}

/** The code of the error for a world that names a model or a server that the person has not allowed yet. */
export const unallowed = 'world.untrusted-settings';

/** Failures of a model's server that may be over when the server is asked again, with the same settings. */
const passing: ReadonlySet<string> = new Set([
  'model.broken-stream',
  'model.no-credit',
  'model.rate-limited',
  'model.server-error',
  'model.timeout',
  'model.unavailable',
  'model.unreachable',
]);

export function splitFailure({ code, happened, todo }: Failed): SplitFailure {
  const isBrokenOff = code === 'model.unreachable' && happened.startsWith('The connection was lost');
  return isBrokenOff
    ? { says: ['The model’s server broke off.'], more: [happened, todo], settings: undefined }
    : { says: [happened, todo], more: [], settings: findSettings(code) };
}

function findSettings(code: string): SplitFailure['settings'] {
  if (passing.has(code)) return 'last';
  return code.startsWith('model.') || code === unallowed ? 'first' : undefined;
}
