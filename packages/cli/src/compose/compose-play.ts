// Composes a game: the folder of its world, its database, who tells it, and what comes to mind.

import { basename, join, resolve } from 'node:path';
import { createWorld } from '@terrarium/annotator/open-world';
import { recordStore, refuseGoneStore } from '@terrarium/annotator/stores-file';
import type { World } from '@terrarium/annotator/world';
import { findWorld } from '@terrarium/annotator/world-file';
import type { Embedder } from '@terrarium/kernel/embedder';
import { UsageError } from '@terrarium/kernel/errors';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { findNearest } from '@terrarium/kernel/find-nearest';
import { isThere } from '@terrarium/kernel/is-there';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { Connection, Migrated } from '@terrarium/kernel/open-database';
import { renderMigrated } from '@terrarium/kernel/render-migrated';
import { extractSaidOptions } from '@terrarium/kernel/said-options';
import type { Game, TurnDraft } from '@terrarium/rpg/game';
import type { Session } from '@terrarium/rpg/session';
import type { TurnPreferences } from '@terrarium/rpg/turn-preferences';
import { listTellings } from '../play/list-tellings.ts';
import type { TableContext } from '../play/play-context.ts';
import { renderCommand } from '../screen/render-command.ts';
import type { Shell } from '../shell/shell.ts';
import type { Configured } from '../trust/read-configured.ts';
import { readForSending, type Use } from '../trust/read-for-sending.ts';
import { chooseConfiguredModel } from './compose.ts';
import { openEmbedder } from './open-embedder.ts';

export interface PlayWorld {
  readonly world: World;
  /** Path of the database of its games. */
  readonly database: string;
  readonly configured: Configured;
}

export interface PlaySessionOptions {
  readonly world: string;
  readonly session?: string | undefined;
  /** Of a game that begins. */
  readonly system?: string | undefined;
  readonly isFast?: boolean | undefined;
  readonly isJson: boolean;
  /** What was said on the command line, by the names of the settings. */
  readonly flags: Readonly<Record<string, unknown>>;
}

interface PlayWorldOptions extends Pick<PlaySessionOptions, 'world' | 'flags'> {
  /** What the command sends: then what the world says about where that goes is asked about. */
  readonly uses?: readonly Use[];
}

/** The world, made where there is none yet. */
export async function preparePlayWorld(shell: Shell, wish: PlayWorldOptions): Promise<PlayWorld> {
  const dir = resolve(wish.world);
  return await buildPlayWorld(
    shell,
    findWorld(dir) ?? createWorld({ dir, clock: shell.environment.clock }),
    wish,
  );
}

/** Throws `UsageError` where no game was begun in the world. */
export async function requirePlayWorld(shell: Shell, wish: PlayWorldOptions): Promise<PlayWorld> {
  const dir = resolve(wish.world);
  const world = findWorld(dir);
  if (world !== undefined) refuseGoneStore(world, 'rpg.db');
  if (world !== undefined && isThere(resolveDatabase(dir))) return await buildPlayWorld(shell, world, wish);
  throw new UsageError({
    code: 'play.no-game',
    happened: `No game was begun in the world ${dir}.`,
    todo: `Begin one: "${renderCommand('play', dir)}" at once, or "${renderCommand('play new', dir)}" step by step.`,
  });
}

async function buildPlayWorld(
  shell: Shell,
  world: World,
  { flags, uses = [] }: PlayWorldOptions,
): Promise<PlayWorld> {
  shell.logsDir = world.logsDir;
  refuseGoneStore(world, 'rpg.db');
  const configured = await readForSending(shell, { flags, dir: world.dir, uses });
  return { world, database: resolveDatabase(world.dir), configured };
}

function resolveDatabase(dir: string): string {
  return join(dir, 'rpg.db');
}

