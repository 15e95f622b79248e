// The tool revert: takes the newest run of maintenance back.

import { z } from 'zod';
import { buildCompanionTool, writes } from '../companion/companion-tool.ts';
import { rowNumber } from '../show/inputs.ts';
import { count, listOf, rowId } from '../show/outputs.ts';
import { renderList } from '../show/render-list.ts';

export const revert = buildCompanionTool({
  name: 'revert',
  title: 'Take a run back',
  description:
    'Take the newest run of maintenance back: everything it changed becomes what it was before, exactly.',
  input: z.strictObject({ run: rowNumber.describe('The number that maintain gave') }),
  output: z.object({ run: rowId, changes: count, left: listOf(z.string()) }),
  annotations: { ...writes, destructiveHint: true },
  run({ companion: { memory }, given: { run } }) {
    const { changes, left } = memory.revert(run);
    const text = [
      `Run ${run} was taken back: ${changes} changes.`,
      ...renderList('Left as it is:', left),
    ].join('\n');
    return { text, value: { run, changes, left } };
  },
});
