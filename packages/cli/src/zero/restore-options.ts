// Restores the choices made for a game that has not begun, and the wishes given earlier for steps not yet reached.

import { basename, resolve } from 'node:path';
import { chooseFreeName } from '@terrarium/composition/settle-zero';
import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { openSessionZeroStore } from '@terrarium/rpg/session-zero-store';
import { type SettledZero, settledZeroSchema, type ZeroStep } from '@terrarium/rpg/settled-zero';
import type { Shell } from '../shell/shell.ts';
import type { ZeroOptions } from './zero-options.ts';

export interface RestoredOptions {
  /** Name of the game to come. */
  readonly name: string;
  readonly settled: SettledZero;
  /** The options given now and, for options not given now, those given before. */
  readonly options: ZeroOptions;
}

type Wished = NonNullable<SettledZero['wished']>;
type WishName = keyof Wished & keyof ZeroOptions;

const wishesOf: Readonly<Record<ZeroStep, readonly WishName[]>> = {
  system: ['system', 'rulebook'],
  concept: ['concept'],
  world: ['scenario', 'asOf', 'card', 'greeting', 'lorebook'],
  character: ['character', 'set'],
};

/**
 * If an option is given now for a step that was completed before, the step is done again; another system also needs
 * another character. A world that a model made for the same wish is kept.
 */
export async function restoreOptions(
  { environment }: Shell,
  connection: Connection,
  options: ZeroOptions,
): Promise<RestoredOptions> {
  const store = openSessionZeroStore(connection, environment.clock);
  const taken = await listTaken(connection);
  if (options.session !== undefined && taken.has(options.session)) throw refuseTaken(options.session);
  const name = options.session ?? store.list()[0] ?? chooseFreeName(taken, basename(resolve(options.world)));
  const known = settledZeroSchema.safeParse(store.find(name) ?? {});
  const before: SettledZero = known.success ? known.data : {};
  const said = extractSaid(options);
  const isKept = (wish: WishName) => wish === 'scenario' && isWorldFor(before, said);
  const again = listSteps().filter((step) =>
    wishesOf[step].some((wish) => said[wish] !== undefined && !isKept(wish)),
  );
  // A character is made by the rules of its system, so another system needs a new character.
  const anew = new Set(again.includes('system') ? [...again, 'character' as const] : again);
  const isAnew = (part: string) => anew.has((part === 'edited' ? 'character' : part) as ZeroStep);
  const left = Object.entries(before).filter(([part]) => !isAnew(part));
  const earlier = removeReplaced(before.wished ?? {}, said);
  const wished = { ...earlier, ...said };
  return {
    name,
    settled: { ...Object.fromEntries(left), ...(Object.keys(wished).length > 0 && { wished }) },
    options: { ...(earlier as Partial<ZeroOptions>), ...options },
  };
}

/**
 * Whether a model has already made the world that the options ask for, with the same wish, limits and system. Nobody
 * then pays for this world twice only because the game did not begin.
 */
function isWorldFor({ world, concept, system, wished = {} }: SettledZero, said: Wished): boolean {
  const isMade = world?.kind === 'made' && world.madeBy !== undefined;
  const isSameSystem = said.system === undefined || (system?.kind === 'shipped' && system.id === said.system);
  const isSame = (wish: string | undefined, before: string | undefined) =>
    wish === undefined || wish === before;
  const isSameWish =
    isSame(said.concept, concept) && isSame(said.lines, wished.lines) && isSame(said.veils, wished.veils);
  return isMade && said.scenario === 'generated' && isSameWish && isSameSystem;
}

/**
 * A system and a rulebook exclude each other, so the one that is given now replaces the other. A first message belongs
 * to the cards it was chosen from, so new cards drop it.
 */
function removeReplaced(earlier: Wished, said: Wished): Wished {
  const { greeting, ...ungreeted } = earlier;
  const kept: Wished = said.card === undefined ? earlier : ungreeted;
  if (said.system === undefined && said.rulebook === undefined) return kept;
  const { system, rulebook, ...others } = kept;
  return others;
}

/** Removes the wishes that were given just now for a step. If there are none, removes all wishes for the step. */
export function removeWishes(wished: Wished, step: ZeroStep, said: ZeroOptions): Wished {
  const names = wishesOf[step];
  const fresh = names.filter((name) => said[name] !== undefined);
  const wrong = new Set<string>(fresh.length > 0 ? fresh : names);
  return Object.fromEntries(Object.entries(wished).filter(([name]) => !wrong.has(name)));
}

function listSteps(): readonly ZeroStep[] {
  return Object.keys(wishesOf) as ZeroStep[];
}

/** Paths of rulebooks, cards and lorebooks are made absolute, so that they are found from any folder. */
function extractSaid(options: ZeroOptions): Wished {
  const { rulebook, card, lorebook, system, concept, lines, veils, ...others } = options;
  const { scenario, asOf, greeting, character, seed, set } = others;
  const found = {
    system,
    concept,
    lines,
    veils,
    scenario,
    asOf,
    greeting,
    character,
    seed,
    set,
    rulebook: rulebook === undefined ? undefined : resolve(rulebook),
    card: card?.map((path) => resolve(path)),
    lorebook: lorebook?.map((path) => resolve(path)),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

async function listTaken(connection: Connection): Promise<ReadonlySet<string>> {
  const { listSessions } = await import('@terrarium/rpg/list-sessions');
  return new Set(listSessions(connection).map(({ name }) => name));
}

/** If a game with this name exists, the name is refused before the first question. */
function refuseTaken(name: string): UsageError {
  return new UsageError({
    code: 'play.game-exists',
    happened: `There is a game "${name}" already.`,
    todo: `Give another name with --session, or play it: terrarium play --session ${name}.`,
  });
}
