// Renders the message about a world that was brought up to date; shells import it without loading the database.

import type { Migrated } from './open-options.ts';

export function renderMigrated({ from, to, backupPath }: Migrated): string {
  return `Brought the world from schema ${from} to ${to}. A copy of it as it was before is ${backupPath}; delete that when all is well.`;
}
