// Describes for a person why something is in mind, or why it is not.

import type { RouteAnswer } from '@terrarium/protocol/routes';

type Presence = RouteAnswer<'GET /api/worlds/{world}/mind/why'>;

const chosen: Readonly<Record<string, string>> = {
  recent: 'In mind: it was said not long ago.',
  lingering: 'In mind: it has not faded yet.',
  recalled: 'In mind: it is linked to something that your companion looked up in its memory.',
};

const reasons: Readonly<Record<Exclude<Presence['reason'], 'chosen'>, string>> = {
  always: 'In mind: it belongs to the newest part of the talk, and that is always in mind.',
  echoed: 'In mind: your words brought it back.',
  found: 'In mind: it is related to what you said.',
  asked: 'In mind: your companion looked it up in its memory, or looked up something linked to it.',
  'worth-knowing': 'In mind: your companion always knows this about the person it talks with.',
  faded: 'Out of mind: it has faded. Related words bring it back.',
  'no-room': 'Out of mind: other things matter more just now.',
  'in-view': 'In mind, but listed in another part of the prompt.',
  parroted: 'Out of mind: it mostly repeats what was in mind before.',
  unknown: 'Out of mind: there was no fragment of that name yet.',
  later:
    'Not yet: it was added after your companion last listened. It can come to mind from your next message on.',
  'to-come': 'Not yet: its date had not come when your companion last listened.',
  closed: 'Out of mind: it is done, dropped, or replaced by something newer.',
  unshown: 'Out of mind: no part of this message is shown in the talk.',
  unasked: 'Out of mind: nothing that you said led to it. Its name or related words bring it back.',
};

/** What weighs less than this is in mind only faintly. */
const faintScore = 0.25;

export function describePresence(
  { reason, section, score, because }: Presence,
  companion = 'your companion',
): string {
  if (reason === 'chosen' && section === 'lingering' && (score?.score ?? 1) < faintScore)
    return 'In mind, but only faintly.';
  const says =
    reason === 'chosen' ? (chosen[section ?? ''] ?? 'In mind: it matters enough.') : reasons[reason];
  const named = says.replaceAll('your companion', companion);
  return because === undefined ? named : `${named.replace(/\.$/u, '')} (${because}).`;
}
