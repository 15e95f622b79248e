// Checks the name that a game is to have: it is not too long, and no other game of the world has it.

import { UsageError } from '@terrarium/kernel/errors';
import type { SessionStore } from './session-store.ts';

const longestName = 80;

/** Returns the name without blanks at its ends. A game may keep its own name; `own` is the id of that game. */
export function checkSessionName(sessions: SessionStore, wanted: string, own?: string): string {
  const name = wanted.trim();
  if (name === '' || name.length > longestName) {
    throw new UsageError({
      code: 'session.bad-name',
      happened: 'That cannot be the name of a game.',
      todo: `Give 1 to ${longestName} characters.`,
    });
  }
  const named = sessions.find(name);
  if (named === undefined || named.id === own) return name;
  throw new UsageError({
    code: 'session.name-taken',
    happened: `There is a game "${name}" already.`,
    todo: 'Choose another name, or play the existing game.',
  });
}
