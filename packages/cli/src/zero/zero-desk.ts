// Zero desk: what every step of a session zero needs, and what is settled so far.

import { basename, resolve } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { Connection } from '@terrarium/kernel/open-database';
import { beginSession } from '@terrarium/rpg/begin-session';
import { readScenario } from '@terrarium/rpg/scenarios';
import type { Session } from '@terrarium/rpg/session';
import { openSessionZeroStore } from '@terrarium/rpg/session-zero-store';
import {
  findNextStep,
  type SettledZero,
  settledZeroSchema,
  type ZeroStep,
} from '@terrarium/rpg/settled-zero';
import type { System } from '@terrarium/rpg/system';
import type { Asker } from '../play/ask.ts';
import { chooseSystem } from '../play/choose-system.ts';
import type { Shell } from '../shell.ts';
import type { GivenFiles } from './join-files.ts';
import type { ZeroWish } from './zero-wish.ts';

export interface ZeroDesk {
  readonly shell: Shell;
  readonly asker: Asker;
  readonly connection: Connection;
  readonly options: ZeroWish;
  /** Cards and lorebooks that are to join the world. */
  readonly files: GivenFiles;
  /** Undefined where none is configured. */
  readonly model: LanguageModel | undefined;
  /** Told when the person stops: what is asked of a model ends. */
  readonly signal: AbortSignal;
  /** Of the game that is to be. */
  readonly name: string;
  readonly settled: SettledZero;
  /** Keeps what was settled. */
  settle(change: Partial<SettledZero>): void;
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
  readonly model: LanguageModel | undefined;
  readonly signal: AbortSignal;
}

export async function openZeroDesk(parts: ZeroDeskParts): Promise<ZeroDesk> {
  const { shell, connection, options } = parts;
  const store = openSessionZeroStore(connection, shell.environment.clock);
  const taken = await listTaken(connection);
  if (options.session !== undefined && taken.has(options.session)) throw refuseTaken(options.session);
  const name = options.session ?? store.list()[0] ?? findFreeName(taken, basename(resolve(options.world)));
  const known = settledZeroSchema.safeParse(store.find(name) ?? {});
  let settled: SettledZero = known.success ? known.data : {};
  const chosen = () => {
    const { system } = settled;
    return chooseSystem(system?.kind === 'file' ? system.path : (system?.id ?? ''));
  };
  return {
    ...parts,
    name,
    get settled() {
      return settled;
    },
    settle(change) {
      settled = { ...settled, ...change };
      store.write(name, JSON.parse(JSON.stringify(settled)));
    },
    nextStep: () => findNextStep(settled),
    readSystem: () => chosen().system,
    async begin() {
      const { world, character, concept } = settled;
      if (world === undefined || character === undefined) throw new TypeError('Not everything is settled.');
      const { system, origin } = chosen();
      const session = beginSession({
        ...{ connection, environment: shell.environment, name, seed: options.seed, system, origin, concept },
        world: world.kind === 'made' ? world.scenario : readScenario(world.id),
        character,
      });
      store.remove(name);
      return session;
    },
  };
}

async function listTaken(connection: Connection): Promise<ReadonlySet<string>> {
  const { listSessions } = await import('@terrarium/rpg/list-sessions');
  return new Set(listSessions(connection).map(({ name }) => name));
}

/** Said before the first question, not behind the last. */
function refuseTaken(name: string): UsageError {
  return new UsageError({
    code: 'play.game-exists',
    happened: `There is a game "${name}" already.`,
    todo: `Give another name with --session, or play it: terrarium play --session ${name}.`,
  });
}

function findFreeName(taken: ReadonlySet<string>, wanted: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.has(name)) return name;
  }
}
