// Renders bookmarks: a table of several, or one bookmark with what the model's window contained at that moment.

import type { SnapshotAccount, TitledSnapshot } from '@terrarium/annotator/accounts';
import { renderCommand } from '@terrarium/composition/render-command';
import { cutMiddle, toWidth, wrapText } from '../screen/layout.ts';
import { renderCount, renderMoment, renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

const typeNames = {
  checkpoint: 'checkpoint',
  curator_fork: 'before curating',
  manual: 'by hand',
} as const;

export function renderSnapshotList(
  shown: readonly TitledSnapshot[],
  { all, width }: { readonly all: number; readonly width: number },
): readonly string[] {
  if (all === 0) {
    return [
      'No snapshot has been made yet: one is made at the end of each thread, or by "annotate snapshot create".',
    ];
  }
  const lines = shown.flatMap((one) => {
    const { id, type, entryCount, createdAt, note } = one.snapshot;
    const what = toWidth(`${id}`, 6) + toWidth(typeNames[type], 17);
    const facts =
      toWidth(renderCount(entryCount, 'entry', 'entries'), 15) + toWidth(renderMoment(createdAt), 18);
    const room = width - what.length - facts.length;
    const place = renderPlace(one);
    // Titles of chapters often begin alike, so they are cut in the middle, which keeps the number at the end.
    const line = room < leastPlace ? [] : [`${what}${facts}${cutMiddle(place, room)}`];
    const rows = line.length > 0 ? line : renderNarrow([what.trim(), facts, place], width);
    return [...rows, ...(note === '' ? [] : wrapText(note, { width, indent: ' '.repeat(6) }))];
  });
  const left = all - shown.length;
  return [
    ...lines,
    ...(left === 0 ? [] : [paint(`and ${renderNumber(left)} older: --limit ${all} shows all`, 'dim')]),
  ];
}

/** If there are fewer columns than this, a title does not fit. */
const leastPlace = 16;

function renderNarrow(parts: readonly string[], width: number): readonly string[] {
  const text = parts.map((part) => part.replace(/\s+/gu, ' ').trim()).join(' · ');
  return wrapText(text, { width, indent: ' '.repeat(6), first: '' });
}

export function renderSnapshotAccount(account: SnapshotAccount, dir: string): readonly string[] {
  const { snapshot, window } = account;
  const { id, type, entryCount, note, createdAt, isOfRetry } = snapshot;
  const summaries = [
    window.hasCumulativeSummary ? 'the story so far' : '',
    window.chunkSummaries === 0 ? '' : renderCount(window.chunkSummaries, 'chunk summary', 'chunk summaries'),
  ].filter((part) => part !== '');
  return [
    `${paint(`Snapshot ${id}`, 'bold')}  ${paint([typeNames[type], renderMoment(createdAt)].join(' · '), 'dim')}`,
    ...(note === '' ? [] : [`  ${note}`]),
    `  read up to ${renderPlace(account)}`,
    `  ${renderCount(entryCount, 'entry', 'entries')} known`,
    `  window of ${renderCount(window.messages, 'message')}, about ${renderNumber(window.tokens)} tokens: ${[...summaries, renderCount(window.scenes, 'scene')].join(', ')}`,
    ...(isOfRetry ? ['  made while a scene was read again, when later scenes were known already'] : []),
    '',
    ...[
      `${renderCommand(`annotate summon ${id}`, dir)}   asks the reader of that moment`,
      `${renderCommand(`read --from-snapshot ${id}`, dir)}   goes on reading from there in a world of its own`,
      `${renderCommand(`annotate snapshot export ${id}`, dir)}   writes it to one file`,
    ]
      .slice(isOfRetry ? 2 : 0)
      .map((line) => paint(`  ${line}`, 'dim')),
  ];
}

function renderPlace({ readUpTo, threadTitle, snapshot }: TitledSnapshot): string {
  if (readUpTo === undefined) return 'nothing yet';
  const title = threadTitle ?? `thread ${readUpTo.threadId} of ${readUpTo.corpus}`;
  return `post ${readUpTo.postId}${snapshot.isOfRetry ? ' again' : ''}, ${title}`;
}
