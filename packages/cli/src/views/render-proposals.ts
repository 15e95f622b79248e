// Renders what a second reading would change: new entries, changed ones with old and new words, and those to be deleted.

import type { Proposals } from '@terrarium/annotator/second-reading';
import { stripLinks } from '@terrarium/annotator/strip-links';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { renderQuoted } from '../screen/render-quoted.ts';
import { paint } from '../screen/style.ts';
import { renderNamed } from './render-revisions.ts';

type Change = Proposals['changes'][number];
type Entry = NonNullable<Change['after']>;

export function renderProposals(proposals: Proposals, width: number): readonly string[] {
  const { changes, rejected, held, skipped, conflicts } = proposals;
  const counts = countKinds(changes);
  const head =
    changes.length === 0
      ? 'The second reading would change nothing.'
      : `The second reading would change ${renderCount(changes.length, 'entry', 'entries')}: ${counts}.`;
  const notes = [
    ...rejected.map((one) => `Left out, as it has no new evidence: ${renderRejected(one)}.`),
    ...(held.length === 0 ? [] : [`On hold: ${held.join(', ')}.`]),
    ...(conflicts === 0
      ? []
      : [`Not proposed, because later scenes say otherwise: ${renderCount(conflicts, 'change')}.`]),
    ...skipped.map(({ sceneId, reason }) => `Scene ${sceneId} could not be read again: ${reason}`),
  ];
  return [
    ...wrapText(head, { width }).map((line) => paint(line, 'bold')),
    ...changes.flatMap((change) => ['', ...renderChange(change, width)]),
    ...(notes.length === 0 ? [] : ['', ...notes.flatMap((note) => wrapText(note, { width }))]),
  ];
}

function countKinds(changes: readonly Change[]): string {
  const added = changes.filter(({ before }) => before === undefined).length;
  const gone = changes.filter(({ after }) => after === undefined).length;
  return [
    [added, 'new'],
    [changes.length - added - gone, 'changed'],
    [gone, 'deleted'],
  ]
    .filter(([count]) => count !== 0)
    .map((part) => part.join(' '))
    .join(', ');
}

type Rejected = Proposals['rejected'][number];

function renderRejected({ term, author, postId, reason }: Rejected): string {
  const who = author === 'curator' ? 'the curator' : 'the reader';
  const why = reason === undefined ? '' : ` because: ${reason.replace(/[.]$/u, '')}`;
  return `${term}, which ${who} rejected at post ${postId}${why}`;
}

/** Says whether the name was rejected or put on hold before. */
function listFormer({ rejected, wasHeld }: Change): readonly string[] {
  return [
    ...(rejected === undefined
      ? []
      : [`Brought back because there is new evidence: ${renderRejected(rejected)}.`]),
    ...(wasHeld ? ['It is a word on hold; it was proposed again.'] : []),
  ];
}

function renderChange(change: Change, width: number): readonly string[] {
  const { id, before, after, reason } = change;
  const block = { width, indent: '    ' };
  if (after === undefined) {
    const why = reason === undefined ? [] : wrapText(`because: ${reason}`, block);
    return [`${paint('-', 'red')} ${paint(before?.term ?? '', 'bold')}  entry ${id}`, ...why];
  }
  const quotes = listNewQuotes(before, after).flatMap((one) =>
    wrapText(`${renderQuoted(one.quote)} (post ${one.postId})`, block).map((line) => paint(line, 'dim')),
  );
  if (before === undefined) {
    const also = after.aliases.length === 0 ? [] : wrapText(`also ${after.aliases.join(', ')}`, block);
    const relations = listNewRelations(change, after).flatMap((text) => wrapText(text, block));
    const tags = after.tags.length === 0 ? '' : `  ${after.tags.join(', ')}`;
    return [
      `${paint('+', 'green')} ${paint(after.term, 'bold')}${tags}`,
      ...listFormer(change).flatMap((text) => wrapText(text, block)),
      ...also,
      ...wrapText(stripLinks(after.definition), block),
      ...relations,
      ...quotes,
    ];
  }
  return [
    `${paint('~', 'cyan')} ${paint(before.term, 'bold')}  entry ${id}`,
    ...renderFields(before, after, block),
    ...listNewRelations(change, after).flatMap((text) => wrapText(text, block)),
    ...quotes,
  ];
}

function renderFields(
  before: Entry,
  after: Entry,
  block: { width: number; indent: string },
): readonly string[] {
  const pairs: readonly (readonly [name: string, old: string, now: string])[] = [
    ['term', before.term, after.term],
    ['definition', stripLinks(before.definition), stripLinks(after.definition)],
    ['also', before.aliases.join(', '), after.aliases.join(', ')],
    ['tags', before.tags.join(', '), after.tags.join(', ')],
    ['status', before.status, after.status],
  ];
  return pairs
    .filter(([, old, now]) => old !== now)
    .flatMap(([name, old, now]) => [
      ...wrapText(`${name} was: ${old === '' ? 'none' : old}`, block).map((line) => paint(line, 'dim')),
      ...wrapText(`${name}: ${now === '' ? 'none' : now}`, block),
    ]);
}

function listNewRelations({ before, named }: Change, after: Entry): readonly string[] {
  const known = new Set(before?.relations?.map(({ kind, to }) => `${kind} ${to}`));
  return (after.relations ?? [])
    .filter(({ kind, to }) => !known.has(`${kind} ${to}`))
    .map(({ kind, to, evidence }) => `${kind} ${renderNamed(named, to)}, ${renderQuoted(evidence.quote)}`);
}

function listNewQuotes(before: Entry | undefined, after: Entry): Entry['evidence'] {
  const known = new Set(before?.evidence.map(({ postId, quote }) => `${postId} ${quote}`));
  return after.evidence.filter(({ postId, quote }) => !known.has(`${postId} ${quote}`));
}
