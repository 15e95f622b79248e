// Lists games and systems, checks a manifest, and replays a game from its log.

import { resolve } from 'node:path';
import { requirePlayWorld, withPlayDatabase } from '@terrarium/composition/game-world';
import { renderCommand } from '@terrarium/composition/render-command';
import { UsageError } from '@terrarium/kernel/errors';
import type { Difference, Divergence } from '@terrarium/rpg/replay';
import type { Session } from '@terrarium/rpg/session';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import type { WorldOptions } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';

export interface GameOptions extends WorldOptions {
  readonly session?: string;
}

export interface ReplayOptions extends GameOptions {
  readonly system?: string;
}

export interface ListOptions extends WorldOptions {
  readonly setAside?: string;
  readonly bringBack?: string;
}

export async function listGames(shell: Shell, options: ListOptions): Promise<void> {
  const world = await requirePlayWorld(shell, { world: options.world, flags: {} });
  const { listSessions } = await import('@terrarium/rpg/list-sessions');
  const { openSessionZeroStore } = await import('@terrarium/rpg/session-zero-store');
  await withPlayDatabase(shell, world, async (connection) => {
    await moveGames(connection, options);
    const sessions = listSessions(connection);
    const begun = openSessionZeroStore(connection, shell.environment.clock).list();
    if (options.json === true) return shell.printer.writeJson('gameList', { sessions, begun });
    const [aside, listed] = [true, false].map((is) => sessions.filter(({ isSetAside }) => isSetAside === is));
    const left = begun.map(
      (name) =>
        `  ${name} ${paint(`· not fully set up yet: ${renderCommand('play new', options.world, ['--session', name])}`, 'dim')}`,
    );
    const lines = [...(listed ?? []).map((session) => `  ${renderSession(session)}`), ...left];
    return shell.printer.writeLines(
      ...(sessions.length + left.length === 0 ? ['No game has begun yet.'] : lines),
      ...renderSetAside(aside ?? [], options.world),
    );
  });
}

type Played = Parameters<Parameters<typeof withPlayDatabase>[2]>[0];

/** Sets a game aside, brings one back, or both. All named games are found before anything is changed. */
async function moveGames(connection: Played, { setAside, bringBack, world }: ListOptions): Promise<void> {
  const { openSessionSettingsStore } = await import('@terrarium/rpg/session-settings-store');
  const wishes = [
    { session: setAside, isSetAside: true },
    { session: bringBack, isSetAside: false },
  ].filter(({ session }) => session !== undefined);
  const found = await Promise.all(
    wishes.map(async ({ session, isSetAside }) => ({
      game: await requireNamed(connection, { session, world }),
      isSetAside,
    })),
  );
  for (const { game, isSetAside } of found)
    openSessionSettingsStore(connection, game.id).setAside(isSetAside);
}

function renderSetAside(sessions: readonly Session[], world: string): readonly string[] {
  if (sessions.length === 0) return [];
  const back = renderCommand('play list', world, ['--bring-back', 'NAME']);
  return ['', `Set aside (${back}):`, ...sessions.map((session) => `  ${renderSession(session)}`)];
}

function renderSession({ name, systemId, playedAtMs }: Session): string {
  const played = new Date(playedAtMs).toISOString().slice(0, 16).replace('T', ' ');
  return `${paint(name, 'bold')} ${paint(`· ${systemId} · played ${played} UTC`, 'dim')}`;
}

export async function listSystems({ printer }: Shell, isJson: boolean): Promise<void> {
  const { listSystems: list } = await import('@terrarium/composition/choose-system');
  const systems = list();
  if (isJson) return printer.writeJson('systemList', { systems });
  const lines = systems.flatMap(({ id, label, about }) =>
    wrapText(`${paint(id, 'cyan')} · ${paint(label, 'bold')} · ${about}`, {
      width: printer.width,
      indent: '    ',
      first: '  ',
    }),
  );
  printer.writeLines(...lines);
}

