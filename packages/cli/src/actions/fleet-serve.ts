// Serves the fleet: shows people their own worlds in a browser, and serves the figures for Prometheus and for programs.

import { once } from 'node:events';
import { checkFleet } from '@terrarium/fleet/migrate';
import { buildScreens } from '@terrarium/server/build-screens';
import { parseOrigin } from '@terrarium/server/parse-origin';
import { servePeople } from '@terrarium/server/serve-people';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell/shell.ts';
import { chooseAddress, withFleet } from './fleet-database.ts';
import { openDoor } from './fleet-door.ts';
import { serveFigures } from './fleet-figures.ts';
import { openSharedFolder } from './fleet-folder.ts';
import type { ServeOptions } from './fleet-options.ts';

const usualPort = 8_464;
const usualFiguresPort = 9_464;

/** Serves until a signal stops it. */
export async function serveFleet({ printer, environment }: Shell, options: ServeOptions): Promise<void> {
  const { port = usualPort, host, origin = [], metricsPort = usualFiguresPort } = options;
  const { metricsHost = '127.0.0.1' } = options;
  const origins = origin.map(parseOrigin);
  await withFleet(options, async (database) => {
    await checkFleet(database);
    const screensDir = await buildScreens(() =>
      printer.warn('Preparing the screens. This is done once, and takes a few seconds.'),
    );
    const folder = openSharedFolder(options.dir);
    const figures = await serveFigures(database, { port: metricsPort, host: metricsHost });
    try {
      const doorkeeper = openDoor(chooseAddress(options), folder.path);
      const people = await servePeople({ doorkeeper, environment, screensDir, port, host, origins });
      const { address } = people;
      if (options.json === true)
        printer.writeJson('fleetServing', { kind: 'fleet-served', address, metrics: figures.address });
      else
        printer.writeLines(
          `Owners read their worlds at ${paint(address, 'bold')}, with their name and passphrase for the database.`,
          `The fleet's figures are at ${paint(figures.address, 'bold')}`,
          paint('Ctrl-C ends it.', 'dim'),
        );
      await waitForSignal();
      await people.close();
    } finally {
      figures.close();
      folder.close();
    }
  });
}

async function waitForSignal(): Promise<void> {
  const stop = new AbortController();
  await Promise.race(
    ['SIGINT', 'SIGTERM'].map((name) => once(process, name, { signal: stop.signal }).catch(() => undefined)),
  );
  stop.abort();
}
