// Zero context: what every step of a session zero needs, and what has been chosen so far.

import { chooseSystem } from '@terrarium/composition/choose-system';
import { startSettled } from '@terrarium/composition/settle-zero';
import type { AskedModel } from '@terrarium/kernel/ask-model';
import type { Connection } from '@terrarium/kernel/open-database';
import type { Session } from '@terrarium/rpg/session';
import { openSessionZeroStore } from '@terrarium/rpg/session-zero-store';
import { findNextStep, type SettledZero, type ZeroStep } from '@terrarium/rpg/settled-zero';
import type { System } from '@terrarium/rpg/system';
import type { Asker } from '../play/ask.ts';
import type { Shell } from '../shell/shell.ts';
import type { GivenFiles } from './join-files.ts';
import { removeWishes } from './restore-options.ts';
import type { ZeroOptions } from './zero-options.ts';

export interface ZeroContext {
  readonly shell: Shell;
  readonly asker: Asker;
  readonly connection: Connection;
  readonly options: ZeroOptions;
  /** Cards and lorebooks that are to join the world. */
  readonly files: GivenFiles;
  /** The model; undefined if none is configured. */
  readonly asked: AskedModel | undefined;
  /** Aborted when the person stops, which also ends a request to a model. */
  readonly signal: AbortSignal;
  /** Name of the game to come. */
  readonly name: string;
  readonly settled: SettledZero;
  save(change: Partial<SettledZero>): void;
  /** Drops wishes for a step if they cannot be fulfilled, so that they are not tried again. */
  removeWishes(step: ZeroStep): void;
  /**
   * Takes back the answers given since the session zero was opened. Options of the command line stay. A world
   * that a model made stays too, with the answers that it was made for. Returns whether such a world was
   * kept.
   */
  revertAnswers(): boolean;
  findOpenStep(): ZeroStep | undefined;
  readSystem(): System;
  start(): Promise<Session>;
}

export interface ZeroContextParts {
  readonly shell: Shell;
  readonly asker: Asker;
  readonly connection: Connection;
  readonly options: ZeroOptions;
  readonly files: GivenFiles;
  readonly asked: AskedModel | undefined;
  readonly signal: AbortSignal;
  readonly name: string;
  /** The options given now; `options` also has those given before. */
  readonly said: ZeroOptions;
  /** The choices made in earlier sittings, without those that are to be made again. */
  readonly settled: SettledZero;
}

export function openZeroContext(parts: ZeroContextParts): ZeroContext {
  const { shell, connection, name, options } = parts;
  const store = openSessionZeroStore(connection, shell.environment.clock);
  let settled = parts.settled;
  const saveSettled = (next: SettledZero) => {
    settled = next;
    store.write(name, JSON.parse(JSON.stringify(settled)));
  };
  if (settled.wished !== undefined) saveSettled(settled);
  const resolveSystem = () => {
    const { system } = settled;
    return chooseSystem(system?.kind === 'file' ? system.path : (system?.id ?? ''));
  };
  return {
    ...parts,
    get settled() {
      return settled;
    },
    save: (change) => saveSettled({ ...settled, ...change }),
    removeWishes: (step) =>
      saveSettled({ ...settled, wished: removeWishes(settled.wished ?? {}, step, parts.said) }),
    revertAnswers() {
      const isPaid = settled.world?.kind === 'made' && settled.world.madeBy !== undefined;
      const { system, concept, world, edited } = settled;
      const paid = { system, concept, world, ...(edited?.isProposed === true ? { edited } : {}) };
      const next = isPaid ? { ...parts.settled, ...paid } : parts.settled;
      settled = next;
      if (Object.keys(next).length === 0) store.remove(name);
      else saveSettled(next);
      return isPaid;
    },
    findOpenStep: () => findNextStep(settled),
    readSystem: () => resolveSystem().system,
    start: async () =>
      startSettled(
        { host: shell, connection, name },
        { lines: options.lines, veils: options.veils },
        options.seed,
      ),
  };
}
