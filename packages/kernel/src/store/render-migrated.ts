// Renders what a person is told when their world was brought up to date.

import type { Migrated } from './open-options.ts';

export function renderMigrated({ from, to, backupPath }: Migrated): string {
  return `Brought the world from schema ${from} to ${to}. As it was before, it lies in ${backupPath}; delete that when all is well.`;
}
