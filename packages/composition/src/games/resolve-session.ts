// Resolves which game of a world is meant, and begins one if there is none.

import { basename, resolve } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import { findNearest } from '@terrarium/kernel/find-nearest';
import type { Connection } from '@terrarium/kernel/open-database';
import type { Session } from '@terrarium/rpg/session';
import type { Host } from '../host/host.ts';
import { renderCommand } from '../host/render-command.ts';

export interface SessionRequest {
  /** The folder of the world. */
  readonly world: string;
  /** Name or id of the game; by default the newest game. */
  readonly session?: string | undefined;
  /** The system of a game that is to begin. */
  readonly system?: string | undefined;
}

/**
 * Throws `UsageError` for a game of another system, for a game with an unfinished session zero, for a name that is
 * likely misspelt, and if no game is named and all are set aside.
 */
export async function resolveSession(
  host: Host,
  connection: Connection,
  request: SessionRequest,
): Promise<Session> {
  const { listSessions } = await import('@terrarium/rpg/list-sessions');
  const sessions = listSessions(connection);
  if (request.session !== undefined) {
    const named = sessions.find(({ name, id }) => name === request.session || id === request.session);
    if (named !== undefined) return refuseOtherSystem(named, request);
    refuseMisspelt(sessions, request);
  } else {
    const newest = sessions.findLast(({ isSetAside }) => !isSetAside);
    if (newest !== undefined) return refuseOtherSystem(newest, request);
    if (sessions.length > 0) throw refuseSetAside(sessions, request);
  }
  const { startQuickly } = await import('./start-quickly.ts');
  const name = request.session ?? basename(resolve(request.world));
  await refuseUnsettled(host, connection, { ...request, session: name });
  const session = await startQuickly(host, {
    connection,
    name,
    system: request.system,
    world: request.world,
  });
  const { hasGlossary } = await import('./read-glossary-source.ts');
  const isAside = hasGlossary(request.world);
  if (sessions.length > 0 || isAside) host.notify({ kind: 'game-begun', name, isAside });
  return session;
}

function refuseSetAside(sessions: readonly Session[], { world }: SessionRequest): UsageError {
  const name = sessions.at(-1)?.name ?? '';
  const back = renderCommand('play list', world, ['--bring-back', name]);
  return new UsageError({
    code: 'play.all-set-aside',
    happened: 'All games of this world are set aside.',
    todo: `Bring one back: "${back}". Or begin another: "${renderCommand('play', world, ['--session', 'NAME'])}".`,
  });
}

/** Refuses a name that looks like a misspelt name of a game, instead of beginning a new game. */
function refuseMisspelt(sessions: readonly Session[], { session = '', world }: SessionRequest): void {
  const near = findNearest(
    session,
    sessions.map(({ name }) => name),
  );
  if (near === undefined) return;
  const begin = renderCommand('play new', world, ['--session', session]);
  throw new UsageError({
    code: 'play.misspelt-game',
    happened: `There is no game "${session}" here; did you mean "${near}"?`,
    todo: `Play it with --session ${near}, or begin a game with the other name: "${begin}".`,
  });
}

/** Refuses to begin a game under the name of a game whose session zero is unfinished. */
async function refuseUnsettled(
  { environment }: Host,
  connection: Connection,
  { session = '', world }: SessionRequest,
): Promise<void> {
  const { openSessionZeroStore } = await import('@terrarium/rpg/session-zero-store');
  if (!openSessionZeroStore(connection, environment.clock).list().includes(session)) return;
  const [goOn, other] = [
    renderCommand('play new', world, ['--session', session]),
    renderCommand('play', world, ['--session', 'NAME']),
  ];
  throw new UsageError({
    code: 'play.not-settled',
    happened: `The game "${session}" has not begun yet: its preparation is not finished.`,
    todo: `Go on with "${goOn}", or begin another game at once with "${other}".`,
  });
}

/** Refuses a system that is not the one with which the game was begun. */
function refuseOtherSystem(session: Session, { system, world }: SessionRequest): Session {
  if (system === undefined || system === session.systemId) return session;
  throw new UsageError({
    code: 'play.other-system',
    happened: `The game "${session.name}" is played with ${session.systemId}, not with ${system}.`,
    todo: `Begin another game: ${renderCommand('play', world, ['--session', 'NAME', '--system', system])}.`,
  });
}
