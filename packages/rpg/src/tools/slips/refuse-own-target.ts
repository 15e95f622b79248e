// Refuses a roll against a value of the roller's own sheet that is 0, if the opponent's value is clearly meant.

import { readValue } from '../../rules/read-value.ts';
import type { Entity } from '../../values/entity.ts';
import { resolveTarget } from '../resolve-target.ts';
import { againstPrefix } from '../rolling/open-sheet.ts';
import type { RefuseSlip } from './slip-view.ts';

/** With a target of 0 every roll of the kind would succeed. */
export const refuseOwnTarget: RefuseSlip = ({ state }, { name, arguments: given }) => {
  const { who, against, versus } = given;
  if (name !== 'roll' || typeof versus !== 'string' || typeof against !== 'string') return undefined;
  const path = versus.trim().replace(/^@/, '');
  const roller = resolveTarget(state, typeof who === 'string' ? who : undefined);
  const other = resolveTarget(state, against);
  if (!roller.ok || !other.ok) return undefined;
  const [own, theirs] = [roller.entity, other.entity].map((entity) => readTarget(entity, path));
  if (own === undefined || theirs === undefined || own > 0 || theirs <= 0) return undefined;
  return `${path} of ${roller.entity.id}, who rolls, is ${own}. For that of ${other.entity.id} (${theirs}), write versus "${againstPrefix}${path}".`;
};

function readTarget({ sheet }: Entity, path: string): number | undefined {
  const value = readValue(sheet, path);
  return typeof value === 'number' ? value : undefined;
}
