// Renders the player's status in a line: place, time of the story, and resources that can run out.

import { describeStanding } from '@terrarium/composition/describe-standing';
import { playerId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { isObject, type Json } from '@terrarium/rpg/json';
import { readValue } from '@terrarium/rpg/read-value';
import { wrapText } from '../screen/layout.ts';
import { measureWidth } from '../screen/style.ts';

const mostResources = 3;

/** One line, or more if the window is narrow. Resources are never cut off. */
export function renderStatus({ state, system }: Game, width: number): readonly string[] {
  const { place, time } = describeStanding(state);
  const sheet = state.find(playerId)?.sheet ?? {};
  const fields = system.sheets.get('character')?.fields ?? [];
  const resources = fields
    .filter(({ definition }) => definition.category === 'resources')
    .flatMap((field) => {
      const value = readValue(sheet, field.path);
      return value === undefined || isEmpty(value)
        ? []
        : [`${field.definition.label} ${field.kind.view(value)}`];
    });
  const parts = [place, time, ...resources.slice(0, mostResources)].filter((part) => part !== '');
  return joinParts(parts, width);
}

/** If the maximum of a pool is zero, this character does not have the pool. */
function isEmpty(value: Json): boolean {
  return isObject(value) && value['max'] === 0;
}

/** Puts as many parts on a line as there is room for. */
function joinParts(parts: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const joined = `${lines.at(-1) ?? ''} · ${part}`;
    if (lines.length > 0 && measureWidth(joined) <= width) lines[lines.length - 1] = joined;
    else lines.push(part);
  }
  return lines.flatMap((line) => wrapText(line, { width }));
}
