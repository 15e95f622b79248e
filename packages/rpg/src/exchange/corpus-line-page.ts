// Renders the JSON Schema of a line of an exported game, for the programs that read it.

import { z } from 'zod';
import { corpusLineSchema } from './corpus-line.ts';

/** The page docs/schemas/game-corpus-line.schema.json. */
export function renderCorpusLineSchema(): string {
  const document = {
    ...z.toJSONSchema(corpusLineSchema),
    title: 'A line of a game exported by Terrarium',
    description:
      'Made by `terrarium play export --format corpus`: one JSON value a line, a post for each turn.',
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
