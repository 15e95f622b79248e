// The tool `maintain`: compiles moments into fragments, with the writer that the world's settings name.

import { buildMaintenance } from '@terrarium/composition/build-memory';
import { describeOperation } from '@terrarium/memory/operation';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, writes } from '../companion/companion-tool.ts';
import { shortText } from '../show/inputs.ts';
import { renderList } from '../show/render-list.ts';

const most = 40;

export const maintain = buildCompanionTool({
  name: 'maintain',
  title: 'Compile the memory',
  description:
    'Write fragments from what was said since the last run. A run is applied completely or not at all, and revert undoes it. If the settings name a model, this may take minutes; without one, fragments are made of quotes.',
  input: z
    .strictObject({
      kind: z
        .enum(['light', 'deep', 'manual'])
        .default('light')
        .describe('light: what is new; deep: all fragments too; manual: with a request'),
      request: shortText.optional().describe('What a manual run should pay attention to'),
      isProposing: z
        .boolean()
        .default(false)
        .describe('Let each change wait until the person agrees: the tool `proposals` lists them'),
      isDryRun: z.boolean().default(false).describe('Show what would be done, and write nothing'),
    })
    .refine(
      ({ kind, request }) => request === undefined || kind === 'manual',
      'a request needs kind "manual"',
    ),
  output: shapes.maintenanceRun,
  annotations: { ...writes, openWorldHint: true },
  async run({ companion, given, signal, onProgress }) {
    const writer = await companion.openWriter();
    const outcome = await companion.memory.maintain(
      {
        ...given,
        signal,
        onBatch: (batch: { readonly events: number; readonly of: number }) =>
          onProgress(batch.events, batch.of),
      },
      writer,
    );
    const { status, runId, events, operations, refused } = outcome;
    const head = {
      'nothing-new': 'There is nothing new since the last run, and nothing was done.',
      shown: `From ${count(events, 'moment')}, this would be done; nothing was written.`,
      proposed: `Made from ${count(events, 'moment')}; for the person to decide: ${count(operations.length, 'change')}.`,
      applied: `Done, from ${count(events, 'moment')}. To take it back, revert run ${runId}.`,
    }[status];
    const text = [
      head,
      ...renderList('Operations:', operations.map(describeOperation), most),
      ...renderList(
        'Refused:',
        refused.map(({ proposed, say }) => `${proposed}: ${say}`),
        most,
      ),
    ].join('\n');
    const ran = { kind: given.kind, writer: writer?.id ?? 'builtin', servers: companion.servers };
    return { text, value: buildMaintenance(ran, outcome) };
  },
});

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
