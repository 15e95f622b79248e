// The tool `mode_set`: sets the mode of play, such as combat, and the opponents.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { buildTool, type ToolRefusal } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { isWorth, renderOpponentSheet } from '../manifest/render-opponent-sheet.ts';
import { readValue } from '../rules/read-value.ts';
import { type EntityId, sceneId } from '../values/entity.ts';
import { markSecret } from '../values/hidden-text.ts';
import { isObject } from '../values/json.ts';
import { isBeaten } from './moves/is-fighting.ts';
import { openEffectView } from './moves/open-effect-view.ts';
import { resolveTarget } from './resolve-target.ts';
import { setHouseField } from './scene.ts';
import type { Workbench } from './workbench.ts';

const input = z.strictObject({
  mode: z.enum(['exploration', 'combat', 'social', 'downtime']),
  opponents: z.array(z.string().min(1).max(120)).max(40).optional(),
  /**
   * Who fights on the player's side: only the program gives this. `left` lists who has left the fight or takes no part
   * in it; models are told of it where it may be needed.
   */
  allies: z.array(z.string().min(1).max(120)).max(40).optional(),
  left: z.array(z.string().min(1).max(120)).max(40).optional(),
});

export const modeSet = buildTool<typeof input, Workbench>({
  name: 'mode_set',
  description: 'Change the mode; opponents by id.',
  isWrite: true,
  input,
  run({ mode, opponents, allies = [], left = [] }, bench) {
    const found = resolveOpponents(bench, opponents ?? (mode === 'combat' ? undefined : []));
    if (found?.ok === false) return found;
    const before = String(bench.state.find(sceneId)?.sheet['mode'] ?? 'nothing');
    const changed = setHouseField(bench, sceneId, { path: 'mode', value: mode });
    if (!changed.ok) return changed;
    bench.joined.push(...listKnown(bench, allies));
    bench.left.push(...listNamed(bench, left));
    const say = before === mode ? `The mode stays ${mode}.` : `Mode: ${before} → ${mode}.`;
    const listed = listOpponents(bench);
    const fight = { mode, isBegun: before !== mode, known: [] };
    if (found === undefined)
      return { ok: true, say: [withAllies(bench, say), ...describeFight(bench, fight, listed)].join('\n') };
    const known = before === mode ? listed.map(({ name }) => name) : [];
    const { names } = found;
    const written = setHouseField(bench, sceneId, { path: 'opponents', value: [...names] });
    if (!written.ok) return written;
    const won = describeBeaten(bench, before === 'combat' && mode !== 'combat' ? listed : []);
    const against = names.length === 0 ? say : `${say} Against ${names.map(({ name }) => name).join(', ')}.`;
    return {
      ok: true,
      say: [withAllies(bench, against), ...won, ...describeFight(bench, { ...fight, known }, names)].join(
        '\n',
      ),
    };
  },
});

type Named = { readonly ok: true; readonly names: readonly { readonly name: string }[] } | ToolRefusal;

/** Undefined if no list is given, so that the opponents stay as they are; with an empty list, nobody is an opponent. */
function resolveOpponents({ state }: Workbench, wanted: readonly string[] | undefined): Named | undefined {
  if (wanted === undefined) return undefined;
  const names: { readonly name: string }[] = [];
  for (const opponent of wanted) {
    const found = resolveTarget(state, opponent, ['npc', 'creature']);
    if (!found.ok) return found;
    names.push({ name: found.entity.id });
  }
  return { ok: true, names };
}

function withAllies({ joined, left }: Workbench, say: string): string {
  const stay = joined.filter((id) => !left.includes(id));
  if (stay.length === 0) return say;
  const out = JSON.stringify({ mode: 'combat', left: stay.slice(0, 1) });
  return `${say} On the player's side: ${stay.join(', ')}. Whoever of them takes no part, such as a child: mode_set ${out}.`;
}

/** The ids of those who are named; somebody unknown is left out, since they have no fight to leave. */
function listNamed({ state }: Workbench, names: readonly string[]): readonly EntityId[] {
  return names.flatMap((name) => {
    const found = resolveTarget(state, name, ['npc', 'creature']);
    return found.ok ? [found.entity.id] : [];
  });
}

/** Whom the program names as allies, always by id; an unknown id is left out. */
function listKnown({ state }: Workbench, ids: readonly string[]): readonly EntityId[] {
  return ids.flatMap((id) => state.find(id as EntityId)?.id ?? []);
}

function listOpponents({ state }: Workbench): readonly { readonly name: string }[] {
  const listed = state.find(sceneId)?.sheet['opponents'];
  return Array.isArray(listed)
    ? listed.map((one) => ({ name: isObject(one) ? String(one['name']) : String(one) }))
    : [];
}

/** When a fight ends: the beaten foes, each with its worth by the rules; foes worth nothing are left out. */
function describeBeaten(bench: Workbench, foes: readonly { readonly name: string }[]): readonly string[] {
  const view = openEffectView(bench);
  const beaten = foes.flatMap(({ name }) => {
    const foe = bench.state.find(name as EntityId);
    if (foe === undefined || !isBeaten(view, foe)) return [];
    const fields = (bench.system.sheets.get(foe.type)?.fields ?? []).filter(isWorth);
    const worth = fields.map(
      ({ path, kind }) => `${path} ${kind.view(readValue(foe.sheet, path) ?? kind.blank())}`,
    );
    return worth.length === 0 ? [] : [`${foe.id} (${worth.join(', ')})`];
  });
  return beaten.length === 0 ? [] : [markSecret(`Beaten: ${beaten.join(', ')}.`)];
}

const longestFoe = 600;

interface Fight {
  readonly mode: string;
  readonly isBegun: boolean;
  /** The ids of the foes who were opponents before. */
  readonly known: readonly string[];
}

/**
 * Lists what the game master needs for a fight: the procedure of the system when the fight begins, and the numbers of
 * the foes who are new. Empty outside a fight.
 */
function describeFight(
  { system, state }: Workbench,
  { mode, isBegun, known }: Fight,
  foes: readonly { readonly name: string }[],
): readonly string[] {
  if (mode !== 'combat') return [];
  const procedure = isBegun ? system.manifest.procedures['combat'] : undefined;
  const sheets = foes.flatMap(({ name }) => {
    const foe = state.find(name as EntityId);
    if (foe === undefined || known.includes(name)) return [];
    const lines = renderOpponentSheet(foe, system)
      .split('\n')
      .filter((line) => !/^(?:at=|empty: |derived:$|$)/.test(line));
    return [escapeLine(`${foe.id}: ${lines.join('; ')}`, longestFoe)];
  });
  return [...(procedure === undefined ? [] : [escapeLine(procedure, 1_200)]), ...sheets];
}
