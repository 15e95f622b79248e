// Zero handlers: what a game is to be, step by step, and how it begins.

import { buildSheet } from '@terrarium/composition/build-sheet';
import { listSystems } from '@terrarium/composition/choose-system';
import { preparePlayWorld, withPlayDatabase } from '@terrarium/composition/game-world';
import { listOpenPlaces } from '@terrarium/composition/list-open-places';
import { parseValue } from '@terrarium/composition/parse-value';
import { hasGlossary } from '@terrarium/composition/read-glossary-source';
import {
  chooseFreeName,
  createZeroWorld,
  readSettled,
  resolveZeroSystem,
  resolveZeroWorld,
  saveSettled,
  startSettled,
  type ZeroPlace,
} from '@terrarium/composition/settle-zero';
import { UsageError } from '@terrarium/kernel/errors';
import type { RouteAnswer, RouteInput } from '@terrarium/protocol/routes';
import { buildCharacter, type CharacterOptions, listQuickCharacters } from '@terrarium/rpg/build-character';
import { listSessions } from '@terrarium/rpg/list-sessions';
import { listScenarios } from '@terrarium/rpg/scenarios';
import { openSessionZeroStore } from '@terrarium/rpg/session-zero-store';
import type { SettledZero } from '@terrarium/rpg/settled-zero';
import type { System } from '@terrarium/rpg/system';
import type { Desk } from '../shelf/desk.ts';
import type { Handlers } from './handler.ts';

type Standing = RouteAnswer<'GET /api/worlds/{world}/zero'>;
type Wanted = RouteInput<'POST /api/worlds/{world}/zero/characters'>['body'];
type Tried = RouteAnswer<'POST /api/worlds/{world}/zero/characters'>;

export const zeroHandlers: Pick<
  Handlers,
  | 'GET /api/worlds/{world}/zero'
  | 'PUT /api/worlds/{world}/zero'
  | 'GET /api/worlds/{world}/zero/characters'
  | 'POST /api/worlds/{world}/zero/characters'
  | 'POST /api/worlds/{world}/games'
> = {
  'GET /api/worlds/{world}/zero': async (desk, { params, query }) =>
    await withZero(desk, { world: params.world, name: query.name }, (place, model) =>
      buildStanding(place, readSettled(place), model),
    ),
  'PUT /api/worlds/{world}/zero': async (desk, { params, body }) =>
    await withZero(desk, { world: params.world, name: body.name }, async (place, model) =>
      buildStanding(place, await settleSteps(place, body), model),
    ),
  'GET /api/worlds/{world}/zero/characters': async (desk, { params, query }) =>
    await withZero(desk, { world: params.world, name: query.name }, (place) => {
      const settled = readSettled(place);
      const { system } = resolveZeroSystem(settled);
      return {
        manner: system.manifest.procedures['character_creation'] ?? '',
        quick: listQuickCharacters(system).map(({ id, name, about }) => ({ id, label: name, about })),
        people: listPlayable(settled),
      };
    }),
  'POST /api/worlds/{world}/zero/characters': async (desk, { params, body }) =>
    await withZero(desk, { world: params.world, name: body.name }, (place) => {
      const { system } = resolveZeroSystem(readSettled(place));
      return buildTried(system, chooseCharacter(system, body));
    }),
  'POST /api/worlds/{world}/games': async (desk, { params, body }) =>
    await withZero(desk, { world: params.world, name: body.name }, (place) => {
      const { system } = resolveZeroSystem(readSettled(place));
      if (body.quick !== undefined || body.character !== undefined)
        saveSettled(place, { character: JSON.parse(JSON.stringify(chooseCharacter(system, body))) });
      const { lines, veils, style } = body;
      return { id: startSettled(place, { lines, veils, style }).id };
    }),
};

interface ZeroAddress {
  readonly world: string;
  readonly name: string | undefined;
}

/** The games of a world, with the name of the game to come; a world may have no game yet. */
async function withZero<Result>(
  { host, shelf }: Desk,
  { world: key, name }: ZeroAddress,
  work: (place: ZeroPlace, model: string | undefined) => Result | Promise<Result>,
): Promise<Result> {
  const { dir, title } = shelf.require(key);
  const world = await preparePlayWorld(host, { world: dir, flags: {} });
  const { model } = world.configured.settings;
  return await withPlayDatabase(host, world, (connection) => {
    const taken = new Set(listSessions(connection).map((session) => session.name));
    const begun = openSessionZeroStore(connection, host.environment.clock).list();
    const chosen = name ?? begun[0] ?? chooseFreeName(taken, title.slice(0, longestName));
    return work({ host, connection, dir, name: chosen }, model === 'builtin' ? undefined : model);
  });
}

