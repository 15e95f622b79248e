// The tool `audit`: lists what in the memory is duplicated, repeated, ungrounded, stale or never used.

import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, looks } from '../companion/companion-tool.ts';

export const audit = buildCompanionTool({
  name: 'audit',
  title: 'Audit the memory',
  description:
    'Check the memory: show what is duplicated, repeated too often, outdated, never used or without a source, and what to do about it.',
  input: z.strictObject({}),
  output: shapes.memoryAudit,
  annotations: looks,
  run({ companion: { memory } }) {
    const found = memory.audit();
    const { records, findings, unjudged } = found;
    const text = [
      `${records} texts were looked at.`,
      ...(findings.length === 0 ? ['Nothing is wrong.'] : []),
      ...findings.flatMap(({ name, count, of, say, todo, examples }) => [
        `${name}: ${count} of ${of} ${say} ${todo}`,
        ...examples.map((one) => `- ${one}`),
      ]),
      ...unjudged,
    ].join('\n');
    return { text, value: { ...found } };
  },
});