/** Gives `work` the database of a world's games, and closes it whatever happens. */
export async function withPlayDatabase<Result>(
  shell: Shell,
  { world, database, configured }: PlayWorld,
  work: (connection: Connection) => Result | Promise<Result>,
): Promise<Result> {
  const { openRpgDatabase } = await import('@terrarium/rpg/open-rpg-database');
  const announceMigrated = (migrated: Migrated) => shell.printer.warn(renderMigrated(migrated));
  const { durability } = configured.settings;
  const connection = openRpgDatabase({ path: database, durability, onMigrated: announceMigrated });
  try {
    recordStore(world, 'rpg.db');
    return await work(connection);
  } catch (error) {
    const { explainDamage } = await import('@terrarium/kernel/explain-damage');
    const { verifyRpg } = await import('@terrarium/rpg/verify-rpg');
    throw explainDamage(error, { title: 'the games', path: database }, () => verifyRpg(connection));
  } finally {
    connection.close();
  }
}

/** Gives `work` the database of a world's games with the settings as they come; undefined where none was begun. */
export async function readFromGames<Result>(
  { printer }: Shell,
  world: World,
  work: (connection: Connection) => Result | Promise<Result>,
): Promise<Result | undefined> {
  refuseGoneStore(world, 'rpg.db');
  const path = resolveDatabase(world.dir);
  if (!isThere(path)) return undefined;
  const { openRpgDatabase } = await import('@terrarium/rpg/open-rpg-database');
  const announceMigrated = (migrated: Migrated) => printer.warn(renderMigrated(migrated));
  const connection = openRpgDatabase({
    path,
    mustExist: true,
    isDamageExpected: true,
    onMigrated: announceMigrated,
  });
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}

/** Gives `work` the game that is wished for, begun where there is none, and closes it whatever happens. */
export async function withGame(
  shell: Shell,
  wish: PlaySessionOptions,
  work: (context: TableContext) => void | Promise<void>,
): Promise<void> {
  const world = await preparePlayWorld(shell, { ...wish, uses: ['model', 'embedder'] });
  await withPlayDatabase(shell, world, async (connection) => {
    const session = await resolveSession(shell, { connection, wish, world });
    const { openGame } = await import('@terrarium/rpg/open-game');
    const embedder = await openEmbedder(shell, world.configured);
    const game = openGame({ connection, session: session.id, clock: shell.environment.clock });
    try {
      await work(await buildContext(shell, { connection, wish, world, game, embedder }));
    } finally {
      game.close();
      await embedder?.close();
    }
  });
}

interface Composing {
  readonly connection: Connection;
  readonly wish: PlaySessionOptions;
  readonly world: PlayWorld;
}

async function resolveSession(shell: Shell, { connection, wish, world }: Composing): Promise<Session> {
  const { listSessions } = await import('@terrarium/rpg/list-sessions');
  const sessions = listSessions(connection);
  if (wish.session !== undefined) {
    const named = sessions.find(({ name, id }) => name === wish.session || id === wish.session);
    if (named !== undefined) return refuseOtherSystem(named, wish);
    refuseMisspelt(sessions, wish);
  } else {
    const newest = sessions.at(-1);
    if (newest !== undefined) return refuseOtherSystem(newest, wish);
  }
  const { startQuickly } = await import('../play/start-quickly.ts');
  const name = wish.session ?? basename(world.world.dir);
  await refuseUnsettled(shell, connection, { ...wish, session: name });
  const session = await startQuickly(shell, { connection, name, system: wish.system });
  if (sessions.length > 0) shell.printer.warn(`A new game begins: "${name}".`);
  return session;
}

/** Whoever misspells the name of a game wants that one, and no new one. */
function refuseMisspelt(sessions: readonly Session[], { session = '', world }: PlaySessionOptions): void {
  const near = findNearest(
    session,
    sessions.map(({ name }) => name),
  );
  if (near === undefined) return;
  const begin = renderCommand('play new', world, ['--session', session]);
  throw new UsageError({
    code: 'play.misspelt-game',
    happened: `There is no game "${session}" here; did you mean "${near}"?`,
    todo: `Play it with --session ${near}, or begin one of the other name: "${begin}".`,
  });
}

