// The tool `recall`: shows a fragment by its exact key, and the fragments linked to it.

import { buildRecalled } from '@terrarium/composition/build-memory';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, writes } from '../companion/companion-tool.ts';
import { shortText } from '../show/inputs.ts';
import { renderList } from '../show/render-list.ts';

export const recall = buildCompanionTool({
  name: 'recall',
  title: 'Recall a fragment',
  description:
    'Show a fragment by its exact key, which is written in [brackets], and the fragments linked to it. It stays in mind for a while. If you have no key, use search.',
  input: z.strictObject({
    key: shortText.describe('Such as pier'),
    deep: z.boolean().default(false).describe('Show all of the fragment; it may be long'),
  }),
  output: shapes.recalledFragment,
  annotations: { ...writes, idempotentHint: true },
  run({ companion: { memory }, given }) {
    const found = memory.recall(given.key.trim().replaceAll(/^\[|\]$/gu, ''), {
      isDeep: given.deep,
      isLingering: true,
    });
    const { key, formerKey, nearestKey, tier, text, neighbours } = found;
    const near = nearestKey === undefined ? '' : ` Did you mean [${nearestKey}]?`;
    const missing = `There is no fragment [${key}].${near} recall needs the exact key; search finds by words.`;
    const former = formerKey === undefined ? '' : ` (was [${formerKey}])`;
    const lines = neighbours.map(
      (one) => `[${one.key}]${one.label === '' ? '' : ` (${one.label})`} ${one.text}`,
    );
    const shown = [`[${key}]${former} ${tier ?? ''}`, text, ...renderList('Next to it:', lines)].join('\n');
    return {
      text: tier === undefined ? missing : shown,
      value: buildRecalled(found, memory.findWriting(key)),
    };
  },
});
