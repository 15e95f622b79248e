// Lists somebody's bonuses to a named move, from the lists on their sheet that the rules name, such as talents.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { readValue } from '../../rules/read-value.ts';
import type { System } from '../../system/system.ts';
import type { Entity } from '../../values/entity.ts';
import type { Call } from './list-effect-calls.ts';

interface Bonus {
  readonly name: string;
  readonly bonus: number;
  readonly list: string;
  /** Whether the bonus is used up by the move. */
  readonly isOnce: boolean;
}

/** An item that names no move or another move gives no bonus. */
export function listBonuses(system: System, { type, sheet }: Entity, move: string): readonly Bonus[] {
  const { lists = [] } = system.manifest.narrator?.bonuses ?? {};
  return lists.flatMap((list) => {
    const field = system.sheets.get(type)?.byPath.get(list);
    const value = readValue(sheet, list);
    const items = field === undefined || value === undefined ? [] : (field.kind.items?.(value) ?? []);
    return items.flatMap((item): readonly Bonus[] => {
      const bonus = Number(item['bonus'] ?? 0);
      if (String(item['move'] ?? '').toLowerCase() !== move || bonus === 0) return [];
      return [{ name: String(item['name']), bonus, list, isOnce: item['once'] === true }];
    });
  });
}

function sumBonuses(bonuses: readonly Bonus[]): number {
  return bonuses.reduce((sum, { bonus }) => sum + Math.trunc(bonus), 0);
}

export function renderBonus({ name, bonus }: Bonus): string {
  return `${bonus < 0 ? '' : '+'}${Math.trunc(bonus)} for ${escapeLine(name, 120)}.`;
}

/** The calls that remove the bonuses that help only once. */
export function listSpending(bonuses: readonly Bonus[], who: Entity): readonly Call[] {
  return bonuses
    .filter(({ isOnce }) => isOnce)
    .map(({ name, list }) => ({ name: 'item_remove', arguments: { item: name, list, target: who.id } }));
}

interface Helped {
  readonly dice: string;
  readonly versus: number | undefined;
}

/** Adds bonuses to the dice or, in a system that rolls under a number, to that number. */
export function addBonuses(
  { manifest }: System,
  bonuses: readonly Bonus[],
  { dice, versus }: Helped,
): Helped {
  const sum = sumBonuses(bonuses);
  if (manifest.narrator?.bonuses?.on === 'target')
    return { dice, versus: versus === undefined ? undefined : versus + sum };
  return { dice: sum === 0 ? dice : `${dice}${sum < 0 ? '-' : '+'}${Math.abs(sum)}`, versus };
}
