// Renders the part of docs/schema.md about a world's annotator.db, from the schema files.

import { renderSchema } from '@terrarium/kernel/render-schema';
import { readMigrations } from './open-annotator-database.ts';

export function renderSchemaPage(): string {
  const intro = [
    '# Tables of `annotator.db`',
    '',
    "Made from the schema files by `npm run docs`; do not edit. One file holds glossary and journal, so that a tool's",
    'effect, its revisions and its journal row are one transaction. `unpack_text` of a packed column is its text.',
  ];
  return `${[...intro, ...renderSchema(readMigrations())].join('\n')}\n`;
}
