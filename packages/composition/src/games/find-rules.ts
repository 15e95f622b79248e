// Finds rules of a system for a player; for a move or check, also says which dice are rolled and how it may end.

import type { System } from '@terrarium/rpg/system';

export interface ShownRule {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/**
 * Finds rules, moves and checks with these words. First come those whose title is just these words, then those with the
 * words in the title, then rules with the words in a tag or the text.
 */
export function findRules(system: System, words: string): readonly ShownRule[] {
  const wanted = words.trim().toLowerCase();
  const ranked = [
    ...listMoves(system).map((rule) => ({ rule, rank: rankRule({ ...rule, isMove: true }, wanted) })),
    ...system.manifest.rules.map((rule) => ({ rule, rank: rankRule({ ...rule, isMove: false }, wanted) })),
  ];
  return ranked
    .filter(({ rank }) => rank !== undefined)
    .toSorted((one, other) => Number(one.rank) - Number(other.rank))
    .map(({ rule }) => rule);
}

interface Ranked extends ShownRule {
  readonly tags?: readonly string[] | undefined;
  /** Whether it is a move or a check. */
  readonly isMove: boolean;
}

/**
 * The rank of a rule among those found, 0 for the best; undefined if it does not have the words. A move or a check is
 * found only by its title.
 */
function rankRule({ isMove, ...rule }: Ranked, wanted: string) {
  const title = rule.title.toLowerCase();
  if (title === wanted) return 0;
  if (` ${title} `.includes(` ${wanted} `)) return 1;
  if (title.includes(wanted)) return 2;
  if (isMove) return undefined;
  if (rule.tags?.some((tag) => tag.toLowerCase().includes(wanted)) === true) return 3;
  return rule.text.toLowerCase().includes(wanted) ? 4 : undefined;
}

/** The moves that are rolled, and then the checks that do not share their name with such a move. */
function listMoves(system: System): readonly ShownRule[] {
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
