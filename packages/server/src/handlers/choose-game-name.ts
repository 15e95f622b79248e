// Chooses the name of a game that begins: the one given by the player, else the name of the world in which it is played.

import { basename } from 'node:path';
import {
  chooseFreeName,
  readSettled,
  resolveZeroWorld,
  type ZeroPlace,
} from '@terrarium/composition/settle-zero';
import { listSessions } from '@terrarium/rpg/list-sessions';
import { longestZeroName } from './with-zero.ts';

/** A preparation without a name of its own is called after the story, maybe with a number. `title` is the story's. */
export function chooseGameName(place: ZeroPlace, title: string): string {
  const { name, dir, connection } = place;
  const bare = name.replace(/-\d+$/u, '');
  const isDefault = [title.slice(0, longestZeroName), basename(dir)].some(
    (one) => one === name || one === bare,
  );
  if (!isDefault) return name;
  const taken = new Set(listSessions(connection).map((session) => session.name));
  const wanted = resolveZeroWorld(readSettled(place)).title.slice(0, longestZeroName);
  return wanted.trim() === '' ? name : chooseFreeName(taken, wanted, ' ');
}