const longestName = 60;

async function settleSteps(
  place: ZeroPlace,
  { system: systemId, world: worldId, concept }: RouteInput<'PUT /api/worlds/{world}/zero'>['body'],
): Promise<SettledZero> {
  let settled = readSettled(place);
  if (systemId !== undefined) {
    const { system } = resolveZeroSystem({ system: { kind: 'shipped', id: systemId } });
    // A character is made by the rules of its system: with another system it has to be made anew.
    settled = saveSettled(place, { system: { kind: 'shipped', id: system.id }, character: undefined });
  }
  if (worldId !== undefined) {
    const { system } = resolveZeroSystem(settled);
    settled = saveSettled(place, { world: await createZeroWorld(place, worldId, system) });
  }
  return concept === undefined ? settled : saveSettled(place, { concept });
}

function buildStanding({ dir, name }: ZeroPlace, settled: SettledZero, model: string | undefined): Standing {
  const { system, world, concept, character } = settled;
  const made = world === undefined ? undefined : resolveZeroWorld(settled);
  return {
    name,
    // Shipped rules need not be compiled to say which they are.
    system: system?.kind === 'file' ? resolveZeroSystem(settled).system.id : (system?.id ?? null),
    world:
      made === undefined
        ? null
        : {
            id: world?.kind === 'shipped' ? world.id : made.id,
            title: made.title,
            about: made.about.replaceAll('{{user}}', 'the player'),
            places: [...listOpenPlaces(made)].slice(0, mostPlaces),
          },
    concept: concept ?? null,
    character: character === undefined ? null : { name: character.name, about: character.about },
    systems: [...listSystems()],
    worlds: [
      ...listScenarios().map(({ id, title, about }) => ({ id, label: title, about })),
      ...(hasGlossary(dir)
        ? [
            {
              id: 'glossary',
              label: 'Your story',
              about: 'places, people and lore from the glossary of this world, as far as you have read',
            },
          ]
        : []),
      { id: 'drawn', label: 'Drawn from tables', about: 'places, people and a trouble, drawn by chance' },
    ],
    model: model ?? null,
  };
}

const mostPlaces = 12;
const mostPlayable = 6;

/** People of the story that the world was made from. */
function listPlayable(settled: SettledZero) {
  if (settled.world?.kind !== 'made' || settled.world.scenario.id !== 'from-a-glossary') return [];
  return settled.world.scenario.people
    .slice(0, mostPlayable)
    .map(({ name, about }) => ({ id: name, label: name, about }));
}

/** A ready one, with what is said otherwise; or the player's own. */
function chooseCharacter(system: System, { quick, character }: Omit<Wanted, 'name'>): CharacterOptions {
  const ready = listQuickCharacters(system);
  const base = quick === undefined ? undefined : ready.find(({ id }) => id === quick);
  if (quick !== undefined && base === undefined) {
    throw new UsageError({
      code: 'play.unknown-character',
      happened: `This system has no character "${quick}".`,
      todo: `There are: ${ready.map(({ id }) => id).join(', ')}.`,
    });
  }
  const typed = Object.entries(character?.set ?? {}).map(
    ([path, value]) => [path, parseValue(value)] as const,
  );
  return {
    name: character?.name ?? base?.name ?? 'The Stranger',
    about: character?.about ?? base?.about ?? '',
    set: { ...base?.set, ...Object.fromEntries(typed) },
  };
}

function buildTried(system: System, wanted: CharacterOptions): Tried {
  const built = buildCharacter(system, wanted);
  const entity = { id: 'character:player', type: 'character', key: 'player', sheet: built.values } as const;
  const set = Object.entries(built.set).map(([path, value]) => [
    path,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return {
    sheet: buildSheet(entity, { system, state: { find: () => undefined, list: () => [] } }),
    set: Object.fromEntries(set),
    refused: built.refused,
    unmet: built.unmet,
  };
}
