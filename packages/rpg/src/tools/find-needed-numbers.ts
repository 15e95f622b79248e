// If somebody new would be beaten with a blank sheet, finds the numbers they need: those that the rules give to the usual threat.

import { resolveMeantPath } from '../rules/resolve-meant-path.ts';
import { settle } from '../rules/settle.ts';
import type { System } from '../system/system.ts';
import type { Entity } from '../values/entity.ts';
import type { FoundFoe } from './find-foe.ts';
import { isBeaten } from './moves/is-fighting.ts';
import { requireSheet } from './workbench.ts';

/**
 * Returns the numbers of the threat that the rules name as the usual one, or else of their first threat, as far as the
 * sheet of this type has fields for them. Undefined if the rules have no threats, or if somebody with a blank sheet is
 * not beaten.
 */
export function findNeededNumbers(system: System, type: Entity['type']): FoundFoe | undefined {
  const { threats = {}, default: usual } = system.manifest.narrator?.opponents ?? {};
  const threat = threats[usual ?? ''] ?? Object.values(threats)[0];
  if (threat?.set === undefined || !isBlankBeaten(system, type)) return undefined;
  const sheet = requireSheet(system, type);
  const own = Object.entries(threat.set).filter(([path]) => resolveMeantPath(sheet, path).ok);
  return { ok: true, set: Object.fromEntries(own) };
}

function isBlankBeaten(system: System, type: Entity['type']): boolean {
  const { values } = settle(requireSheet(system, type), {}, { tables: system.tables });
  const blank: Entity = { id: `${type}:blank`, type, key: 'blank', sheet: values };
  const find = (id: string) => (id === blank.id ? blank : undefined);
  return isBeaten({ system, find, mode: 'exploration' }, blank);
}
