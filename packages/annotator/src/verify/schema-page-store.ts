// Renders the part of docs/schema.md about a world's annotator.db and its vectors, from the schema files.

import { renderSchema } from '@terrarium/kernel/migrations';
import { readMigrations } from '../database/open-annotator-database.ts';
import { vectorMigrations } from '../meaning/entry-vector-store.ts';

export function renderSchemaPage(): string {
  const intro = [
    '# Tables of `annotator.db`',
    '',
    "Made from the schema files by `npm run docs`; do not edit. One file holds glossary and journal, so that a tool's",
    'effect, its revisions and its journal row are one transaction. `unpack_text(column)` gives the text of a packed column.',
  ];
  const vectors = [
    '',
    '# Tables of `annotator-vectors.db`',
    '',
    'This file is made by the first search after an embedding server is configured. It follows from the glossary:',
    'if it is removed, nothing is lost but the time that its vectors took.',
  ];
  const tables = [...renderSchema(readMigrations()), ...vectors, ...renderSchema(vectorMigrations)];
  return `${[...intro, ...tables].join('\n')}\n`;
}
