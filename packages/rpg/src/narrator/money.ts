// Money: finds the field in which a sheet counts money, and pays from it.

import { readValue } from '../rules/read-value.ts';
import { isObject } from '../values/json.ts';
import type { Chronicle } from './chronicle.ts';
import { smallWords } from './grammar.ts';
import type { Script } from './script.ts';

interface Purse {
  readonly path: string;
  readonly left: number;
}

/** The first field of the sheet that counts money, with what is left in it; undefined if there is none. */
function findPurse(c: Chronicle): Purse | undefined {
  for (const { path, definition } of c.system.sheets.get('character')?.fields ?? []) {
    const isMoney = definition.label
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .some((word) => smallWords.money.includes(word));
    if (!isMoney) continue;
    const value = readValue(c.world.player.sheet, path);
    if (typeof value === 'number') return { path, left: value };
    if (isObject(value) && typeof value['current'] === 'number')
      return { path: `${path}.current`, left: value['current'] };
  }
  return undefined;
}

/** Whether the character can pay small change; always true in a system that counts no money. */
export function isSolvent(c: Chronicle): boolean {
  const purse = findPurse(c);
  return purse === undefined || purse.left > 0;
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Pays one coin, or as many coins as the words say, but never more than the purse holds. */
export function* playPayment(c: Chronicle): Script<void> {
  const purse = findPurse(c);
  if (purse === undefined || purse.left <= 0) return;
  const said =
    / (\d{1,4}|two|three|four|five|six|seven|eight|nine|ten) (?:\S+ )?(?:coins?|gold|silver|coppers?|pennies|crowns|shillings)/.exec(
      c.intent.heard,
    )?.[1];
  const wanted = said === undefined ? 1 : Math.max(numbers.indexOf(said), Number(said) || 0);
  const delta = -Math.min(purse.left, Math.max(1, wanted));
  yield* c.execute([{ name: 'adjust', arguments: { path: purse.path, delta } }]);
}
