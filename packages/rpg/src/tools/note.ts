// The tool `note`: writes something down to be remembered.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { tags, text } from './arguments.ts';
import { refuseFull } from './refuse-full.ts';
import type { Workbench } from './workbench.ts';

export const noteKinds = ['rule', 'lore', 'fact', 'event', 'preference'] as const;

const input = z.strictObject({
  content: text,
  kind: z.enum(noteKinds).default('fact'),
  tags: tags.optional(),
  importance: z.number().min(0).max(1).optional(),
  source: z.string().max(2_000).optional(),
});

export const note = buildTool<typeof input, Workbench>({
  name: 'note',
  description: 'Remember something.',
  isWrite: true,
  input,
  run({ content, kind, tags = [], importance = 0.5, source }, bench) {
    const [same] = [...bench.state.listNoted(content)].sort((one, other) => one.position - other.position);
    if (same !== undefined) return { ok: true, say: `That is noted already as ${same.entity.id}.` };
    const full = refuseFull(bench);
    if (full !== undefined) return full;
    const values = { kind, content, tags, importance, ...(source === undefined ? {} : { source }) };
    const { entity } = bench.create({ type: 'note', name: content.split(/\s+/, 8).join(' '), values });
    return { ok: true, say: `Noted as ${entity.id}.` };
  },
});
