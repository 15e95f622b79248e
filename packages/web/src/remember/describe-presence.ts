// Describes why something is in mind, or is not, as a person would say it.

import type { RouteAnswer } from '@terrarium/protocol/routes';

type Presence = RouteAnswer<'GET /api/worlds/{world}/mind/why'>;

const chosen: Readonly<Record<string, string>> = {
  recent: 'In mind: it was said not long ago.',
  lingering: 'In mind: it still weighs enough to linger.',
  recalled: 'In mind: it goes with something that was asked for by its name.',
};

const reasons: Readonly<Record<Exclude<Presence['reason'], 'chosen'>, string>> = {
  always: 'In mind: it belongs to the last exchange, which always is.',
  echoed: 'In mind: your words brought it back.',
  found: 'In mind: it bears on what you said.',
  asked: 'In mind: it was asked for by its name, or goes with something that was.',
  'worth-knowing': 'In mind: your companion always knows this of whom it talks with.',
  faded: 'Out of mind: it has faded. Words that bear on it bring it back.',
  'no-room': 'Out of mind: other things weigh more just now.',
  'in-view': 'In mind, though not here: it stands in another part of what is in mind.',
  parroted: 'Out of mind: it mostly repeats what was in mind before.',
  unknown: 'Out of mind: it was not there yet.',
  later: 'Not yet: it came after your companion last listened. It counts from your next message on.',
  'to-come': 'Not yet: its time was still to come.',
  closed: 'Out of mind: it is done, let go, or replaced by something newer.',
  unshown: 'Out of mind: nothing of it is part of the talk.',
  unasked: 'Out of mind: nothing that you said led to it. Its name or words that bear on it bring it back.',
};

export function describePresence({ reason, section, because }: Presence): string {
  const says =
    reason === 'chosen' ? (chosen[section ?? ''] ?? 'In mind: it weighs enough.') : reasons[reason];
  return because === undefined ? says : `${says.replace(/\.$/u, '')} (${because}).`;
}
