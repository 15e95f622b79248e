// Counts the moments of a memory that have vectors of the server that is configured, without asking it.

import type { Connection } from '@terrarium/kernel/open-database';
import { nameServerEmbedder } from '@terrarium/kernel/server-embedder';
import { countVectors, type VectorCount } from '@terrarium/memory/count-vectors';
import type { Configured } from '../trust/read-configured.ts';

type EmbedderSettings = NonNullable<Configured['settings']['memory']['embedder']>;

export function countMoments(connection: Connection, { model }: EmbedderSettings): VectorCount {
  return countVectors(connection, { id: nameServerEmbedder(model) });
}
