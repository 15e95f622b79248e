// Engine log: what the engine for jobs says of itself is told to nobody; its failures reach us as errors.

import { Logger } from 'graphile-worker';

export const silentLogger = new Logger(() => () => undefined);
