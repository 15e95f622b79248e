// Lists the record of a turn in short plain lines: everything that a telling may say happened in the game.

import { renderWithstood } from '../../rules/find-withstood.ts';
import { isForOrder } from '../../rules/is-for-order.ts';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import { isTellingSecret } from '../../state/is-telling-secret.ts';
import type { Field } from '../../system/system.ts';
import { listLying } from '../../tools/lying-things.ts';
import { readOrder } from '../../tools/moves/read-order.ts';
import { findRow, findTable } from '../../tools/moves/roll-table.ts';
import { type GameState, playerId, sceneId } from '../../values/entity.ts';
import { isObject, type Json, type JsonObject } from '../../values/json.ts';
import { renderClock } from '../../values/render-minutes.ts';
import { listNamedPaths } from '../audit/list-labels.ts';
import { type AuditedTurn, collectTurnFacts, type Person, type TurnFacts } from '../audit/turn-facts.ts';
import { readName, readScene } from '../context/read-scene.ts';
import { renderLine } from '../context/render-data.ts';
import { describeRefused } from './describe-refused.ts';
import { listFieldChanges, listItemChanges, renderField } from './list-changes.ts';

export interface RecordSources {
  readonly turn: AuditedTurn;
  /** What the player wrote. */
  readonly words: string;
  /** Numbers of the sheet that the narrative names are in the record even if nothing changed them. */
  readonly narrative: string;
}

const mostOfAKind = 8;
/**
 * A fight has many more rolls than other turns; if a roll were left out of the record, its telling would be marked as
 * made up.
 */
const mostRolls = 24;
const longestLine = 220;
/** Much longer than other lines: a telling may follow all that the player wrote, and what is cut is no basis for it. */
const longestWords = 600;

/**
 * Each line can be understood by itself; the last line says that nothing else changed. The record contains no secrets.
 */
export function listRecord({ turn, words, narrative }: RecordSources): readonly string[] {
  const facts = collectTurnFacts(turn);
  const wrote = `The player, who plays ${facts.player?.name ?? 'the character'}, wrote: “${words.slice(0, longestWords)}”`;
  const lines = [
    ...listWhereabouts(turn, facts),
    ...listFight(turn),
    ...listRolls(turn).slice(0, mostRolls),
    ...facts.people.flatMap((person) => renderFieldChanges(person)).slice(0, mostOfAKind),
    ...listLaid(turn),
    ...listClocks(turn),
    ...listQuests(turn),
    ...facts.refused.flatMap((call) => describeRefused(turn.state, call)).slice(0, mostOfAKind),
    ...(facts.player === undefined ? [] : listPlayer(facts.player, listNamedPaths(narrative, facts))),
  ];
  return [
    renderLine(wrote, longestWords + longestLine),
    ...[...lines, 'Nothing else changed.'].map((line) => renderLine(line, longestLine)),
  ];
}

/**
 * The place with its exits, the time, and the people: who is here, who came, went or fell, and in what condition they
 * are.
 */
function listWhereabouts({ state, actions }: AuditedTurn, facts: TurnFacts): readonly string[] {
  const patches = actions.flatMap((action) => action.patches);
  const findFirst = (path: string) =>
    patches.find((patch) => patch.entity === sceneId && patch.path === path);
  const scene = readScene(state);
  const here = readName(scene.place);
  const [from, began] = [findFirst('here')?.before, findFirst('minutes')?.before];
  const passed = typeof began === 'number' ? scene.minutes - began : 0;
  const ways = scene.exits.filter(({ isHidden }) => !isHidden);
  const named = ways.map(
    ({ to, isLocked }) => `${nameOf(state, `location:${to}`)}${isLocked ? ' (locked)' : ''}`,
  );
  const moved = from === undefined ? `Place: ${here}` : `Moved from ${nameOf(state, from)} to ${here}`;
  return [
    `${moved}. Ways from here: ${join(named)}.`,
    `Minutes that passed: ${passed}. It is ${renderClock(scene.minutes)}.`,
    ...listPeople(facts, state),
  ];
}

