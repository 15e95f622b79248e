// Opens makings: keeps track of what models are making for games in preparation.

import { UsageError } from '@terrarium/kernel/errors';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { describeFailure } from './describe-failure.ts';

export type MakingStanding = NonNullable<RouteAnswer<'GET /api/worlds/{world}/zero'>['making']>;

export interface MakingWatch {
  readonly signal: AbortSignal;
  /** Reports how far the making has come. */
  report(says: string): void;
}

/** What is to be told about something that was made. */
export type MadeReport = Pick<MakingStanding, 'says' | 'left'>;

/** Makes something; returns what is to be told about it, if anything. */
export type Make<Given> = (given: Given) => Promise<MadeReport | undefined>;

export interface Makings {
  read(key: string): MakingStanding | undefined;
  /** Throws `UsageError` while something is being made for this game; a later failure is reported by `read`. */
  start(key: string, kind: MakingStanding['kind'], make: Make<MakingWatch>): void;
  /** Resolves once the making has ended. */
  stop(key: string): Promise<void>;
  /** Forgets the failure or the report; called once it was shown. */
  clear(key: string): void;
  /** Stops everything, and waits until it has ended. */
  close(): Promise<void>;
}

interface Making {
  standing: MakingStanding | undefined;
  readonly stop: AbortController;
  ended: Promise<void>;
}

const begun: Readonly<Record<MakingStanding['kind'], string>> = {
  world: 'A world is being made.',
  character: 'The sheet is being filled in.',
  rules: 'The rulebook is being read.',
};

export function openMakings(): Makings {
  const makings = new Map<string, Making>();
  const stopMaking = async (making: Making | undefined): Promise<void> => {
    making?.stop.abort(new DOMException('Stopped.', 'AbortError'));
    await making?.ended;
  };
  return {
    read: (key) => makings.get(key)?.standing,
    start(key, kind, make) {
      if (makings.get(key)?.standing?.state === 'making') throw refuseBusy();
      const making: Making = {
        standing: { kind, state: 'making', says: begun[kind] },
        stop: new AbortController(),
        ended: Promise.resolve(),
      };
      makings.set(key, making);
      making.ended = followMaking(making, kind, make);
    },
    stop: async (key) => await stopMaking(makings.get(key)),
    clear(key) {
      if (makings.get(key)?.standing?.state !== 'making') makings.delete(key);
    },
    close: async () => void (await Promise.all([...makings.values()].map(stopMaking))),
  };
}

async function followMaking(
  making: Making,
  kind: MakingStanding['kind'],
  make: Make<MakingWatch>,
): Promise<void> {
  const { signal } = making.stop;
  try {
    const report = await make({
      signal,
      report: (says) => {
        making.standing = { kind, state: 'making', says };
      },
    });
    making.standing = report && { kind, state: 'made', ...report };
  } catch (error) {
    making.standing = signal.aborted
      ? undefined
      : { kind, state: 'failed', says: '', failure: describeFailure(error) };
  }
}

function refuseBusy(): UsageError {
  return new UsageError({
    code: 'server.making',
    happened: 'The model is making something for this game just now.',
    todo: 'Wait until the model has finished, or stop it.',
  });
}
