// Describes the game that begins at once: what was chosen so far, and for everything else the first thing that is offered.

import type { RouteAnswer } from '@terrarium/protocol/routes';

type Standing = Pick<RouteAnswer<'GET /api/worlds/{world}/zero'>, 'system' | 'systems' | 'world' | 'worlds'>;

export function describeAtOnce({ system, systems, world, worlds }: Standing): string {
  const rules = systems.find(({ id }) => id === system) ?? systems[0];
  const place = world?.title ?? worlds[0]?.label;
  const facts = [
    rules === undefined ? '' : `By the rules of ${rules.label}`,
    place === undefined ? '' : `in the world “${place}”`,
  ].filter((fact) => fact !== '');
  return `${[...facts, 'with a character chosen for you'].join(', ')}.`;
}
