// Renders a memory as a file, as `memory export` does; secrets are included only if it is exported whole.

import { buildCarriedSettings } from '@terrarium/composition/carried-settings';
import { requireMemoryWorld, withMemoryDatabase } from '@terrarium/composition/memory-world';
import { exportMemory } from '@terrarium/memory/export-memory';
import { exportWhole } from '@terrarium/memory/export-whole';
import { type MemoryExportFormat, memoryExportEndings } from '@terrarium/memory/memory-export-formats';
import type { Desk } from './desk.ts';
import type { Download } from './download.ts';

export async function renderMemoryFile(
  { host, shelf }: Desk,
  key: string,
  format: MemoryExportFormat | 'whole',
): Promise<Download> {
  const { dir, title, of } = shelf.require(key);
  const memory = await requireMemoryWorld(host, { world: dir, of });
  const { voices, timeZone } = memory.settings;
  return await withMemoryDatabase(host, memory, (connection) => {
    if (format !== 'whole') {
      const chunks = [...exportMemory(connection, { format, withSecrets: false, voices, timeZone })];
      return { title, ending: memoryExportEndings[format], chunks };
    }
    const settings = buildCarriedSettings(memory);
    const chunks = exportWhole(connection, { dir: memory.world.dir, settings }, (lines) => [...lines]);
    return { title, ending: '.whole-memory.jsonl', chunks };
  });
}
