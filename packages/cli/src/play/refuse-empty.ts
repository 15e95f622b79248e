// Refuses a command that does not say what it is about.

import { UsageError } from '@terrarium/kernel/errors';

export function refuseEmpty(command: string, what: string): UsageError {
  return new UsageError({
    code: 'play.nothing-said',
    happened: `${command} needs ${what}.`,
    todo: '/help shows how each command is written.',
  });
}
