// Watched game: calls a test before and after each step of a game, so that the test can make a step fail.

import type { Game, TurnDraft } from '../../src/state/game.ts';

/** Called at each point of a turn; if it throws, the step throws the same error. */
export type Watch = (point: string) => void;

/** Returns the same game with its steps watched. If the watch throws after a step, the step is done nevertheless. */
export function watchGame(game: Game, watch: Watch): Game {
  return watchMethods(game, {
    watch,
    methods: ['start', 'resume', 'retry'],
    wrap: (name, made) =>
      name === 'start' || name === 'resume' || name === 'retry' ? watchDraft(made as TurnDraft, watch) : made,
  });
}

function watchDraft(draft: TurnDraft, watch: Watch): TurnDraft {
  const methods = ['execute', 'recordReply', 'commit', 'delete', 'close'];
  return watchMethods(draft, { watch, methods, wrap: (_name, made) => made });
}

interface Watching {
  readonly watch: Watch;
  readonly methods: readonly string[];
  wrap(name: string, made: unknown): unknown;
}

function watchMethods<Watched extends object>(watched: Watched, { watch, methods, wrap }: Watching): Watched {
  return new Proxy(watched, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (!methods.includes(String(name))) return value.bind(target);
      return (...input: unknown[]) => {
        watch(`before ${String(name)}`);
        const made = wrap(String(name), value.apply(target, input));
        watch(`after ${String(name)}`);
        return made;
      };
    },
  });
}
