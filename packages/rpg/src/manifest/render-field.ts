// Renders the value of a field for people: in words or numbers, and as dice where the number is a part of dice.

import { renderResolvedDice } from '../dice/render-resolved-dice.ts';
import { readValue } from '../rules/read-value.ts';
import type { Field } from '../system/system.ts';
import type { JsonObject } from '../values/json.ts';

export function renderField({ path, definition, kind }: Field, sheet: JsonObject): string {
  const { shows_dice: dice } = definition;
  const shown =
    dice === undefined
      ? undefined
      : renderResolvedDice(dice, (name) => {
          const value = readValue(sheet, name);
          return typeof value === 'number' ? value : undefined;
        });
  return shown ?? kind.view(readValue(sheet, path) ?? kind.blank());
}
