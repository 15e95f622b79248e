// Renders the JSON Schema of a line of an exported memory, for programs that read an export.

import { z } from 'zod';
import { memoryLineSchema } from './memory-line.ts';

/** Renders docs/schemas/memory-line.schema.json. */
export function renderMemoryLineSchema(): string {
  const document = {
    ...z.toJSONSchema(memoryLineSchema),
    title: 'A line of a memory exported by Terrarium',
    description: 'Made by `terrarium memory export --format jsonl`: one JSON value a line, the header first.',
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
