// The tool `revert`: reverts the newest run of maintenance.

import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, writes } from '../companion/companion-tool.ts';
import { rowNumber } from '../show/inputs.ts';
import { renderList } from '../show/render-list.ts';

export const revert = buildCompanionTool({
  name: 'revert',
  title: 'Take a run back',
  description:
    'Undo the newest run of maintenance: everything it changed becomes exactly what it was before.',
  input: z.strictObject({ run: rowNumber.describe('The number that maintain gave') }),
  output: shapes.revertedRun,
  annotations: { ...writes, destructiveHint: true },
  run({ companion: { memory }, given: { run } }) {
    const { changes, left } = memory.revert(run);
    const text = [
      `Run ${run} was taken back: ${changes} changes.`,
      ...renderList('Left as it is:', left),
    ].join('\n');
    return { text, value: { runId: run, changes, left } };
  },
});
