// Refuses a command that needs words after it and has none.

import { UsageError } from '@terrarium/kernel/errors';

export function refuseEmpty(command: string, what: string): UsageError {
  return new UsageError({
    code: 'play.nothing-said',
    happened: `${command} needs ${what}.`,
    todo: '/help shows how each command is written.',
  });
}
