// Renders the state of a session zero: which game it is for, and what was chosen before.

import type { SettledZero } from '@terrarium/rpg/settled-zero';
import { cutText, wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import type { ZeroContext } from './zero-context.ts';

const manner =
  'Session zero has four steps: rules, wish, world and character. Each answer is kept at once. Ctrl-C leaves, and the same command continues from there.';

export function renderZero(context: ZeroContext, width: number): readonly string[] {
  const settled = listSettled(context.settled).map((line) => `  ${cutText(line, width - 2)}`);
  return [
    paint(context.name, 'bold'),
    ...wrapText(manner, { width }).map((line) => paint(line, 'dim')),
    ...(settled.length === 0 ? [] : ['', 'Chosen already:', ...settled]),
  ];
}

function listSettled({ system, concept, world, character }: SettledZero): readonly string[] {
  const said: readonly (readonly [string, string | undefined])[] = [
    ['rules', system?.kind === 'file' ? system.path : system?.id],
    ['wish', concept],
    ['world', world?.kind === 'made' ? world.scenario.title : world?.id],
    ['character', character?.name],
  ];
  return said.flatMap(([what, value]) =>
    value === undefined ? [] : [`${what}: ${value === '' ? 'none' : value}`],
  );
}
