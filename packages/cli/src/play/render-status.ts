// Renders the player's status in a line: place, time of the story, and resources that can run out.

import { describeStanding } from '@terrarium/composition/describe-standing';
import { playerId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { isObject, type Json } from '@terrarium/rpg/json';
import { readValue } from '@terrarium/rpg/read-value';
import { findFall } from '@terrarium/rpg/refuse-deed-when-down';
import { wrapText } from '../screen/layout.ts';
import { measureWidth } from '../screen/style.ts';

const mostResources = 3;

/** What a player must know while the character is down; with `rolls`, a roll decides how it goes on. */
const falls = { none: '', safe: 'you are down', rolls: 'you are down: /continue rolls for you' };

/** One line, or more if the window is narrow: a resource that is shown is never cut off. */
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
        : [{ path: field.path, label: field.definition.label, view: field.kind.view(value) }];
    });
  const groups = [...Map.groupBy(resources, ({ path }) => path.replace(/_\d+$/u, '')).values()];
  const pools = groups.slice(0, mostResources).map(renderGroup);
  const parts = [place, time, ...pools, falls[findFall({ state, system }) ?? 'none']].filter(
    (part) => part !== '',
  );
  return joinParts(parts, width);
}

interface Resource {
  readonly label: string;
  readonly view: string;
}

/**
 * Pools of one kind, such as the spell slots of each level, are shown together. What their names have in
 * common is shown only once.
 */
function renderGroup([first, ...others]: readonly Resource[]): string {
  const shared = first?.label.slice(0, first.label.lastIndexOf(', ') + 2) ?? '';
  const rest = others.map(
    ({ label, view }) => `${label.startsWith(shared) ? label.slice(shared.length) : label} ${view}`,
  );
  return [`${first?.label ?? ''} ${first?.view ?? ''}`, ...rest].join(', ');
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
