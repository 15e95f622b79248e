// Sorts the blocks of a page into story, text kept apart, and text left out.

import { type Apart, type ApartKind, type Block, type LeftOut, sumWords } from '../book.ts';
import type { WrittenBlock } from './block-writer.ts';
import type { Fate, PageRules } from './page-rules.ts';

export interface SettledBlocks {
  readonly blocks: readonly Block[];
  readonly apart: readonly Apart[];
  readonly leftOut: readonly LeftOut[];
}

interface OpenApart {
  readonly zone: number;
  readonly kind: ApartKind;
  readonly under: string | undefined;
  readonly texts: string[];
}

interface Settling {
  readonly rules: PageRules;
  readonly blocks: Block[];
  readonly apart: OpenApart[];
  readonly leftOut: LeftOut[];
  heading: string | undefined;
  /** Link targets of blocks that are not story; the next block that is story gets them. */
  waiting: string[];
}

/** `fates` has the fate of each zone by its number; a zone without a fate is story. */
export function resolveZones(
  written: readonly WrittenBlock[],
  fates: readonly Fate[],
  rules: PageRules,
): SettledBlocks {
  const settling: Settling = { rules, blocks: [], apart: [], leftOut: [], heading: undefined, waiting: [] };
  for (const { zone, ...block } of written) {
    const fate = fates[zone] ?? 'story';
    if (fate === 'story') {
      addStory(settling, block);
      continue;
    }
    settling.waiting.push(...(block.targets ?? []));
    if ('leftOut' in fate) settling.leftOut.push({ what: fate.leftOut, words: sumWords([block.text]) });
    else addApart(settling, { text: block.text, zone, kind: fate.apart });
  }
  if (settling.waiting.length > 0) settling.blocks.push({ text: '', targets: settling.waiting });
  const apart = settling.apart.map(({ kind, under, texts }) => ({ kind, under, text: texts.join('\n\n') }));
  return { blocks: settling.blocks, apart, leftOut: settling.leftOut };
}

function addStory(settling: Settling, block: Block): void {
  if (block.depth !== undefined) settling.heading = block.text;
  const targets = [...settling.waiting, ...(block.targets ?? [])];
  settling.waiting = [];
  settling.blocks.push({ ...block, targets });
}

interface ApartBlock {
  readonly text: string;
  readonly zone: number;
  readonly kind: ApartKind;
}

/** A label sets the kind of the text from the label to the end of its element. */
function addApart(settling: Settling, { text, zone, kind }: ApartBlock): void {
  if (text === '') return;
  const last = settling.apart.at(-1);
  const before = last?.zone === zone ? last : undefined;
  const named = settling.rules.labels?.find(([pattern]) => pattern.test(text.slice(0, 200)))?.[1];
  if (before !== undefined && (named === undefined || named === before.kind)) before.texts.push(text);
  else settling.apart.push({ zone, kind: named ?? kind, under: settling.heading, texts: [text] });
}
