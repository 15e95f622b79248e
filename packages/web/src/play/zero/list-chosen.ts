// Lists the fields that a player fills in for a new character, group by group.

import type { ShownField } from '../table-types.ts';

interface Group {
  readonly category: string;
  readonly fields: readonly ShownField[];
}

/** Leaves out groups in which a player chooses nothing. */
export function listChosen(sections: readonly Group[]): readonly Group[] {
  return sections
    .map(({ category, fields }) => ({ category, fields: fields.filter(isChosen) }))
    .filter(({ fields }) => fields.length > 0);
}

/**
 * Whether a player chooses the value: it can be set, and is neither a reference nor a list of conditions nor a pool
 * that stays empty. A formula may still compute a part of it, such as the modifier of a score.
 */
function isChosen(field: ShownField): boolean {
  const { canBeSet, prefab } = field;
  return canBeSet && prefab !== 'REF' && prefab !== 'CONT_CONDITIONS' && !isEmptyPool(field);
}

/** A pool that these rules keep at zero, such as the spell slots of a fighter. */
function isEmptyPool({ prefab, value }: ShownField): boolean {
  return prefab === 'RES_POOL' && (value as { readonly max?: unknown } | null)?.max === 0;
}
