// Reads the companions of a world: its own first, then each voice on the companion's side that has its own memory.

import type { World } from '@terrarium/annotator/world';
import { readConfigured } from '@terrarium/composition/read-configured';
import { UsageError } from '@terrarium/kernel/errors';
import { listMinds } from '@terrarium/memory/minds';
import { parseVoices } from '@terrarium/memory/voices';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { ServerHost } from './server-host.ts';

type Minds = RouteAnswer<'GET /api/worlds/{world}'>['minds'];

/**
 * The companion of the world comes first. If the settings cannot be read, the list is empty; the doctor explains why.
 */
export function readMinds(host: ServerHost, { dir }: World): Minds {
  try {
    const voices = parseVoices(readConfigured(host, {}, dir).settings.memory.voices);
    const companions = listMinds(voices).filter(({ side }) => side === 'companion');
    return companions.map(({ id, name }) => ({ id, name }));
  } catch (error) {
    if (error instanceof UsageError) return [];
    throw error;
  }
}
