// The tool `begin`: creates the player's character and the scene, one of each; the first action of every game.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { playerId, sceneId } from '../values/entity.ts';
import type { Workbench } from './workbench.ts';

const input = z.strictObject({
  /** The title of the story; it changes nothing, and is only recorded for exports. */
  title: z.string().max(200).optional(),
});

export const begin = buildTool<typeof input, Workbench>({
  name: 'begin',
  description: 'Make the player character and the scene.',
  isWrite: true,
  input,
  run(_input, bench) {
    if (bench.state.find(playerId) !== undefined) return { ok: false, say: 'The game has begun already.' };
    bench.create({ type: 'character', name: 'player', values: {} });
    bench.create({ type: 'scene', name: 'now', values: {} });
    return { ok: true, say: `Made ${playerId} and ${sceneId}.` };
  },
});
