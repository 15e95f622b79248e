// Opens a table: a game with its narrator and recollections, ready for turns.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { Connection } from '@terrarium/kernel/open-database';
import { extractSaidOptions } from '@terrarium/kernel/settings';
import type { Game, TurnDraft } from '@terrarium/rpg/game';
import type { SessionSettingsStore } from '@terrarium/rpg/session-settings-store';
import type { TurnOptions } from '@terrarium/rpg/turn-options';
import type { TurnPreferences } from '@terrarium/rpg/turn-preferences';
import type { Host, Notice } from '../host/host.ts';
import { chooseConfiguredModel } from '../models/choose-model.ts';
import { openEmbedder } from '../models/open-embedder.ts';
import { type PlayWorld, preparePlayWorld, withPlayDatabase } from './game-world.ts';
import { listTellings } from './list-tellings.ts';
import { resolveSession, type SessionRequest } from './resolve-session.ts';

export interface TableRequest extends SessionRequest {
  readonly isFast?: boolean | undefined;
  /** Settings given for this one time, by their names. */
  readonly flags: Readonly<Record<string, unknown>>;
}

export interface Table {
  readonly game: Game;
  readonly connection: Connection;
  /** Id of the model that tells; undefined for the built-in narrator. */
  readonly modelId: string | undefined;
  /** How the player wants the game told; stored with the game. */
  readonly wishes: SessionSettingsStore;
  /** Game, model and settings: everything needed to play a turn except the player's words. */
  buildTurnOptions(): Omit<TurnOptions, 'signal'>;
}

/** Gives `work` the game that is asked for, and begins one if there is none. Closes it whatever happens. */
export async function withTable(
  host: Host,
  request: TableRequest,
  work: (table: Table) => void | Promise<void>,
): Promise<void> {
  const world = await preparePlayWorld(host, { ...request, uses: ['model', 'embedder'] });
  await withPlayDatabase(host, world, async (connection) => {
    const session = await resolveSession(host, connection, request);
    const { openGame } = await import('@terrarium/rpg/open-game');
    const embedder = await openEmbedder(host, world.configured);
    const game = openGame({ connection, session: session.id, clock: host.environment.clock });
    try {
      const { openRecollector } = await import('@terrarium/rpg/recollect');
      const { system } = game;
      const shared = { connection, sessionId: session.id, system, embedder };
      const recollector = openRecollector({ ...shared, countTokens: estimateTokens });
      await work(await buildTable(host, { connection, request, world, game, recollector }));
    } finally {
      game.close();
      await embedder?.close();
    }
  });
}

interface Opened extends Pick<TurnOptions, 'recollector'> {
  readonly connection: Connection;
  readonly request: TableRequest;
  readonly world: PlayWorld;
  readonly game: Game;
}

async function buildTable(
  host: Host,
  { connection, request, world, game, recollector }: Opened,
): Promise<Table> {
  const { turnSettingsSchema } = await import('@terrarium/rpg/turn-settings');
  const { openSessionSettingsStore } = await import('@terrarium/rpg/session-settings-store');
  const wishes = openSessionSettingsStore(connection, game.session.id);
  const held = collectAnnouncements(host);
  const model = await chooseConfiguredModel(held.host, world.configured, undefined);
  const narrate = await openNarrator(game);
  const { environment } = host;
  return {
    game,
    connection,
    wishes,
    modelId: model?.id,
    buildTurnOptions: () => {
      held.release();
      const settings = turnSettingsSchema.parse(collectSettings(world, wishes.read(), request));
      const rounds = model === undefined ? { maxRounds: narratorRounds } : {};
      return {
        game,
        model: model ?? narrate,
        recollector,
        environment,
        settings: { ...settings, ...rounds },
      };
    },
  };
}

/** Holds back announcements of servers until a turn is played: at a table much is done without asking a model. */
function collectAnnouncements(host: Host): { readonly host: Host; release(): void } {
  const held: Notice[] = [];
  return {
    host: {
      ...host,
      notify: (notice) => (notice.kind === 'server-asked' ? void held.push(notice) : host.notify(notice)),
    },
    release: () => {
      for (const notice of held.splice(0)) host.notify(notice);
    },
  };
}

/**
 * The configured options for requests to the model, overridden by the player's wishes and by `isFast` of this request.
 */
function collectSettings(
  { configured }: PlayWorld,
  wishes: TurnPreferences,
  { isFast }: TableRequest,
): object {
  const { settings } = configured;
  return {
    ...extractSaidOptions(configured),
    ...(settings.contextBudget !== undefined && { promptTokens: settings.contextBudget }),
    retries: settings.retries,
    sumsUp: settings.sumsUpGames,
    ...wishes,
    ...(isFast === true && { isFast: true }),
  };
}

/**
 * More rounds than a model gets by default: the built-in narrator makes one call at a time, and asking it costs
 * nothing.
 */
const narratorRounds = 16;
/** How many earlier narratives the built-in narrator gets, to avoid repeating itself. */
const lookedBack = 8;

/**
 * Opens the built-in narrator, which tells the story if there is no model. It needs the draft of the current
 * turn.
 */
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