function listPeople({ people }: TurnFacts, state: GameState): readonly string[] {
  const present = new Set(readScene(state).present.map(({ id }) => id as string));
  const others = people.filter(({ isPlayer }) => !isPlayer);
  const joinNames = (those: readonly Person[]) => join(those.map(({ name }) => name));
  const here = others.filter(({ id }) => present.has(id));
  const behind = others.filter((one) => one.isHere && !present.has(one.id));
  const met = here.filter(({ hasCome }) => hasCome);
  const beaten = others.filter((one) => one.isDown && (one.isHere || present.has(one.id)));
  return [
    `Here: ${joinNames(here)}.${behind.length === 0 ? '' : ` Not here any more: ${joinNames(behind)}.`} Nobody else.`,
    ...(met.length === 0 ? [] : [`Came, or were met, in this turn: ${joinNames(met)}.`]),
    `Dead, fled or beaten: ${joinNames(beaten)}.`,
    `Conditions: ${join(people.filter((one) => one.isPlayer || present.has(one.id)).flatMap(listConditions))}.`,
  ];
}

/**
 * Conditions, and what else a system counts as harm: in words, such as the consequences of a hit, in boxes, such as
 * wounds, or as yes and no. Values that a new sheet has too are left out.
 */
function listConditions(person: Person): readonly string[] {
  const told = person.fields.filter(isHarm).flatMap((field) => {
    const views = [person.sheets[0], person.sheets.at(-1)].map((sheet) => renderField(person, field, sheet));
    const steps = views.filter((view, index) => view !== views[index - 1]);
    if (['', 'none', renderField(person, field, {})].includes(steps.join(''))) return [];
    const label = field.kind.id === 'CONT_CONDITIONS' ? '' : `${field.definition.label}: `;
    return [`${label}${steps.map((step) => (step === '' ? 'none' : step)).join(' → ')}`];
  });
  if (told.length === 0) return person.isPlayer ? [`${person.name} none`] : [];
  return [`${person.name} ${told.join('; ')}`];
}

function isHarm({ kind, definition }: Field): boolean {
  const isTelling = kind.id.startsWith('RES_') || harmKinds.has(kind.id);
  return kind.id === 'CONT_CONDITIONS' || (definition.category === 'status' && isTelling);
}

const harmKinds: ReadonlySet<string> = new Set(['CONT_LIST', 'VAL_TEXT', 'VAL_BOOL']);

/** Says that a fight began or ended, and in which order turns are taken if this was rolled in the turn. */
function listFight({ state, actions }: AuditedTurn): readonly string[] {
  const modes = actions
    .flatMap(({ patches }) => patches)
    .filter(({ entity, path }) => entity === sceneId && path === 'mode')
    .flatMap(({ before, after }) => [
      ...(after === 'combat' ? ['A fight began.'] : []),
      ...(before === 'combat' ? ['The fight ended.'] : []),
    ]);
  const order = readOrder(state);
  if (order === undefined || !actions.some(({ rolls }) => rolls.some(isForOrder))) return modes;
  return [
    ...modes,
    `Order of turns: ${join(order.places.map(({ id, rolled }) => `${nameOf(state, id)} ${rolled}`))}.`,
  ];
}

function listRolls(turn: AuditedTurn): readonly string[] {
  return turn.actions.flatMap(({ tool, rolls }) =>
    rolls
      .filter((roll) => !isForOrder(roll))
      .map((roll) =>
        roll.table === undefined ? describeRoll(turn, roll) : describeDrawn(turn, { ...roll, tool }),
      ),
  );
}

function renderFieldChanges(person: Person): readonly string[] {
  return listFieldChanges(person).map(
    ({ field, values }) => `${person.name}, ${field.definition.label}: ${values}.`,
  );
}

function describeRoll(turn: AuditedTurn, roll: RolledCheck): string {
  const { state } = turn;
  const { rolled, target, outcome, who, against } = roll;
  const by = who === playerId ? '' : ` by ${nameOf(state, who)}`;
  const whom = against === undefined ? '' : ` against ${nameOf(state, against)}`;
  const versus = target === undefined ? '' : ` against ${target}`;
  const withstood = renderWithstood(roll, against === undefined ? '' : nameOf(state, against));
  const how = withstood ?? `${rolled.rendered}${versus}${outcome === undefined ? '' : `: ${outcome.label}`}`;
  return `Roll ${nameRoll(turn, roll)}${by}${whom}: ${how}.`;
}

/**
 * A row of a table. The reason of the move that led to the roll is left out, since this reason reads as if it had come
 * to pass.
 */
