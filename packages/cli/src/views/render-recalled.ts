// Renders the result of a recall: a fragment, and the fragments linked to it.

import { personWriter } from '@terrarium/memory/approval-store';
import type { Recalled } from '@terrarium/memory/recall';
import type { FragmentWriting } from '@terrarium/memory/revert-run';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

export function renderRecalled(
  recalled: Recalled,
  writing: FragmentWriting | undefined,
  width: number,
): readonly string[] {
  const { key, tier, text, neighbours } = recalled;
  if (tier === undefined) {
    const near = recalled.nearestKey === undefined ? '' : ` Did you mean [${recalled.nearestKey}]?`;
    return wrapText(`There is no fragment [${key}].${near}`, { width });
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
