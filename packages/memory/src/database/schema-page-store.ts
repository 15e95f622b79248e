// Renders the part of docs/schema.md about a world's memory.sqlite, from the schema files.

import { renderSchema } from '@terrarium/kernel/migrations';
import { migrations } from './open-memory-database.ts';

export function renderSchemaPage(): string {
  const intro = [
    '# Tables of `memory.sqlite`',
    '',
    'One file holds what was said, what is held in mind, what was compiled from it and what each wake held, so that a message',
    'and everything it does are one transaction. What was said is never changed: triggers refuse it. Whoever maintains it',
    'holds `memory.lock.db`, a file beside the database. The system frees it when the process ends.',
  ];
  return `${[...intro, ...renderSchema(migrations)].join('\n')}\n`;
}
