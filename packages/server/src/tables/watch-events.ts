// Watches the events of a game: reports each once and in order, whichever program caused it.

import type { Game } from '@terrarium/rpg/game';
import type { GameEvent } from '@terrarium/rpg/game-event';

/** How often new events of other programs are looked for; events at this table are reported at once. */
const everyMs = 400;
const pageEvents = 100;

export interface EventWatch {
  /** Reports new events at once. */
  look(): void;
  close(): void;
}

export function watchEvents(game: Game, onEvent: (event: GameEvent) => void): EventWatch {
  let last = game.readStanding().sequence;
  const readNew = (): void => {
    for (let page = game.listEvents(last, pageEvents); page.length > 0; ) {
      for (const event of page) onEvent(event);
      last = page.at(-1)?.sequence ?? last;
      page = game.listEvents(last, pageEvents);
    }
  };
  const timer = setInterval(() => {
    try {
      readNew();
    } catch {
      // Records that cannot be read are reported when somebody asks for them, and not here, where nobody would see the
      // report. Another program may only have locked them for a moment, so they are read again the next time.
    }
  }, everyMs);
  timer.unref();
  return { look: readNew, close: () => clearInterval(timer) };
}
