// Refuses a roll with the argument `target`, which may mean the roller or the opponent, and suggests a call for each.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { isGiven } from './is-given.ts';
import type { RefuseSlip } from './slip-view.ts';

export const refuseUnclearRoll: RefuseSlip = (_view, { name, arguments: given }) => {
  const { target, ...others } = given;
  if (name !== 'roll' || typeof target !== 'string' || target.trim() === '') return undefined;
  const rest = Object.fromEntries(Object.entries(others).filter(([, value]) => isGiven(value)));
  const render = (member: string) => escapeLine(JSON.stringify({ ...rest, [member]: target }), 600);
  const ways = ['who', 'against'].filter((member) => rest[member] === undefined).map(render);
  if (ways.length === 0) return undefined;
  return `In a roll, \`who\` names whose sheet is read, and \`against\` names whom it is aimed at: ${ways.map((way) => `roll ${way}`).join(' or ')}.`;
};