export interface CheckSystemOptions {
  readonly json?: boolean;
  /**
   * Number of a contradiction in the rulebook. The system's file uses one of the two contradicting rules, and is
   * changed to use the other.
   */
  readonly take?: string;
}

export async function checkSystem(
  { printer }: Shell,
  file: string,
  options: CheckSystemOptions,
): Promise<void> {
  const { readSystemFile } = await import('@terrarium/rpg/read-system');
  const { renderReadings } = await import('../zero/render-readings.ts');
  if (options.take !== undefined) {
    const { takeOther } = await import('@terrarium/composition/take-other');
    takeOther(resolve(file), options.take);
  }
  const { id, name, hash, sheets, manifest } = readSystemFile(resolve(file));
  const fields = sheets.get('character')?.fields.length ?? 0;
  const rules = manifest.rules.length;
  if (options.json === true) return printer.writeJson('checkedSystem', { id, name, hash, fields, rules });
  printer.writeLines(
    `${paint(name, 'bold')} (${id}) can be played: ${fields} fields, ${rules} rules.`,
    ...renderReadings(manifest.readings ?? [], file, printer.width),
  );
}

export async function replayGame(shell: Shell, options: ReplayOptions): Promise<void> {
  const world = await requirePlayWorld(shell, { world: options.world, flags: {} });
  const { replay } = await import('@terrarium/rpg/replay');
  const { chooseSystem } = await import('@terrarium/composition/choose-system');
  await withPlayDatabase(shell, world, async (connection) => {
    const session = await requireNamed(connection, options);
    const system =
      options.system === undefined ? undefined : chooseSystem(options.system, options.world).system;
    const result = replay({ connection, session: session.id, system });
    if (result.divergence !== undefined) shell.exitCode = exitCodes.problems;
    if (options.json === true) return shell.printer.writeJson('gameReplay', result);
    const { divergence, turns } = result;
    const said =
      divergence === undefined
        ? `"${session.name}" was played again up to its present turn, and ${renderCount(turns, 'turn')} came out as before.`
        : `${renderTurn(divergence.turn)} is the first that ends differently${renderDivergence(divergence)}.`;
    return shell.printer.writeLines(...wrapText(said, { width: shell.printer.width }));
  });
}

function renderTurn({ number, words }: Divergence['turn']): string {
  return number === 0 ? 'The opening' : `Turn ${number} (“${words}”)`;
}

function renderDivergence({ roll, ...difference }: Divergence): string {
  if (roll === undefined) return renderDifference(difference);
  const { was, is } = roll;
  if (was !== undefined && is !== undefined) return `: a roll was ${was} and is now ${is}`;
  return is === undefined ? `: a roll is missing (${was ?? ''})` : `: there is a new roll (${is})`;
}

function renderDifference({ entity, path, was, is }: Partial<Difference>): string {
  if (entity === undefined) return '';
  const show = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));
  return `: ${[entity, path].filter((part) => part !== '').join(' ')} was ${show(was)} and is now ${show(is)}`;
}

/**
 * The game with this name or id. If none is named: the game that was played last and is not set aside, or else the game
 * that was played last.
 */
export async function requireNamed(
  connection: Played,
  { session, world }: { readonly session?: string | undefined; readonly world: string },
) {
  const { listSessions } = await import('@terrarium/rpg/list-sessions');
  const sessions = listSessions(connection);
  const found =
    session === undefined
      ? (sessions.findLast(({ isSetAside }) => !isSetAside) ?? sessions.at(-1))
      : sessions.find(({ name, id }) => name === session || id === session);
  if (found !== undefined) return found;
  throw new UsageError({
    code: 'play.unknown-game',
    happened:
      session === undefined ? `No game has begun in the world ${world}.` : `There is no game "${session}".`,
    todo:
      sessions.length === 0
        ? 'Begin one with "terrarium play".'
        : `Games: ${sessions.map(({ name }) => name).join(', ')}.`,
  });
}
