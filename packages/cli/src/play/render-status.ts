// Renders where the player stands, in a line: place, time of the story, and the resources that run out.

import { describeStanding } from '@terrarium/composition/describe-standing';
import { playerId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { isObject, type Json } from '@terrarium/rpg/json';
import { readValue } from '@terrarium/rpg/read-value';
import { wrapText } from '../screen/layout.ts';
import { measureWidth } from '../screen/style.ts';

const mostResources = 3;

/** A line, or more if the window is narrow: how much is left is never cut off. */
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

/** A pool whose maximum is zero is one that this character does not have. */
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
