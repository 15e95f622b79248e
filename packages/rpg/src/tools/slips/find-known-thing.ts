// Finds the thing that a longer name means: “iron key to the grating” is the “iron key” that lies here or opens a way.

import { nameHiddenThing, readNotebook } from '../../state/notebook.ts';
import type { Entity, GameState } from '../../values/entity.ts';
import { readExits } from '../exits.ts';
import { listItems } from '../list-items.ts';
import { normaliseName } from '../match-name.ts';
import { readName } from '../resolve-target.ts';

/** Words after the name of a thing that tell what it is for or where it belongs. */
const behind = /^(?<head>[^,(]+?)(?:,| \(| (?:to|of|for|from|in|on|at|that|which|with) )/iu;

/**
 * The name of the known thing, if the given name consists of it and words that tell more of the thing. Undefined if
 * some thing has exactly the given name. Undefined, too, if somebody has the known thing already: then the given name
 * may mean a second one.
 */
export function findKnownThing(state: GameState, given: string): string | undefined {
  const head = behind.exec(given.trim())?.groups?.['head'];
  if (head === undefined) return undefined;
  const isCalled = (wanted: string) => (one: string) => normaliseName(one) === normaliseName(wanted);
  const things = state.list('item');
  const open = [...things.filter(isLoose).map(readName), ...listAwaited(state)];
  const taken = [...things.filter((thing) => !isLoose(thing)).map(readName), ...listCarried(state)];
  if ([...open, ...taken].some(isCalled(given)) || taken.some(isCalled(head))) return undefined;
  return open.find(isCalled(head));
}

/** Whether a thing is with nobody, or lies at a place. */
function isLoose({ sheet: { holder } }: Entity): boolean {
  return typeof holder !== 'string' || holder === '' || holder.startsWith('location:');
}

/** Names of things that lie hidden somewhere, and of those that open a way. */
function listAwaited(state: GameState): readonly string[] {
  const { secrets, ways } = readNotebook(state);
  const hidden = secrets.filter(({ kind, isRevealed }) => kind === 'holds' && !isRevealed);
  const exits = state.list('location').flatMap(readExits);
  return [
    ...hidden.map(({ text }) => nameHiddenThing(text)),
    ...exits.map(({ opensWith }) => opensWith),
    ...ways.map((way) => way.opens_with),
  ].filter((name) => name !== '');
}

function listCarried(state: GameState): readonly string[] {
  const people = ['character', 'npc', 'creature'].flatMap((type) => state.list(type));
  return people.flatMap(({ sheet }) => listItems(sheet).map((item) => String(item['name'] ?? '')));
}
