// Refuses to set a value that decides whether somebody is down, such as hit points, if no reason is given.

import { parseFormula } from '../../rules/parse-formula.ts';
import { resolveMeantPath } from '../../rules/resolve-meant-path.ts';
import type { System } from '../../system/system.ts';
import { playerId } from '../../values/entity.ts';
import type { Call } from '../moves/list-effect-calls.ts';
import { resolveTarget } from '../resolve-target.ts';
import type { RefuseSlip, SlipView } from './slip-view.ts';

export const refuseBareSet: RefuseSlip = (view, call) => {
  const { path, reason } = call.arguments;
  if (view.isByRules === true || call.name !== 'set' || typeof path !== 'string') return undefined;
  if (typeof reason === 'string' && reason.trim() !== '') return undefined;
  const field = findDeciding(view, call, path);
  return field === undefined
    ? undefined
    : `${field} decides whether somebody is down. Call \`set\` with a \`reason\`, or \`adjust\` with what was lost or won.`;
};

/** The path of the field that is meant, if the rules read from it whether its owner is down. */
function findDeciding(
  { state, system }: SlipView,
  { arguments: given }: Call,
  path: string,
): string | undefined {
  const { target } = given;
  const found = resolveTarget(state, typeof target === 'string' ? target : undefined);
  const sheet = found.ok ? system.sheets.get(found.entity.type) : undefined;
  if (!found.ok || sheet === undefined) return undefined;
  const meant = resolveMeantPath(sheet, path, found.entity.sheet);
  if (!meant.ok) return undefined;
  const field = meant.field.path;
  const reads = listDownReads(system, found.entity.id === playerId);
  return reads.some((one) => one === field || one.startsWith(`${field}.`)) ? field : undefined;
}

function listDownReads({ manifest }: System, isPlayer: boolean): readonly string[] {
  const { player, opponents } = manifest.narrator ?? {};
  const isDown = isPlayer ? player?.down_when : opponents?.down_when;
  const parsed = isDown === undefined ? undefined : parseFormula(isDown);
  return parsed?.ok === true ? [...parsed.formula.reads] : [];
}
