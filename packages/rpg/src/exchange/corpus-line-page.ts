// Renders the JSON Schema of the lines of a game that is exported as a corpus, for programs that read it.

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
