// Renders the result of a recall: a fragment, and the fragments linked to it.

import { personWriter } from '@terrarium/memory/approval-store';
import type { Recalled } from '@terrarium/memory/recall';
import type { FragmentWriting } from '@terrarium/memory/revert-run';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

interface Screen {
  readonly width: number;
  /** The command that searches for the name, if there is no such fragment. */
  readonly searching: string;
}

export function renderRecalled(
  recalled: Recalled,
  writing: FragmentWriting | undefined,
  { width, searching }: Screen,
): readonly string[] {
  const { key, tier, text, neighbours } = recalled;
  if (tier === undefined) {
    const near = recalled.nearestKey === undefined ? '' : ` Did you mean [${recalled.nearestKey}]?`;
    if (recalled.isToCome === true)
      return wrapText(`All that the fragment [${key}] rests on was said at a time that is still to come.`, {
        width,
      });
    const search = `To look for it in all that was said:  ${searching}`;
    return wrapText(`There is no fragment [${key}].${near} ${search}`, { width });
  }
  const former = recalled.formerKey === undefined ? '' : ` (was [${recalled.formerKey}])`;
  return [
    `${paint(`[${key}]`, 'bold')}${former} ${paint(`· ${tiers[tier]}`, 'dim')}`,
    ...text.split('\n').flatMap((line) => wrapText(line, { width, indent: '  ' })),
    ...neighbours.flatMap((one) => {
      const label = one.label === '' ? '' : ` (${one.label})`;
      return wrapText(`[${one.key}]${label} ${one.text}`, { width, indent: '      ', first: '  → ' });
    }),
    ...(writing === undefined ? [] : wrapText(paint(renderWriting(writing), 'dim'), { width })),
  ];
}

const tiers = { ambient: 'in one sentence', recognition: 'what it is', inventory: 'in detail' } as const;

function renderWriting({ runId, writer, promptVersions }: FragmentWriting): string {
  const plural = promptVersions.length === 1 ? '' : 's';
  const prompts =
    promptVersions.length === 0 ? '' : `, prompt version${plural} ${promptVersions.join(' and ')}`;
  const who = writer === personWriter ? 'you' : writer;
  return `Written by ${who}${prompts}, in run ${runId} of maintenance.`;
}
