// Renders an audit of a memory: what was found, with examples and what to do.

import type { VectorCount } from '@terrarium/memory/fill-vectors';
import type { MemoryAudit } from '@terrarium/memory/finding';
import type { TagYield } from '@terrarium/memory/measure-tag-yield';
import { wrapText } from '../screen/layout.ts';
import { renderCount, renderNumber, renderShare } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { renderVectors } from './render-vector-count.ts';

interface Audited {
  readonly audit: MemoryAudit;
  readonly tagYield?: TagYield;
  readonly vectors?: VectorCount | undefined;
  /** The folder of the world. */
  readonly dir?: string;
}

export function renderAudit(
  { audit, tagYield, vectors, dir = '' }: Audited,
  width: number,
): readonly string[] {
  const { records, characters, findings, unjudged } = audit;
  return [
    `Checked ${renderCount(records, 'text')} with ${renderCount(characters, 'character')} in all.`,
    ...(tagYield === undefined ? [] : renderYield(tagYield, width)),
    ...(vectors === undefined ? [] : wrapText(renderVectors(vectors, dir), { width })),
    ...(findings.length === 0 ? ['Nothing is wrong.'] : []),
    ...findings.flatMap(({ name, count, of, say, todo, examples }) => [
      ...wrapText(`${paint(name, 'bold')}: ${renderNumber(count)} of ${renderNumber(of)} ${say}`, {
        width,
        indent: '  ',
        first: '',
      }),
      ...examples.flatMap((one) => wrapText(one, { width, indent: '      ', first: '    ' })),
      ...wrapText(todo, { width, indent: '  ' }).map((line) => paint(line, 'dim')),
    ]),
    ...unjudged.flatMap((one) => wrapText(one, { width, indent: '  ' })).map((line) => paint(line, 'dim')),
  ];
}

function renderYield({ replies, tagged, holding }: TagYield, width: number): readonly string[] {
  if (replies === 0) return [];
  const text = `Of the newest replies (${renderNumber(replies)}), ${renderShare(tagged, replies)} have tags, and ${renderShare(holding, replies)} have a tag that keeps something in mind, such as <plan>.`;
  return wrapText(text, { width });
}
