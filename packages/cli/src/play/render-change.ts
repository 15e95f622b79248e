// Renders the changes of a turn: whose value changed, which value, from what to what, and why.

import { type ChangeView, describeChanges, type ShownChange } from '@terrarium/composition/describe-changes';
import type { Patch } from '@terrarium/rpg/entity';
import { cutText, wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { renderStep } from './render-quests.ts';

export interface ChangeScreen extends ChangeView {
  readonly width: number;
}

/** Renders one or more lines for each change that a player cares about. */
export function renderChanges(patches: readonly Patch[], view: ChangeScreen): readonly string[] {
  return describeChanges(patches, view).flatMap((change) => {
    if (change.kind === 'step') {
      const of = change.quest === undefined ? '' : ` (${change.quest})`;
      const step = renderStep({ name: `${change.text}${of}`, is_done: change.isDone });
      return [`  ${cutText(step, view.width - 2)}`];
    }
    const because =
      change.because === undefined ? '' : ` ${paint(`(${stripBrackets(change.because)})`, 'dim')}`;
    return wrapText(`${renderChange(change)}${because}`, {
      width: view.width,
      indent: '      ',
      first: `  ${paint('•', 'cyan')} `,
    });
  });
}

/** A cause such as “Success (attack)” without brackets of its own, since it is put into brackets. */
function stripBrackets(because: string): string {
  return because.replaceAll(' (', ', ').replaceAll(')', '');
}

function renderChange(change: Exclude<ShownChange, { readonly kind: 'step' }>): string {
  switch (change.kind) {
    case 'revealed':
      return `you now know${change.about === undefined ? '' : ` about ${change.about}`}: ${change.text}`;
    case 'round':
      return `round ${change.round}`;
    case 'idle':
      return `${change.names.join(', ')} took no action when their turn came`;
    case 'order':
      return `order of turns: ${change.order.map(({ name, rolled }) => `${name} ${rolled}`).join(', ')}`;
    case 'ended':
      return `${change.entity.startsWith('quest:') ? paint(change.name, 'bold') : change.name} ${change.says}`;
    case 'gone':
      return `${change.name} is gone`;
    case 'new':
      return `new ${change.type}: ${paint(change.name, 'bold')}`;
    case 'value':
      return `${renderOwner(change)}${change.before === '' ? '' : `${change.before} → `}${paint(change.after, 'bold')}`;
    case 'moved':
      return `${renderOwner(change)}${[
        ...change.came.map((name) => `+ ${paint(name, 'bold')}`),
        ...change.went.map((name) => `− ${name}`),
      ].join(', ')}`;
  }
}

function renderOwner({ owner, label }: { readonly owner?: string | undefined; readonly label: string }) {
  return `${owner === undefined ? '' : `${owner}: `}${label === '' ? '' : `${label} `}`;
}
