// The tool `export`: writes the whole memory to a file in the world's folder.

import { memoryExportFormats } from '@terrarium/memory/memory-export-formats';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { buildCompanionTool, writes } from '../companion/companion-tool.ts';

export const exportMemory = buildCompanionTool({
  name: 'export',
  title: 'Write the memory to a file',
  description:
    'Write everything that was said, held in mind or written into fragments to a file in the exports folder of the world, for the person to keep or take elsewhere. An earlier export of that format is replaced. Secrets are never in it.',
  input: z.strictObject({
    format: z
      .enum(memoryExportFormats)
      .default('jsonl')
      .describe('jsonl holds everything, markdown is for people, sillytavern holds only the messages'),
  }),
  output: shapes.memoryExport,
  annotations: writes,
  async run({ companion, given: { format } }) {
    const { path, bytes, toldIn } = await companion.exportMemory(format);
    const told =
      toldIn.length === 0
        ? ''
        : ` What had been a secret was said aloud in ${toldIn.length === 1 ? 'moment' : 'moments'} ${toldIn.join(', ')}, and is in the file: tell the person before the file leaves this machine.`;
    return {
      text: `The memory was written to ${path}, without secrets.${told}`,
      value: { path, format, bytes, secrets: 'cut' as const, ...(toldIn.length > 0 && { toldIn }) },
    };
  },
});
