// Renders what a second pass for tags found, what it refused, and how to undo it.

import { renderCommand } from '@terrarium/composition/render-command';
import type { TagPassOutcome } from '@terrarium/memory/propose-tags';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

interface Screen {
  readonly isDryRun: boolean;
  readonly width: number;
  readonly dir: string;
}

export function renderTagPass(
  { asked, runId, effects, refused }: TagPassOutcome,
  { isDryRun, width, dir }: Screen,
): readonly string[] {
  if (asked === 0) return ['Each of the newest replies has tags or was looked at before.'];
  const did = isDryRun ? ' Nothing was written.' : '';
  return [
    `Asked about ${renderCount(asked, 'reply', 'replies')} without tags: ${renderCount(effects.length, 'change')}.${did}`,
    ...effects
      // The pass makes no secrets itself; an earlier secret that it touched must not be shown.
      .filter(({ item }) => item.kind !== 'secret')
      .flatMap(({ effect, item }) =>
        wrapText(`${effect} ${item.kind}: ${item.content}`, { width, indent: '    ', first: '  ' }),
      ),
    ...refused.flatMap((say) =>
      wrapText(say, { width, indent: '    ', first: `  ${paint('!', 'yellow')} ` }),
    ),
    ...(runId === undefined
      ? []
      : [`To take it back:  ${renderCommand(`memory maintain --revert ${runId}`, dir)}`]),
  ];
}
