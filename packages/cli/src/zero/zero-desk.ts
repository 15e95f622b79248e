// Zero desk: what every step of a session zero needs, and what is settled so far.

import type { AskedModel } from '@terrarium/kernel/ask-model';
import type { Connection } from '@terrarium/kernel/open-database';
import { beginSession } from '@terrarium/rpg/begin-session';
import { readScenario } from '@terrarium/rpg/scenarios';
import type { Session } from '@terrarium/rpg/session';
import { openSessionZeroStore } from '@terrarium/rpg/session-zero-store';
import { findNextStep, type SettledZero, type ZeroStep } from '@terrarium/rpg/settled-zero';
import type { System } from '@terrarium/rpg/system';
import type { Asker } from '../play/ask.ts';
import { chooseSystem } from '../play/choose-system.ts';
import type { Shell } from '../shell/shell.ts';
import type { GivenFiles } from './join-files.ts';
import { forgetWishes } from './recall-wish.ts';
import type { ZeroWish } from './zero-wish.ts';

export interface ZeroDesk {
  readonly shell: Shell;
  readonly asker: Asker;
  readonly connection: Connection;
  readonly options: ZeroWish;
  /** Cards and lorebooks that are to join the world. */
  readonly files: GivenFiles;
  /** The model; undefined where none is configured. */
  readonly asked: AskedModel | undefined;
  /** Told when the person stops: what is asked of a model ends. */
  readonly signal: AbortSignal;
  /** Of the game that is to be. */
  readonly name: string;
  readonly settled: SettledZero;
  /** Keeps what was settled. */
  settle(change: Partial<SettledZero>): void;
  /** What was said beforehand of a step cannot be: it is not tried again. */
  forgetWishes(step: ZeroStep): void;
  nextStep(): ZeroStep | undefined;
  /** The system that was settled. */
  readSystem(): System;
  begin(): Promise<Session>;
}

export interface ZeroDeskParts {
  readonly shell: Shell;
  readonly asker: Asker;
  readonly connection: Connection;
  readonly options: ZeroWish;
  readonly files: GivenFiles;
  readonly asked: AskedModel | undefined;
  readonly signal: AbortSignal;
  readonly name: string;
  /** What the command line says now; `options` has what was said before besides. */
  readonly said: ZeroWish;
  /** As it was left. */
  readonly settled: SettledZero;
}

export function openZeroDesk(parts: ZeroDeskParts): ZeroDesk {
  const { shell, connection, name, options } = parts;
  const store = openSessionZeroStore(connection, shell.environment.clock);
  let settled = parts.settled;
  const keep = (next: SettledZero) => {
    settled = next;
    store.write(name, JSON.parse(JSON.stringify(settled)));
  };
  if (settled.wished !== undefined) keep(settled);
  const chosen = () => {
    const { system } = settled;
    return chooseSystem(system?.kind === 'file' ? system.path : (system?.id ?? ''));
  };
  return {
    ...parts,
    get settled() {
      return settled;
    },
    settle: (change) => keep({ ...settled, ...change }),
    forgetWishes: (step) =>
      keep({ ...settled, wished: forgetWishes(settled.wished ?? {}, step, parts.said) }),
    nextStep: () => findNextStep(settled),
    readSystem: () => chosen().system,
    async begin() {
      const { world, character, concept } = settled;
      if (world === undefined || character === undefined) throw new TypeError('Not everything is settled.');
      const { system, origin } = chosen();
      const session = beginSession({
        connection,
        environment: shell.environment,
        name,
        seed: options.seed,
        system,
        origin,
        concept,
        world: world.kind === 'made' ? world.scenario : readScenario(world.id),
        madeBy: world.kind === 'made' ? world.madeBy : undefined,
        character,
      });
      store.remove(name);
      return session;
    },
  };
}
