// The tool `memory_edit`: changes the content, kind, tags or importance of a note.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { tags, text } from './arguments.ts';
import { noteKinds } from './note.ts';
import { resolveTarget } from './resolve-target.ts';
import { setFields } from './set-field.ts';
import type { Workbench } from './workbench.ts';

const input = z.strictObject({
  key: z.string().min(1).max(120),
  content: text.optional(),
  kind: z.enum(noteKinds).optional(),
  tags: tags.optional(),
  importance: z.number().min(0).max(1).optional(),
});

export const memoryEdit = buildTool<typeof input, Workbench>({
  name: 'memory_edit',
  description: 'Change a note.',
  isWrite: true,
  input,
  run({ key, ...changes }, bench) {
    const found = resolveTarget(bench.state, key, ['note']);
    if (!found.ok) return found;
    if (Object.values(changes).every((value) => value === undefined))
      return { ok: false, say: 'The call names no change: give content, kind, tags or importance.' };
    return setFields(bench, found.entity.id, changes);
  },
});
