// Renders the report of a chat's import: what was imported, what was not, and why.

import { join } from 'node:path';
import type { ImportReport } from '@terrarium/memory/import-chat';
import type { Voice, Voices } from '@terrarium/memory/voices';
import { wrapText } from '../screen/layout.ts';
import { renderCount, renderMoment, renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

const formats = {
  terrarium: 'an export from a memory',
  sillytavern: 'a SillyTavern chat',
  chatgpt: 'an export from ChatGPT',
  claude: 'an export from Claude',
  jsonl: 'plain JSON',
} as const;

interface Screen {
  readonly width: number;
  readonly dir: string;
  readonly nowMs: number;
}

export function renderChatReport(report: ImportReport, screen: Screen): readonly string[] {
  const { width, dir, nowMs } = screen;
  const wrapLine = (text: string) => wrapText(text, { width, indent: '    ', first: '  ' });
  const wrapWarning = (text: string) =>
    wrapText(text, { width, indent: '    ', first: `  ${paint('!', 'yellow')} ` });
  return [
    ...wrapText(`${paint(report.path, 'bold')}: ${renderOutcome(report)}`, {
      width,
      indent: '  ',
      first: '',
    }),
    ...wrapLine(`read as ${formats[report.format]}${renderSpan(report)}`),
    ...(report.items > 0
      ? wrapLine(`${renderCount(report.items, 'item')} of working memory, made from tags`)
      : []),
    ...renderSpeakers(report).flatMap(wrapLine),
    ...(report.proposedVoices === undefined
      ? []
      : [
          ...wrapLine(`to show the speakers by these names, write into ${join(dir, 'terrarium.yaml')}:`),
          ...renderVoices(report.proposedVoices),
        ]),
    ...[...renderNotes(report), ...renderFuture(report, nowMs)].flatMap(wrapWarning),
    ...report.leftOut.flatMap(({ what, place, count }) =>
      wrapWarning(
        `left out: ${what} (${renderNumber(count)}, ${count === 1 ? 'at' : 'the first at'} ${place})`,
      ),
    ),
  ];
}

function renderOutcome({ added, known, isDryRun }: ImportReport): string {
  const already = known === 0 ? '' : `; ${renderCount(known, 'message was', 'messages were')} known already`;
  if (added === 0) return known === 0 ? 'nothing was imported.' : `nothing is new${already}.`;
  if (isDryRun) return `${renderCount(added, 'message')} would be imported${already}. Nothing was changed.`;
  return `${renderCount(added, 'message was', 'messages were')} imported${already}.`;
}

function renderSpan({ firstAtMs, lastAtMs }: ImportReport): string {
  if (firstAtMs === undefined || lastAtMs === undefined) return '';
  const [first, last] = [firstAtMs, lastAtMs].map((ms) => renderMoment(new Date(ms).toISOString()));
  return `, with messages from ${first} to ${last}`;
}

const shownSpeakers = 20;

function renderSpeakers({ speakers }: ImportReport): readonly string[] {
  const lines = speakers.slice(0, shownSpeakers).map(({ speaker, side, voice, messages }) => {
    const name = speaker === '' ? 'narration' : speaker;
    const whose = side === 'user' ? 'you' : 'the companion';
    return `${name} (${renderCount(messages, 'message')}) is ${whose}, as the voice "${voice}"`;
  });
  const more = speakers.length - lines.length;
  return more > 0 ? [...lines, `and ${renderNumber(more)} more`] : lines;
}

/**
 * A message more than a day later than now is reported as being in the future. A smaller difference may come
 * from a fast clock.
 */
const dayMs = 86_400_000;

function renderFuture({ lastAtMs }: ImportReport, nowMs: number): readonly string[] {
  if (lastAtMs === undefined || lastAtMs < nowMs + dayMs) return [];
  return ['some messages have a time in the future: until then, whatever you say is ordered before them'];
}

/** Lines to be copied as they are: a name quoted for JSON is also quoted correctly for YAML. */
function renderVoices(voices: Voices): readonly string[] {
  const sides = (['user', 'companion'] as const).flatMap((side) => [
    `        ${side}:`,
    ...voices[side].map((voice) => `          - { ${renderVoice(voice)} }`),
  ]);
  return ['    memory:', '      voices:', ...sides];
}

/** All that is set of a voice, so that nothing is lost where these lines take the place of others. */
function renderVoice({ id, name, about, ownMemory }: Voice): string {
  return Object.entries({ id, name, about, ownMemory })
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`]))
    .join(', ');
}

function renderUndated({ undated, added, known, changed }: ImportReport): string {
  if (undated < added + known + changed)
    return `${renderCount(undated, 'message')} without a time took the time of the message before or after, or of the import`;
  return 'no message has a time: all count as said at the time of the import, in the order of the file';
}

function renderNotes(report: ImportReport): readonly string[] {
  const { changed, undated, repeated, unsaid } = report;
  return [
    ...(changed > 0
      ? [
          `${renderCount(changed, 'message differs', 'messages differ')} from an earlier import; the first version stays`,
        ]
      : []),
    ...(undated > 0 ? [renderUndated(report)] : []),
    ...(unsaid > 0
      ? [
          `${renderCount(unsaid, 'reply says', 'replies say')} nothing in <say>, <do> or <narrate>: words outside of tags are kept, but not shown, found or given to the companion`,
        ]
      : []),
    ...(repeated > 0
      ? [
          `${renderCount(repeated, 'message is', 'messages are')} in the file more than once: only one copy is kept`,
        ]
      : []),
  ];
}
