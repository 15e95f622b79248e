// Renders the JSON Schema of an exported glossary, for the programs that read it.

import { z } from 'zod';
import { exportedGlossarySchema } from './exported-glossary.ts';

/** The content of docs/schemas/glossary.schema.json. */
export function renderGlossarySchema(): string {
  const document = {
    ...z.toJSONSchema(exportedGlossarySchema),
    title: 'A glossary exported by Terrarium',
    description: 'Made by `terrarium export --format json`; YAML of the same shape by `--format yaml`.',
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