/** A game whose session zero was left is not begun over its head. */
async function refuseUnsettled(
  { environment }: Shell,
  connection: Connection,
  { session = '', world }: PlaySessionOptions,
): Promise<void> {
  const { openSessionZeroStore } = await import('@terrarium/rpg/session-zero-store');
  if (!openSessionZeroStore(connection, environment.clock).list().includes(session)) return;
  const [settle, other] = [
    renderCommand('play new', world, ['--session', session]),
    renderCommand('play', world, ['--session', 'NAME']),
  ];
  throw new UsageError({
    code: 'play.not-settled',
    happened: `The game "${session}" is not settled yet: its session zero was left.`,
    todo: `Go on with "${settle}", or begin another at once with "${other}".`,
  });
}

/** A game keeps the system it was begun with. */
function refuseOtherSystem(session: Session, { system, world }: PlaySessionOptions): Session {
  if (system === undefined || system === session.systemId) return session;
  throw new UsageError({
    code: 'play.other-system',
    happened: `The game "${session.name}" is played by ${session.systemId}, not by ${system}.`,
    todo: `Begin another one: ${renderCommand('play', world, ['--session', 'NAME', '--system', system])}.`,
  });
}

interface OpenGame extends Composing {
  readonly game: Game;
  readonly embedder: Embedder | undefined;
}

async function buildContext(
  shell: Shell,
  { connection, wish, world, game, embedder }: OpenGame,
): Promise<TableContext> {
  const { openRecollector } = await import('@terrarium/rpg/recollect');
  const { turnSettingsSchema } = await import('@terrarium/rpg/turn-settings');
  const { openSessionSettingsStore } = await import('@terrarium/rpg/session-settings-store');
  const wishes = openSessionSettingsStore(connection, game.session.id);
  const configured = await chooseConfiguredModel(shell, world.configured, undefined);
  const narrate = await openNarrator(game);
  const recollector = openRecollector({
    connection,
    sessionId: game.session.id,
    system: game.system,
    countTokens: estimateTokens,
    embedder,
  });
  const buildSettings = () => turnSettingsSchema.parse(collectSettings(world, wishes.read(), wish));
  const { environment } = shell;
  return {
    shell,
    game,
    wishes,
    isJson: wish.isJson,
    hasPrompt: false,
    modelId: configured?.id,
    buildTurnOptions: () => {
      const model = configured ?? narrate;
      const rounds = configured === undefined ? { maxRounds: narratorRounds } : {};
      return { game, model, recollector, environment, settings: { ...buildSettings(), ...rounds } };
    },
  };
}

/** What is said of a model's operation, and above it what the player wishes. */
function collectSettings(
  { configured }: PlayWorld,
  wishes: TurnPreferences,
  wish: PlaySessionOptions,
): object {
  const { settings } = configured;
  return {
    ...extractSaidOptions(configured),
    ...(settings.contextBudget !== undefined && { promptTokens: settings.contextBudget }),
    retries: settings.retries,
    ...wishes,
    ...(wish.isFast === true && { isFast: true }),
  };
}

/** It decides from one call to the next, and costs nothing. */
const narratorRounds = 16;
/** So many narratives the built-in narrator looks back, to say nothing twice. */
const lookedBack = 8;

/** Without a model the built-in narrator tells: it looks into the turn that is played. */
async function openNarrator(game: Game): Promise<(draft: TurnDraft) => LanguageModel> {
  const { buildNarrator } = await import('@terrarium/rpg/built-in-narrator');
  const { system, session } = game;
  return (draft) => {
    const { words, number: turn, past, retold } = draft;
    const narratives = past.listTurns(lookedBack).map(({ narrative }) => narrative);
    const variant = retold === undefined ? 0 : listTellings(game).length;
    const readMoment = () => ({
      before: past.state,
      words,
      turn,
      variant,
      narratives,
      actions: draft.actions,
    });
    return buildNarrator({ system, seed: session.seed, readView: readMoment });
  };
}
