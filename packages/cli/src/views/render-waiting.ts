// Renders proposals: waiting ones with the lines that they would remove and add, decided ones with their result.

import { renderCommand } from '@terrarium/composition/render-command';
import { renderWallTime } from '@terrarium/composition/render-wall-time';
import { describeOperation } from '@terrarium/memory/operation';
import type { DoneProposals, Proposal } from '@terrarium/memory/proposals';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

interface Screen {
  readonly width: number;
  readonly dir: string;
}

type Decided = DoneProposals & { readonly refused: readonly number[] };
type Change = Proposal['changes'][number];

const shownLines = 12;

export function renderWaiting(
  decided: Decided,
  proposals: readonly Proposal[],
  screen: Screen & { readonly timeZone: string },
): readonly string[] {
  const { width } = screen;
  return [
    ...renderDecided(decided, screen),
    ...(proposals.length === 0 ? ['No proposal waits for you.'] : []),
    ...proposals.flatMap((proposal) => renderProposal(proposal, screen)),
    ...(proposals.length === 0
      ? []
      : wrapText(
          `${renderCount(proposals.length, 'proposal')} waiting. To accept one:  ${renderCommand(`memory proposals --accept ${proposals[0]?.id}`, screen.dir)}  (or --refuse; "all" for all)`,
          { width },
        )),
  ];
}

function renderDecided({ runIds, done, refused, left }: Decided, { width, dir }: Screen): readonly string[] {
  const wrap = (text: string) => wrapText(text, { width, indent: '  ', first: '' });
  return [
    ...(done.length === 0 ? [] : wrap(`Done: ${done.join(', ')}.`)),
    ...(refused.length === 0 ? [] : wrap(`Refused: ${refused.join(', ')}.`)),
    ...left.flatMap(({ id, say: why }) =>
      wrap(`${paint('!', 'yellow')} Proposal ${id} cannot be done now: ${why}`),
    ),
    ...runIds
      .toReversed()
      .map((runId) => `To take it back:  ${renderCommand(`memory maintain --revert ${runId}`, dir)}`),
  ];
}

function renderProposal(
  proposal: Proposal,
  { width, timeZone }: { readonly width: number; readonly timeZone: string },
): readonly string[] {
  const { id, writer, madeAtMs, operation, changes, unfounded, fault } = proposal;
  const because = 'because' in operation && operation.because !== undefined ? `: ${operation.because}` : '';
  const head = `${id}. ${describeOperation(operation)}${because}`;
  return [
    ...wrapText(head, { width, indent: '     ' }).map((line) => paint(line, 'bold')),
    paint(`     by ${writer}, ${renderWallTime(madeAtMs, timeZone)}`, 'dim'),
    ...(fault === undefined ? changes : []).flatMap((change) => renderChange(change, width)),
    ...(unfounded.length === 0
      ? []
      : wrapText(`${paint('!', 'yellow')} ${describeUnfounded(unfounded)}`, { width, indent: '     ' })),
    ...(fault === undefined
      ? []
      : wrapText(`${paint('!', 'yellow')} It cannot be done: ${fault}`, { width, indent: '     ' })),
  ];
}

/** Names the figures that are in none of the moments, because a model may have invented them. */
function describeUnfounded(unfounded: readonly string[]): string {
  return `Not found in any of the moments it rests on: ${unfounded.join(', ')}`;
}

function renderChange({ thing, name, tier, removed, added }: Change, width: number): readonly string[] {
  const title = [thing === 'page' ? 'ambient.md' : thing, name, tier ?? ''].filter((one) => one !== '');
  const render = (lines: readonly string[], mark: string, look: 'red' | 'green') => {
    const shown = lines
      .slice(0, shownLines)
      .flatMap((line) => wrapText(line, { width, indent: '         ', first: `       ${mark} ` }));
    const more = lines.length > shownLines ? [`       ${mark} and ${lines.length - shownLines} more`] : [];
    return [...shown, ...more].map((line) => paint(line, look));
  };
  return [
    paint(`     ${title.join(' ')}`, 'dim'),
    ...render(removed, '-', 'red'),
    ...render(added, '+', 'green'),
  ];
}

interface Written {
  readonly key: string;
  readonly runId?: number | undefined;
  readonly isNew: boolean;
  readonly isApproved: boolean;
}

export function renderWritten(
  { key, runId, isNew, isApproved }: Written,
  { width, dir }: Screen,
): readonly string[] {
  const did = runId === undefined ? '' : `${isNew ? 'Wrote' : 'Changed'} the fragment [${key}]. `;
  const state = isApproved
    ? `Maintenance only adds lines to [${key}]; anything else it would change waits for you.`
    : `Maintenance may rewrite [${key}] again.`;
  return [
    ...wrapText(`${did}${state}`, { width }),
    ...(runId === undefined
      ? []
      : [`To take it back:  ${renderCommand(`memory maintain --revert ${runId}`, dir)}`]),
  ];
}
