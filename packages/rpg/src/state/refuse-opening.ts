// Refuses to go back before the opening of a game.

import { UsageError } from '@terrarium/kernel/errors';

export function refuseOpening(todo: string, happened = 'The game begins here.'): UsageError {
  return new UsageError({ code: 'session.at-opening', happened, todo });
}
