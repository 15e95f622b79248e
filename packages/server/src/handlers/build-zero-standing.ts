// Builds what a page shows of a game that is being prepared: what was decided, and what can be chosen.

import { readReaderPlace } from '@terrarium/annotator/reader-place';
import { findWorld } from '@terrarium/annotator/world-file';
import { listSystems } from '@terrarium/composition/choose-system';
import type { Configured } from '@terrarium/composition/read-configured';
import { hasGlossary } from '@terrarium/composition/read-glossary-source';
import {
  readSettled,
  resolveZeroSystem,
  resolveZeroWorld,
  type ZeroPlace,
} from '@terrarium/composition/settle-zero';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { listOpenPlaces } from '@terrarium/rpg/list-open-places';
import { isOfStory } from '@terrarium/rpg/list-playable';
import { readLimits } from '@terrarium/rpg/read-limits';
import { listScenarios } from '@terrarium/rpg/scenarios';
import type { SettledZero } from '@terrarium/rpg/settled-zero';
import type { System } from '@terrarium/rpg/system';
import type { Desk } from '../shelf/desk.ts';
import { nameMaking } from './name-making.ts';

type Standing = RouteAnswer<'GET /api/worlds/{world}/zero'>;

export function buildZeroStanding(
  { makings }: Desk,
  place: ZeroPlace,
  { settings: { model } }: Configured,
): Standing {
  const settled = readSettled(place);
  const { system, concept, wished } = settled;
  const limits = readLimits(concept ?? '');
  const own = system?.kind === 'file' ? resolveZeroSystem(settled).system : undefined;
  return {
    name: place.name,
    // The id of shipped rules is known without compiling them.
    system: own?.id ?? (system?.kind === 'shipped' ? system.id : null),
    world: buildWorld(settled),
    concept: concept ?? null,
    lines: wished?.lines ?? '',
    veils: wished?.veils ?? '',
    limits: { lines: [...limits.lines], veils: [...limits.veils] },
    character: buildSettledCharacter(settled),
    making: makings.read(nameMaking(place)) ?? null,
    systems: listChoices(own),
    worlds: listWorlds(place),
    model: model === undefined || model === 'builtin' ? null : model,
  };
}

/** The shipped rules, and the player's own if they were chosen. */
function listChoices(own: System | undefined): Standing['systems'] {
  const shipped = listSystems();
  if (own === undefined || shipped.some(({ id }) => id === own.id)) return [...shipped];
  const about = own.manifest.about ?? 'Rules of your own.';
  return [...shipped, { id: own.id, label: own.name, about }];
}

function listWorlds({ dir }: ZeroPlace): Standing['worlds'] {
  const world = findWorld(dir);
  const hasPlace = world !== undefined && readReaderPlace(world) !== undefined;
  const story = {
    id: 'glossary',
    label: 'Your story',
    about: `Places, people and lore from the ${hasPlace ? '' : 'whole '}glossary of this world${hasPlace ? ', as far as you have read' : ''}.`,
  };
  return [
    ...listScenarios().map(({ id, title, about }) => ({ id, label: title, about })),
    ...(hasGlossary(dir) ? [story] : []),
    {
      id: 'drawn',
      label: 'Drawn from tables',
      about: 'Places, people and a problem to solve, drawn by chance.',
    },
  ];
}

const mostPlaces = 12;

function buildWorld(settled: SettledZero): Standing['world'] {
  const { world } = settled;
  if (world === undefined) return null;
  const made = resolveZeroWorld(settled);
  return {
    id: world.kind === 'shipped' ? world.id : made.id,
    title: made.title,
    about: made.about.replaceAll('{{user}}', 'the player'),
    places: [...listOpenPlaces(made)].slice(0, mostPlaces),
    // A model makes only the beginning of a story's world, so the page does not offer to make such a world anew from a
    // wish.
    madeBy: world.kind === 'made' && !isOfStory(settled) ? (world.madeBy?.model ?? null) : null,
    begunBy:
      world.kind === 'made' && isOfStory(settled) && world.hasJoined !== true
        ? (world.madeBy?.model ?? null)
        : null,
  };
}

/** The values of the character as a person types them. */
function buildSettledCharacter({ character }: SettledZero): Standing['character'] {
  if (character === undefined) return null;
  const set = Object.entries(character.set).map(([path, value]) => [
    path,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return { name: character.name, about: character.about, set: Object.fromEntries(set) };
}
