// Renders a roll: faces, total, target and outcome.

import type { RolledCheck } from '@terrarium/rpg/rolled-check';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

export function renderRoll(roll: RolledCheck, width: number): readonly string[] {
  const what = roll.reason ?? roll.check ?? roll.move ?? '';
  const head = what === '' ? '' : `${what}${renderCheck(roll)} · `;
  const against = renderAgainst(roll);
  const outcome = roll.outcome === undefined ? '' : `: ${paintOutcome(roll.outcome)}`;
  return wrapText(`${head}${paint(roll.rolled.rendered, 'bold')}${against}${outcome}`, {
    width,
    indent: '      ',
    first: `  ${paint('⚄', 'cyan')} `,
  });
}

/** Which check of the rules it was, where only its reason was said. */
function renderCheck({ reason, check, move, table }: RolledCheck): string {
  if (reason === undefined || check === undefined || move !== undefined || table !== undefined) return '';
  const name = check.replaceAll('_', ' ');
  return reason.toLowerCase().includes(name.toLowerCase()) ? '' : paint(` (${name})`, 'dim');
}

function paintOutcome({ label, degree }: { readonly label: string; readonly degree: number }): string {
  if (degree > 0) return paint(label, 'green');
  return paint(label, degree === 0 ? 'yellow' : 'red');
}

function renderAgainst({ challenge, target }: RolledCheck): string {
  if (challenge !== undefined) return ` against ${challenge.rendered}`;
  return target === undefined ? '' : ` against ${target}`;
}
