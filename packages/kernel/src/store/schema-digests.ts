// Schema digests: what a file's schema is compared with, noted for each version so that it need not be made to be compared.

import { buildSchema } from './check-schema.ts';
import type { OpenOptions } from './open-options.ts';
import { hashSchema } from './read-schema.ts';

/** JSON text: a digest for the number of each step. It lies beside the steps as `schema-digests.json`. */
export function renderSchemaDigests(options: Pick<OpenOptions, 'functions' | 'migrations'>): string {
  const digests = options.migrations.map(({ version }) => [
    version,
    hashSchema(buildSchema(options, version)),
  ]);
  return `${JSON.stringify(Object.fromEntries(digests), undefined, 2)}\n`;
}
