// Applies the effects that a manifest gives to thresholds, each time that one is crossed.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { isStillCrossed } from '../../rules/settling/list-crossed-thresholds.ts';
import type { Crossed } from '../../system/settled.ts';
import type { DueThreshold, Workbench } from '../workbench.ts';
import { renderCrossed } from '../write-field.ts';
import { applyEffects } from './play-move.ts';
import { proposeChoices } from './propose-choices.ts';
import { renderTableRoll, rollTable } from './roll-table.ts';

/** At most this many crossings of one action have their effects, since one crossing may cause another. */
const mostCrossings = 12;

/**
 * Lines for the effects of the thresholds that the action crossed, and of further thresholds that these effects
 * crossed.
 */
export function applyThresholds(bench: Workbench): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < Math.min(bench.due.length, mostCrossings); at += 1) {
    const due = bench.due[at];
    if (due !== undefined) lines.push(...applyThreshold(bench, due));
  }
  const left = bench.due.slice(mostCrossings).filter((due) => hasEffects(bench, due)).length;
  if (left > 0)
    lines.push(
      `(${left} more ${left === 1 ? 'threshold was' : 'thresholds were'} crossed: an action has the effects of at most ${mostCrossings}. Do what is left by single calls.)`,
    );
  return lines.filter((line) => line !== '');
}

function hasEffects(bench: Workbench, { entity, crossed }: DueThreshold): boolean {
  const type = bench.state.find(entity)?.type;
  return type !== undefined && (findThreshold(bench, type, crossed)?.does ?? []).length > 0;
}

function applyThreshold(bench: Workbench, { entity, crossed }: DueThreshold): readonly string[] {
  const who = bench.state.find(entity);
  const threshold = who === undefined ? undefined : findThreshold(bench, who.type, crossed);
  const effects = threshold?.does ?? [];
  if (who === undefined || effects.length === 0) return [];
  const cause = threshold?.at ?? crossed.say.slice(0, 80);
  const lines = applyEffects(bench, { who }, effects, cause);
  const besides = effects.flatMap((effect) => {
    const drawn = effect.oracle === undefined ? undefined : rollTable(bench, { table: effect.oracle, who });
    const chosen = effect.choose === undefined ? [] : proposeChoices(bench, { who }, effect.choose);
    const said = effect.say === undefined ? [] : [escapeLine(effect.say, 300)];
    return [...(drawn?.ok === true ? [renderTableRoll(drawn)] : []), ...said, ...chosen];
  });
  return [...lines, ...besides];
}

function findThreshold({ system }: Workbench, type: string, { path, say }: Crossed) {
  const { thresholds = [] } = system.sheets.get(type)?.byPath.get(path)?.definition ?? {};
  return thresholds.find((one) => one.say === say);
}

/**
 * The words of crossed thresholds that no longer hold because the same field crossed another threshold later in this
 * action. If somebody is dying, for instance, the answer does not also say that they are unconscious, because it would
 * give two orders for one thing.
 */
export function listOutdated(bench: Pick<Workbench, 'due' | 'state' | 'system'>): readonly string[] {
  const told = bench.due.map((one) => ({
    say: renderCrossed(one.crossed),
    isOutdated: isOutdated(bench, one),
  }));
  // Somebody else may have crossed a threshold with the same words, which still holds for them.
  const kept = new Set(told.filter((one) => !one.isOutdated).map(({ say }) => say));
  return told.flatMap(({ say }) => (kept.has(say) ? [] : [say]));
}

function isOutdated(
  { due, state, system }: Pick<Workbench, 'due' | 'state' | 'system'>,
  { entity, crossed, edit }: DueThreshold,
): boolean {
  const isFollowed = due.some(
    (one) => one.entity === entity && one.crossed.path === crossed.path && one.edit > edit,
  );
  const one = isFollowed ? state.find(entity) : undefined;
  const sheet = one && system.sheets.get(one.type);
  if (one === undefined || sheet === undefined) return false;
  return !isStillCrossed(sheet, one.sheet, { crossed, tables: system.tables });
}
