// The tool `import`: imports a chat of another program that the person put into the world's folder.

import { buildChatReport } from '@terrarium/composition/build-memory';
import { renderWallTime } from '@terrarium/composition/render-wall-time';
import { chatFormats } from '@terrarium/memory/chat-formats';
import type { ImportReport } from '@terrarium/memory/import-chat';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import type { Companion } from '../companion/companion.ts';
import { buildCompanionTool, writes } from '../companion/companion-tool.ts';
import { shortText } from '../show/inputs.ts';
import { renderList } from '../show/render-list.ts';

export const importTalk = buildCompanionTool({
  name: 'import',
  title: 'Bring in an earlier talk',
  description:
    'Import conversations from SillyTavern, ChatGPT, Claude or plain JSON: a file that the person put into the imports folder of the world. Without `file`, list the files there. A file is imported completely or not at all; importing it again adds only what is new.',
  input: z.strictObject({
    file: shortText.optional().describe('Its name as it was listed, without a folder'),
    asUser: shortText
      .optional()
      .describe('Which speaker in the file is the person, if the file does not say so'),
    format: z.enum(chatFormats).optional().describe('By default recognised from the file'),
    isDryRun: z.boolean().default(false).describe('Say what would be imported, and change nothing'),
  }),
  output: shapes.talkImport,
  annotations: writes,
  async run({ companion, given: { file, ...wish } }) {
    if (file === undefined) return listFiles(companion);
    const report = await companion.importTalk({ ...wish, file });
    if (!report.isDryRun) companion.filling.start();
    return {
      text: renderReport(report, companion.timeZone),
      value: { ...buildChatReport(report), path: file },
    };
  },
});

function listFiles({ importsDir, listImports }: Companion) {
  const files = listImports();
  const text =
    files.length === 0
      ? `There is no file to import. Ask the person to put the file into ${importsDir}.`
      : renderList('Files that can be imported:', files).join('\n');
  return { text, value: { files } };
}

function renderReport(report: ImportReport, timeZone: string): string {
  const { added, known, isDryRun, firstAtMs, lastAtMs, speakers, leftOut, changed, unsaid } = report;
  const span = [firstAtMs, lastAtMs].flatMap((ms) =>
    ms === undefined ? [] : [renderWallTime(ms, timeZone)],
  );
  const outcome = isDryRun ? 'would be imported; nothing was changed' : 'were imported';
  const people = speakers.map(
    ({ speaker, side, messages }) =>
      `${speaker === '' ? 'narration' : speaker} (${messages}): ${side === 'user' ? 'the person' : 'you'}`,
  );
  const others = leftOut.map(({ what, place, count }) => `${what} (${count}, the first at ${place})`);
  return [
    `${added} messages ${outcome}; ${known} were known already.`,
    ...(span.length === 0 ? [] : [`They are from ${span.join(' to ')}.`]),
    ...(changed === 0 ? [] : [`${changed} differ from an earlier import; the first version stays.`]),
    ...(unsaid === 0
      ? []
      : [`${unsaid} replies have nothing in <say>, <do> or <narrate>: they are not shown.`]),
    ...renderList('Who speaks:', people),
    ...renderList('Left out:', others),
  ].join('\n');
}
