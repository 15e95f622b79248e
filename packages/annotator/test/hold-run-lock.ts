// Holds the run lock of the world named on the command line, until this process is killed.

import { openRunLock } from '../src/world/open-run-lock.ts';
import { openWorld } from '../src/world/open-world.ts';

openRunLock(openWorld(process.argv[2] ?? ''));
process.stdout.write('held\n');
setInterval(() => undefined, 60_000);
