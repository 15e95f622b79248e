// Zero handlers: store step by step what a player decides about a new game, and start it.

import { buildSheet } from '@terrarium/composition/build-sheet';
import { parseValue } from '@terrarium/composition/parse-value';
import { buildStoryWorld, proposeZeroCharacter, proposeZeroWorld } from '@terrarium/composition/propose-zero';
import { readGlossarySource } from '@terrarium/composition/read-glossary-source';
import {
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
import { buildGlossaryWorld } from '@terrarium/rpg/build-glossary-world';
import { completePerson } from '@terrarium/rpg/complete-person';
import type { GlossarySource } from '@terrarium/rpg/glossary-lore';
import { joinTyped } from '@terrarium/rpg/join-typed';
import { isOfStory, listPlayable } from '@terrarium/rpg/list-playable';
import { joinWish } from '@terrarium/rpg/propose-character';
import { worldPromptVersion } from '@terrarium/rpg/propose-world';
import { readSaidValues } from '@terrarium/rpg/read-said-values';
import { renderWorldChange } from '@terrarium/rpg/render-world-change';
import { rollCharacter } from '@terrarium/rpg/roll-character';
import { openSessionZeroStore } from '@terrarium/rpg/session-zero-store';
import type { SettledZero } from '@terrarium/rpg/settled-zero';
import type { System } from '@terrarium/rpg/system';
import type { MadeReport } from '../running/open-makings.ts';
import { buildZeroStanding } from './build-zero-standing.ts';
import { chooseGameName } from './choose-game-name.ts';
import type { Handlers } from './handler.ts';
import { nameMaking } from './name-making.ts';
import { type Making, startMaking } from './start-making.ts';
import { withZero } from './with-zero.ts';

type Wanted = RouteInput<'POST /api/worlds/{world}/zero/characters'>['body'];
type Tried = RouteAnswer<'POST /api/worlds/{world}/zero/characters'>;

export const zeroHandlers: Handlers<'zero'> = {
  'GET /api/worlds/{world}/zero': async (desk, { params, query }) =>
    await withZero(desk, { world: params.world, name: query.name }, (place, configured) =>
      buildZeroStanding(desk, place, configured),
    ),
  'PUT /api/worlds/{world}/zero': async (desk, { params, body }) => {
    const { world } = params;
    const { standing, isDue } = await withZero(
      desk,
      { world, name: body.name },
      async (place, configured) => {
        desk.makings.clear(nameMaking(place));
        const settled = await settleSteps(place, body);
        return { standing: buildZeroStanding(desk, place, configured), isDue: isBeginningDue(settled, body) };
      },
    );
    if (!isDue || standing.model === null || standing.making?.state === 'making') return standing;
    return await startMaking(desk, { world, name: standing.name, kind: 'world' }, proposeStory);
  },
  'DELETE /api/worlds/{world}/zero': async (desk, { params, query }) =>
    await withZero(desk, { world: params.world, name: query.name }, async (place) => {
      await desk.makings.stop(nameMaking(place));
      desk.makings.clear(nameMaking(place));
      const store = openSessionZeroStore(place.connection, place.host.environment.clock);
      store.remove(place.name);
      return { unsettled: store.list() };
    }),
  'POST /api/worlds/{world}/zero/worlds': async (desk, { params, body }) =>
    await startMaking(desk, { world: params.world, name: body.name, kind: 'world' }, async (making) => {
      const { change } = body;
      const { place, asked, settled } = making;
      const before = change === undefined ? undefined : { world: resolveZeroWorld(settled), change };
      const scenario = await proposeZeroWorld(making, before);
      const madeBy = asked && { model: asked.model.id, promptVersion: worldPromptVersion };
      saveSettled(place, { world: { kind: 'made', scenario, madeBy } });
      return before && { says: renderWorldChange(before.world, scenario) };
    }),
  'POST /api/worlds/{world}/zero/proposals': async (desk, { params, body }) =>
    await startMaking(desk, { world: params.world, name: body.name, kind: 'character' }, async (making) => {
      const { change, character } = body;
      const { place, settled } = making;
      const wish = change === undefined ? body.wish : (settled.character?.wish ?? body.wish);
      const before =
        change === undefined || character === undefined
          ? undefined
          : { character: { ...character, set: parseTyped(character.set) }, change };
      const { chance } = place.host.environment;
      const rolled = before === undefined ? rollCharacter(making.system, chance).set : undefined;
      const { left, ...proposed } = await proposeZeroCharacter(making, { wish, before, rolled });
      const kept = { ...proposed, wish: change === undefined ? wish : joinWish(wish, change) };
      saveSettled(place, { character: JSON.parse(JSON.stringify(kept)) });
      return left === undefined ? undefined : { says: `Not everything was possible: ${left}` };
    }),
  'POST /api/worlds/{world}/zero/stop': async (desk, { params, body }) =>
    await withZero(desk, { world: params.world, name: body.name }, async (place, configured) => {
      await desk.makings.stop(nameMaking(place));
      desk.makings.clear(nameMaking(place));
      return buildZeroStanding(desk, place, configured);
    }),
  'GET /api/worlds/{world}/zero/characters': async (desk, { params, query }) =>
    await withZero(desk, { world: params.world, name: query.name }, (place) => {
      const settled = readSettled(place);
      const { system } = resolveZeroSystem(settled);
      return {
        manner: system.manifest.procedures['character_creation'] ?? '',
        quick: listQuickCharacters(system).map(({ id, name, about }) => ({ id, label: name, about })),
        people: listPlayable(settled).map(({ name, about }) => ({ id: name, label: name, about })),
      };
    }),
  'POST /api/worlds/{world}/zero/characters': async (desk, { params, body }) =>
    await withZero(desk, { world: params.world, name: body.name }, (place) => {
      const { system } = resolveZeroSystem(readSettled(place));
      return buildTried(system, chooseCharacter(system, body));
    }),
  'POST /api/worlds/{world}/games': async (desk, { params, body }) =>
    await withZero(desk, { world: params.world, name: body.name }, async (place) => {
      await desk.makings.stop(nameMaking(place));
      const { system } = resolveZeroSystem(readSettled(place));
      if (body.quick !== undefined || body.character !== undefined)
        saveSettled(place, { character: JSON.parse(JSON.stringify(chooseCharacter(system, body))) });
      const { wished } = readSettled(place);
      const lines = body.lines.trim() === '' ? wished?.lines : body.lines;
      const veils = body.veils.trim() === '' ? wished?.veils : body.veils;
      const called = chooseGameName(place, desk.shelf.require(params.world).title);
      return { id: startSettled({ ...place, called }, { lines, veils, style: body.style }).id };
    }),
};

/**
 * Whether to ask a model now how a game in the world of the story begins: once the world and the player's wish are both
 * settled, since the wish says what must never be in the game. A wish that comes without limits is for another world.
 */
function isBeginningDue(
  settled: SettledZero,
  { world, concept, lines }: RouteInput<'PUT /api/worlds/{world}/zero'>['body'],
): boolean {
  const isGiven = world === 'glossary' || (concept !== undefined && lines !== undefined);
  const isBegun = settled.world?.kind === 'made' && settled.world.madeBy !== undefined;
  return isGiven && settled.concept !== undefined && isOfStory(settled) && !isBegun;
}

/**
 * Has a model say how a game in the world of the story begins. Until then, and if that fails, it begins as fixed rules
 * built it.
 */
async function proposeStory({ place, ...asking }: Making): Promise<MadeReport | undefined> {
  const before = JSON.stringify(readSettled(place).world);
  const source = await readGlossarySource(place.host, { world: place.dir });
  // What joined the world before, such as a card, would be lost.
  if (hasJoined(asking.settled, source)) return undefined;
  const { world: scenario, promptVersion, failure } = await buildStoryWorld(asking, source);
  const now = readSettled(place);
  // Another world was chosen meanwhile, about which there is nothing to say.
  if (!isOfStory(now)) return undefined;
  if (failure !== undefined) throw failure;
  const isSame = JSON.stringify(now.world) === before;
  // What joined the world meanwhile, such as a card, stays.
  if (promptVersion === undefined || asking.asked === undefined || !isSame)
    return { says: 'The game begins as it was built from the glossary alone.', left: [] };
  const madeBy = { model: asking.asked.model.id, promptVersion };
  saveSettled(place, { world: { kind: 'made', scenario, madeBy } });
  return undefined;
}

function hasJoined({ world }: SettledZero, source: GlossarySource): boolean {
  const plain = buildGlossaryWorld(source);
  const { people, notes } = world?.kind === 'made' ? world.scenario : plain;
  return people.length !== plain.people.length || notes.length !== plain.notes.length;
}

async function settleSteps(
  place: ZeroPlace,
  body: RouteInput<'PUT /api/worlds/{world}/zero'>['body'],
): Promise<SettledZero> {
  const { system: systemId, world: worldId, concept, lines, veils } = body;
  let settled = readSettled(place);
  if (systemId !== undefined) {
    const { system } = resolveZeroSystem({ system: { kind: 'shipped', id: systemId } });
    // A character follows the rules of its system: with another system it has to be made again.
    const anew = { character: undefined, edited: undefined };
    settled = saveSettled(place, { system: { kind: 'shipped', id: system.id }, ...anew });
  }
  if (worldId !== undefined) {
    const { system } = resolveZeroSystem(settled);
    settled = saveSettled(place, { world: await createZeroWorld(place, worldId, system) });
  }
  if (lines !== undefined || veils !== undefined) {
    const { wished = {} } = settled;
    const limits = { lines: lines ?? wished.lines, veils: veils ?? wished.veils };
    settled = saveSettled(place, { wished: { ...wished, ...limits } });
  }
  return concept === undefined ? settled : saveSettled(place, { concept });
}

/** A ready-made character with what the player changed in it, or the player's own. */
function chooseCharacter(system: System, wanted: Omit<Wanted, 'name'>): CharacterOptions {
  const { quick, character, isWhole = false } = wanted;
  const ready = listQuickCharacters(system);
  const base = quick === undefined ? undefined : ready.find(({ id }) => id === quick);
  if (quick !== undefined && base === undefined) {
    throw new UsageError({
      code: 'play.unknown-character',
      happened: `This system has no character "${quick}".`,
      todo: `Choose one of: ${ready.map(({ id }) => id).join(', ')}.`,
    });
  }
  const chosen = {
    name: character?.name ?? base?.name ?? 'The Stranger',
    about: character?.about ?? base?.about ?? '',
    set: joinTyped(base?.set ?? {}, parseTyped(character?.set ?? {})),
  };
  if (base !== undefined) return chosen;
  const said = isWhole ? {} : readSaidValues(system, chosen.about);
  return completePerson(system, { ...chosen, set: { ...said, ...chosen.set } }, { isWhole });
}

function parseTyped(set: Readonly<Record<string, string>>): CharacterOptions['set'] {
  return Object.fromEntries(Object.entries(set).map(([path, value]) => [path, parseValue(value)]));
}

function buildTried(system: System, wanted: CharacterOptions): Tried {
  const built = buildCharacter(system, wanted);
  const entity = { id: 'character:player', type: 'character', key: 'player', sheet: built.values } as const;
  const set = Object.entries(built.set).map(([path, value]) => [
    path,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return {
    sheet: buildSheet(
      entity,
      { system, state: { find: () => undefined, list: () => [] } },
      { isBeingMade: true },
    ),
    set: Object.fromEntries(set),
    refused: built.refused,
    unmet: built.unmet,
  };
}
