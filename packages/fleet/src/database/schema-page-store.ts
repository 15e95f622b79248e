// Renders the part of docs/schema.md about the fleet's database, from its layout files.

import { readFileSync } from 'node:fs';
import { layouts } from './migrate-store.ts';

export function renderSchemaPage(): string {
  const intro = [
    '# Tables of a fleet',
    '',
    'In PostgreSQL, in the schema `fleet`, for whoever reads many worlds on several machines ([fleet.md](fleet.md)). Layouts are applied in order; a new',
    'one is a new file. The schema `graphile_worker` beside it belongs to the engine for jobs.',
  ];
  const texts = layouts.map((name) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8').trim());
  return `${[...intro, ...texts.flatMap((text) => ['', '```sql', text, '```'])].join('\n')}\n`;
}
