// Executes one call of the player beside the story, as a turn of its own, so that it can be taken back like any other.

import { UsageError } from '@terrarium/kernel/errors';
import { decodeXml } from '@terrarium/kernel/foreign-text';
import { describeRecord } from '@terrarium/rpg/describe-record';
import type { Acted, Game } from '@terrarium/rpg/game';
import { joinFacts } from '@terrarium/rpg/summarise-record';

export interface CallBeside {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Throws `UsageError` where the call is refused: nothing was changed. */
export function executeBeside(
  game: Pick<Game, 'start' | 'head' | 'system'>,
  words: string,
  { name, arguments: given }: CallBeside,
): Acted {
  const draft = game.start(words, { isAside: true });
  let acted: Acted;
  try {
    acted = draft.execute({ id: 'aside', name, arguments: JSON.stringify(given) }, 'player');
  } catch (error) {
    draft.delete();
    throw error;
  }
  if (!acted.ok) {
    draft.delete();
    throw new UsageError({
      code: 'play.refused',
      happened: decodeXml(acted.say),
      todo: 'Nothing was changed. /sheet shows what stands there.',
    });
  }
  // Where nothing came of it, the story has no line of it.
  if (name === 'set' && acted.patches.length === 0) {
    draft.delete();
    return acted;
  }
  const record = { system: game.system, state: draft.state, actions: draft.actions };
  draft.commit({
    narrative: '',
    suggestions: game.head.suggestions,
    summary: joinFacts(describeRecord(record, { hasRolls: false })),
    tags: [],
    importance: 0.1,
  });
  return acted;
}
