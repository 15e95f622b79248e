// Renders the JSON Schema of the lines of a file with a whole memory, for programs that read such a file.

import { z } from 'zod';
import { wholeLineSchema } from './whole-line.ts';

/** Renders docs/schemas/whole-memory-line.schema.json. */
export function renderWholeLineSchema(): string {
  const document = {
    ...z.toJSONSchema(wholeLineSchema),
    title: 'A line of a whole memory exported by Terrarium',
    description:
      'Made by `terrarium memory export --format whole`: one JSON value a line, the header first and the end last.',
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
