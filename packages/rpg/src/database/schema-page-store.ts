// Renders the part of docs/schema.md about a world's rpg.db, from the schema files.

import { renderSchema } from '@terrarium/kernel/migrations';
import { migrations } from './open-rpg-database.ts';

export function renderSchemaPage(): string {
  const intro = [
    '# Tables of `rpg.db`',
    '',
    'One file holds the games of a world. Rows about what happened are only added (`turn`, `event`, `roll`, `head_move`,',
    '`game_event`: triggers refuse anything else); `game_state`, `memories` and `head_path` hold the state that follows from them. Whoever',
    'plays a turn holds `rpg.SESSION.lock.db`, a file beside the database. The system frees it when the process ends.',
  ];
  return `${[...intro, ...renderSchema(migrations)].join('\n')}\n`;
}
