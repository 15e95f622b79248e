// Lists the moves and checks of a system as rules for a player: with which dice each is rolled, and how it may end.

import type { System } from '@terrarium/rpg/system';

export interface MoveRule {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** The moves first, and then the checks that do not share their name with a move. */
export function listMoveRules(system: System): readonly MoveRule[] {
  const { intents = {} } = system.manifest.narrator ?? {};
  const moves = Object.entries(intents).flatMap(([id, { check, dice }]) => {
    const found = typeof check === 'string' ? system.checks.get(check) : undefined;
    const rolled = dice ?? found?.dice;
    if (rolled === undefined) return [];
    const as = found === undefined ? '' : ` as ${found.label}`;
    const text = `A move, rolled${as} with ${nameDice(system, rolled)}.${describeEnds(found?.outcomes)}`;
    return [{ id: `move:${id}`, title: nameMove(id), text }];
  });
  const titles = new Set(moves.map(({ title }) => title.toLowerCase()));
  const checks = [...system.checks.values()]
    .filter(({ label }) => !titles.has(label.toLowerCase()))
    .map(({ id, label, dice, use = '', outcomes }) => ({
      id: `check:${id}`,
      title: label,
      text: `A check, rolled with ${nameDice(system, dice)}.${describeEnds(outcomes)} ${use}`.trim(),
    }));
  return [...moves, ...checks];
}

function nameMove(id: string): string {
  const words = id.replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** The dice with the labels of fields in place of their paths, such as `2d6 + Brawn`. */
function nameDice({ sheets }: System, dice: string): string {
  const byPath = sheets.get('character')?.byPath;
  return dice
    .replaceAll(/[+-]/gu, ' $& ')
    .replaceAll(/@([\w.]+)/gu, (whole, path: string) => byPath?.get(path)?.definition.label ?? whole);
}

function describeEnds(outcomes: readonly { readonly label: string }[] = []): string {
  return outcomes.length === 0 ? '' : ` It may end in: ${outcomes.map(({ label }) => label).join('; ')}.`;
}
