// Splits the words of a failure into what everybody reads and what is shown on request, such as an address and a log.

interface Failed {
  readonly code: string;
  readonly happened: string;
  readonly todo: string;
}

interface SplitFailure {
  readonly says: readonly string[];
  /** Empty if everything is said at once. */
  readonly more: readonly string[];
  /** Whether a server broke off in the middle of its answer, so that nothing has to be set otherwise. */
  readonly isBrokenOff: boolean;
}

export function splitFailure({ code, happened, todo }: Failed): SplitFailure {
  const isBrokenOff = code === 'model.unreachable' && happened.startsWith('The connection was lost');
  return isBrokenOff
    ? { says: ['The model’s server broke off.'], more: [happened, todo], isBrokenOff }
    : { says: [happened, todo], more: [], isBrokenOff };
}
