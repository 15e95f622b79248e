// Mode set: sets the procedure that is played by, and the opponents.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { sceneId } from '../values/entity.ts';
import { resolveTarget } from './resolve-target.ts';
import { setHouseField } from './scene.ts';
import type { Workbench } from './workbench.ts';

const input = z.strictObject({
  mode: z.enum(['exploration', 'combat', 'social', 'downtime']),
  opponents: z.array(z.string().min(1).max(120)).max(40).optional(),
});

export const modeSet = buildTool<typeof input, Workbench>({
  name: 'mode_set',
  description: 'Change the scene mode; opponents by id.',
  isWrite: true,
  input,
  run({ mode, opponents }, bench) {
    const before = String(bench.state.find(sceneId)?.sheet['mode'] ?? 'nothing');
    const changed = setHouseField(bench, sceneId, { path: 'mode', value: mode });
    if (!changed.ok) return changed;
    const say = before === mode ? `The mode stays ${mode}.` : `Mode: ${before} → ${mode}.`;
    const wanted = opponents ?? (mode === 'combat' ? undefined : []);
    if (wanted === undefined) return { ok: true, say };
    const names: { readonly name: string }[] = [];
    for (const opponent of wanted) {
      const found = resolveTarget(bench.state, opponent, ['npc', 'creature']);
      if (!found.ok) return found;
      names.push({ name: found.entity.id });
    }
    const listed = setHouseField(bench, sceneId, { path: 'opponents', value: names });
    return listed.ok
      ? {
          ok: true,
          say: names.length === 0 ? say : `${say} Against ${names.map(({ name }) => name).join(', ')}.`,
        }
      : listed;
  },
});
