// Serves several people at one address until it is closed, each with their own worlds, which are kept in a fleet.

import { createAdaptorServer } from '@hono/node-server';
import type { Environment } from '@terrarium/kernel/environment';
import { buildApp } from './app/build-app.ts';
import { buildHouse, type Guest } from './app/build-house.ts';
import { createToken } from './guarding/kept-access.ts';
import { closePort, loopback, openPort } from './listen.ts';
import { openDesk } from './open-desk.ts';
import type { Served } from './serve.ts';
import type { Doorkeeper, Person } from './shelf/person.ts';

export interface ServePeopleOptions {
  readonly doorkeeper: Doorkeeper;
  readonly environment: Environment;
  readonly screensDir: string;
  /** 0 for any port that is free. */
  readonly port: number;
  /** The address to listen on: this machine's own if none is given. */
  readonly host?: string | undefined;
  /** Origins at which a proxy accepts requests for this server. */
  readonly origins: readonly string[];
}

interface Inside extends Guest {
  close(): Promise<void>;
}

/** Throws `UsageError` for a port that is taken, or an address that this machine does not have. */
export async function servePeople(options: ServePeopleOptions): Promise<Served> {
  const { doorkeeper, environment, screensDir, origins, host = loopback } = options;
  const access = { port: options.port, token: '', isWide: host !== loopback, origins, passphrase: undefined };
  const guests = new Map<string, Inside>();
  const removeGuest = async (name: string): Promise<void> => {
    const guest = guests.get(name);
    guests.delete(name);
    await guest?.close();
  };
  const openGuest = async (person: Person): Promise<Guest> => {
    const known = guests.get(person.name);
    if (known !== undefined) {
      await person.close();
      return known;
    }
    const watched = watchRefusal(person, () => removeGuest(person.name));
    const { desk, close } = openDesk(person.shelf, {
      environment,
      trustsWorld: false,
      renderStart: undefined,
    });
    const own = { ...access, token: createToken() };
    const guest = {
      name: person.name,
      access: own,
      app: buildApp({ desk, access: own, screensDir, person: watched }),
      close: async () => {
        await close();
        await person.close();
      },
    };
    guests.set(person.name, guest);
    return guest;
  };
  const { clock } = environment;
  const app = buildHouse({ doorkeeper, access, clock, openGuest, listGuests: () => [...guests.values()] });
  const server = createAdaptorServer({ fetch: app.fetch });
  const port = await openPort(server, { port: options.port, host });
  access.port = port;
  return {
    address: `http://${loopback}:${port}/`,
    port,
    async close() {
      for (const name of [...guests.keys()]) await removeGuest(name);
      await closePort(server);
    },
  };
}

/** If the store of a person's worlds refuses the person, they lose their access here, too. */
function watchRefusal(person: Person, onRefused: () => Promise<void>): Person {
  return {
    ...person,
    prepare: async (key, forget) => {
      try {
        await person.prepare(key, forget);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'fleet.refused') await onRefused();
        throw error;
      }
    },
  };
}
