// Refuses to set the status of a quest as a bare value: only the tool for quests sees to its steps and its end.

import { resolveMeantPath } from '../../rules/resolve-meant-path.ts';
import { questUpdate } from '../quest-update.ts';
import { resolveTarget } from '../resolve-target.ts';
import type { RefuseSlip } from './slip-view.ts';

export const refuseQuestSet: RefuseSlip = ({ state, system }, { name, arguments: given }) => {
  const { target, path } = given;
  if (name !== 'set' || typeof target !== 'string' || typeof path !== 'string') return undefined;
  const found = resolveTarget(state, target);
  const sheet = system.sheets.get('quest');
  if (!found.ok || found.entity.type !== 'quest' || sheet === undefined) return undefined;
  const meant = resolveMeantPath(sheet, path, found.entity.sheet);
  if (!meant.ok || meant.field.path !== 'status') return undefined;
  return `The status of ${found.entity.id} is set by ${questUpdate.name}, with its name and \`status\`.`;
};
