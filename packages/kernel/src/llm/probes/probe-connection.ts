// Probes the connection: says what the requests before this one met on it.

import type { Finding } from '../../base/finding.ts';
import type { ProbeContext } from './probe-context.ts';

/** Asks nothing: by now there were enough requests, each on the connection of the one before where it was kept. */
export function probeConnection({ model }: ProbeContext): readonly Finding[] {
  if (model.readHabits?.().closesKeptConnections !== true) return [];
  const says =
    'It closes connections that it said it would keep, as llama.cpp does after each streamed reply. That does no harm: such a request is sent again at once.';
  return [{ check: 'connection', standing: 'ok', says }];
}
