// Tells the host that a store of an older version was brought up to date when it was opened.

import type { Migrated } from '@terrarium/kernel/open-database';
import type { Host } from './host.ts';

export function buildMigratedNotice(host: Host): (migrated: Migrated) => void {
  return (migrated) => host.notify({ kind: 'migrated', migrated });
}
