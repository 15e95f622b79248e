// Fleet door: lets owners sign in with their name and passphrase for the database, which shows them only their own worlds.

import { randomBytes } from 'node:crypto';
import { openWorld } from '@terrarium/annotator/open-world';
import { type FleetDatabase, openFleetDatabase } from '@terrarium/fleet/fleet-database';
import { checkFleet } from '@terrarium/fleet/migrate';
import { type Copies, openCopies, type ShelvedWorld } from '@terrarium/fleet/open-copies';
import { Bug, StorageError } from '@terrarium/kernel/errors';
import type { Doorkeeper, Person } from '@terrarium/server/person';
import { buildRequired, nameKey, refuseUnknown, type Shelf } from '@terrarium/server/shelf';

/** How many connections one person may have: while one world is being fetched, the person may look at others. */
const mostConnections = 3;
const longestName = 63;

/** `folder` is for copies of the worlds that people are looking at. */
export function openDoor(address: string, folder: string): Doorkeeper {
  return {
    admit: async (name, words) => {
      if (name === '' || name.length > longestName) return undefined;
      const database = await openAs(address, name, words);
      if (database === undefined) return undefined;
      if (await isAdmitted(address, name)) {
        await database.close();
        throw refuseOpenDoor(name);
      }
      return openPerson(database, name, folder);
    },
  };
}

/** Undefined if the database refuses this name with this passphrase. */
async function openAs(address: string, name: string, words: string): Promise<FleetDatabase | undefined> {
  const database = openFleetDatabase(replaceUser(address, name, words), mostConnections);
  try {
    await checkFleet(database);
    return database;
  } catch (error) {
    await database.close();
    if (error instanceof StorageError && error.code === 'fleet.refused') return undefined;
    throw error;
  }
}

/** Whether the database accepts even a random passphrase. If so, a passphrase proves nothing. */
async function isAdmitted(address: string, name: string): Promise<boolean> {
  const stranger = await openAs(address, name, randomBytes(24).toString('base64url'));
  await stranger?.close();
  return stranger !== undefined;
}

function replaceUser(address: string, name: string, words: string): string {
  const url = new URL(address);
  // Parameters after the question mark would override the name and the password.
  url.searchParams.delete('user');
  url.searchParams.delete('password');
  url.username = encodeURIComponent(name);
  url.password = encodeURIComponent(words);
  return url.href;
}

function openPerson(database: FleetDatabase, name: string, folder: string): Person {
  let forgets: (dir: string) => void = () => undefined;
  const copies = openCopies({
    database,
    folder,
    onDropped: (dir) => forgets(dir),
  });
  const shelf = openFleetShelf(copies);
  return {
    name,
    shelf,
    prepare: async (key, forget) => {
      forgets = forget;
      await shelf.prepare(key);
    },
    storePlace: (key) => shelf.storePlace(key),
    close: async () => {
      copies.close();
      await database.close();
    },
  };
}

interface FleetShelf extends Shelf {
  prepare(key: string | undefined): Promise<void>;
  storePlace(key: string): Promise<void>;
}

/** While a person is signed in, each of their worlds keeps its key, even if other worlds are added. */
function openFleetShelf(copies: Copies): FleetShelf {
  const keys = new Map<string, string>();
  const worlds = new Map<string, ShelvedWorld>();
  const dirs = new Map<string, string>();
  const list = async () => {
    const found = await copies.list();
    worlds.clear();
    const named = new Set(keys.values());
    for (const world of found) {
      worlds.set(world.id, world);
      if (!named.has(world.id)) keys.set(nameKey(world.name, keys), world.id);
    }
  };
  const findKey = (key: string) => worlds.get(keys.get(key) ?? '');
  return {
    prepare: async (key) => {
      if (key === undefined || findKey(key) === undefined) await list();
      const world = key === undefined ? undefined : findKey(key);
      if (world === undefined) return;
      const copy = await copies.open(world.id);
      worlds.set(world.id, copy.world);
      dirs.set(world.id, copy.dir);
    },
    storePlace: async (key) => {
      const id = keys.get(key);
      if (id !== undefined) await copies.storePlace(id);
    },
    add: () => {
      throw new Bug('No world is added to a fleet from the browser.');
    },
    listAdded: () => [],
    list: () => {
      const named = new Map([...keys].map(([key, id]) => [id, key]));
      return [...worlds.values()].map((world) => describe(named.get(world.id) ?? '', world));
    },
    require: (said) => {
      const [key = '', of] = said.split('~', 2);
      const world = findKey(key);
      const dir = world === undefined ? undefined : dirs.get(world.id);
      if (world === undefined || dir === undefined) throw refuseUnknown(said, [...keys.keys()]);
      return buildRequired(describe(key, world), openWorld(dir), of);
    },
  };
}

function describe(key: string, world: ShelvedWorld) {
  const { name, title, owner, worker, scenesDone, scenesAll, publishedAtMs } = world;
  const lent = { owner, scenesDone, scenesAll, publishedAtMs, ...(worker === undefined ? {} : { worker }) };
  return { key, title: title === '' ? name : title, dir: name, lent };
}

function refuseOpenDoor(name: string): StorageError {
  return new StorageError({
    code: 'fleet.open-door',
    happened: `The database lets ${name} in from this machine with any password, so a passphrase would prove nothing.`,
    todo: 'Change pg_hba.conf so that owners who connect from this machine are asked for a password (scram-sha-256).',
  });
}