function describeDrawn(
  { system, state }: AuditedTurn,
  { table = '', rolled, reason, tool }: RolledCheck & { readonly tool: string },
): string {
  const found = findTable(system, table);
  const row = found === undefined ? undefined : findRow(found, rolled.total);
  const name = tool === 'oracle' ? findPlainReason(state, reason) : found?.label;
  return `Roll on a table, ${name ?? table}: ${rolled.rendered}: ${row?.say ?? 'nothing'}`;
}

function nameRoll({ system, state }: AuditedTurn, { rolled, check, move, reason }: RolledCheck): string {
  return system.checks.get(check ?? '')?.label ?? move ?? findPlainReason(state, reason) ?? rolled.expression;
}

/** Why something was rolled or asked, unless that tells a secret. */
function findPlainReason(state: GameState, reason: string | undefined): string | undefined {
  return reason === undefined || isTellingSecret(reason, state) ? undefined : reason;
}

/**
 * The things that the turn brought or changed, if they lie here now, or if somebody here has them whose sheet has no
 * list of things.
 */
function listLaid({ state, actions }: AuditedTurn): readonly string[] {
  const touched = new Set(actions.flatMap(({ patches }) => patches.map(({ entity }) => entity)));
  const { place, present } = readScene(state);
  return [place, ...present].flatMap((holder) => {
    if (holder === undefined) return [];
    const laid = listLying(state, holder.id).filter(({ id }) => touched.has(id));
    if (laid.length === 0) return [];
    return [
      `${holder.id === place?.id ? 'Lies here' : `${readName(holder)} has`}: ${join(laid.map(readName))}.`,
    ];
  });
}

function listClocks({ state, actions }: AuditedTurn): readonly string[] {
  const patches = actions.flatMap((action) => action.patches);
  return state.list('clock').flatMap((clock) => {
    const own = patches.filter(({ entity }) => entity === clock.id);
    const filled = own.flatMap(({ before, after }) => [before, after]).map(readFilled);
    const steps = filled.filter((count, index) => count !== undefined && count !== filled[index - 1]);
    const { segments } = isObject(clock.sheet['progress']) ? clock.sheet['progress'] : {};
    return steps.length === 0 ? [] : [`Clock ${readName(clock)}: ${steps.join(' → ')} of ${segments}.`];
  });
}

function readFilled(value: Json | undefined): Json | undefined {
  if (!isObject(value)) return typeof value === 'number' ? value : undefined;
  return isObject(value['progress']) ? value['progress']['filled'] : value['filled'];
}

function listQuests({ state, actions }: AuditedTurn): readonly string[] {
  const touched = new Set(actions.flatMap(({ patches }) => patches.map(({ entity }) => entity)));
  return state
    .list('quest')
    .filter(({ id }) => touched.has(id))
    .slice(0, mostOfAKind)
    .map((quest) => {
      const steps = Array.isArray(quest.sheet['steps'])
        ? (quest.sheet['steps'] as readonly JsonObject[])
        : [];
      const told = steps.map((step) => `${step['name']} (${step['is_done'] === true ? 'done' : 'open'})`);
      return `Quest ${readName(quest)}, ${String(quest.sheet['status'] ?? 'open')}: ${join(told)}.`;
    });
}

/**
 * The things that came and went, what is carried, and the numbers that are always listed or that the narrative names.
 */
function listPlayer(player: Person, named: ReadonlySet<string>): readonly string[] {
  const { gained, lost, carried } = listItemChanges(player);
  const told = player.fields.filter((field) => isTold(field, named));
  return [
    `Gained: ${join(gained)}. Lost or used up: ${join(lost)}.`,
    `Carries: ${join(carried)}.`,
    `${player.name} now: ${join(told.map((field) => `${field.definition.label} ${renderField(player, field)}`))}.`,
  ];
}

/**
 * Points and rows of boxes under resources are always listed, except spell slots, which never are. Other numbers are
 * listed only if the narrative names them.
 */
function isTold({ path, kind, definition, parts }: Field, named: ReadonlySet<string>): boolean {
  if (definition.category === 'resources' && kind.id.startsWith('RES_')) return !path.includes('slots');
  const isNumber = parts.some((part) => part.kind === 'number');
  return isNumber && kind.items === undefined && named.has(path);
}

function nameOf(state: GameState, id: unknown): string {
  const entity = typeof id === 'string' ? state.find(id as `${string}:${string}`) : undefined;
  return entity === undefined ? String(id) : readName(entity);
}

function join(parts: readonly string[]): string {
  return parts.length === 0 ? 'none' : parts.join(', ');
}
