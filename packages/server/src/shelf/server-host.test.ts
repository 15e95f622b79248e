// Tests the server host: notices that come up while a world is opened are shown only on the page of that world.

import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { describe, expect, test } from 'vitest';
import { buildServerHost } from './server-host.ts';

describe('what a server is told while it opens worlds', () => {
  test('SG11: a page of one world says nothing of another, and nothing twice', () => {
    const host = buildServerHost(buildSystemEnvironment(), false);
    const migrated = { from: 13, to: 14, backupPath: '/worlds/salt/memory.sqlite.v13.backup' };
    host.notify({ kind: 'migrated', migrated });
    host.notify({ kind: 'migrated', migrated });
    expect(host.listTold('/worlds/salt')).toEqual([expect.stringContaining(migrated.backupPath)]);
    expect(host.listTold('/worlds/sal')).toEqual([]);
    expect(host.listTold('/worlds/lamp')).toEqual([]);
  });
});
