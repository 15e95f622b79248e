// Renders what changes from turn to turn, as the last message of a prompt: state, recollections, and the player's words.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { renderCompactSheet } from '../../manifest/render-compact-sheet.ts';
import { renderSheetForModel } from '../../manifest/render-sheet-for-model.ts';
import { type ClockContent, type ClockEvent, isAbout, readNotebook } from '../../state/notebook.ts';
import { baseFields } from '../../system/base-entities.ts';
import type { System } from '../../system/system.ts';
import { isStanding } from '../../tools/moves/is-fighting.ts';
import { openEffectView } from '../../tools/moves/open-effect-view.ts';
import { readOrder } from '../../tools/moves/read-order.ts';
import { describeDown } from '../../tools/slips/refuse-deed-when-down.ts';
import { type Entity, type GameState, playerId, sceneId } from '../../values/entity.ts';
import { renderClock } from '../../values/render-minutes.ts';
import type { Recollection } from '../recollector.ts';
import type { TurnSettings } from '../turn-settings.ts';
import { isOfHarm } from './is-of-harm.ts';
import type { PromptBudget } from './plan-budget.ts';
import { readName, readScene, type SceneView } from './read-scene.ts';
import { renderBeside } from './render-beside.ts';
import {
  cutLines,
  cutText,
  isFitting,
  renderBlock,
  renderElement,
  renderLine,
  renderText,
} from './render-data.ts';
import { renderPresent } from './render-present.ts';
import { usualMode } from './render-rules.ts';
import { renderSecrets } from './render-secrets.ts';
import { renderRecalled, renderWords } from './render-words.ts';

export interface Present {
  readonly system: System;
  readonly state: GameState;
  readonly settings: TurnSettings;
  readonly recalled: readonly Recollection[];
  /** What the player did outside the story since the last telling. */
  readonly beside: readonly string[];
  readonly retold?: string | undefined;
  readonly marks?: string | undefined;
  readonly words: string;
  /** The telling before the player's words. */
  readonly before?: string | undefined;
  readonly budget: PromptBudget;
  /** Tokens that the past leaves. They go to parts that would be cut otherwise; none by default. */
  readonly spare?: number | undefined;
}

/** The parts by name, in the order of the prompt: what changes least comes first, the player's words last. */
export function renderNow(present: Present): Readonly<Record<string, string>> {
  const scene = readScene(present.state);
  const { system, state, budget } = present;
  const player = state.find(playerId);
  const quests = scene.openQuests.map(renderQuest);
  const plans = readNotebook(state).clocks;
  const clocks = scene.clocks.map((clock) => renderClockLine(clock, system, plans));
  const own = listOwnLines(present, scene);
  const grow = openSpare(budget, present.spare ?? 0);
  // The parts that stand first here are given spare tokens first.
  const words = grow('words', (tokens) => renderWords(present.words, tokens));
  const grown = {
    procedure: grow('procedure', (tokens) => renderProcedure(system, scene.mode, tokens)),
    present: grow('present', (tokens) =>
      renderPresent({ system, state, scene, words: present.words }, tokens),
    ),
    sheet: grow('sheet', (tokens) => renderSheet(player, system, tokens)),
    scene: grow('scene', (tokens) => renderPlace(scene, own, tokens)),
    quests: grow('quests', (tokens) => renderBlock('quests', cutLines([...quests], tokens))),
    clocks: grow('clocks', (tokens) => renderBlock('clocks', cutLines(clocks, tokens))),
  };
  return {
    sheet: grown.sheet,
    quests: grown.quests,
    clocks: grown.clocks,
    scene: grown.scene,
    order: renderOrder(present),
    down: renderElement('down', {}, renderText(describeDown({ system, state }) ?? '')),
    present: grown.present,
    secret: renderSecrets({ state, scene, words: present.words, before: present.before }, budget.secret),
    procedure: grown.procedure,
    beside: renderBeside(present.beside, budget.beside),
    recalled: renderRecalled(present.recalled, budget.recalled),
    wishes: renderPreferences(present.settings, budget.wishes),
    retold: present.retold ?? '',
    marks: present.marks ?? '',
    words,
  };
}

/**
 * Returns a function that renders one part after another, each with its own tokens and with the spare tokens that the
 * parts before it did not use.
 */
function openSpare(budget: PromptBudget, spare: number) {
  let left = spare;
  return (part: keyof PromptBudget, render: (tokens: number) => string): string => {
    const text = render(budget[part] + left);
    left -= Math.min(left, Math.max(0, estimateTokens(text) - budget[part]));
    return text;
  };
}

/** The last message: all parts, those of the state in one element. */
export function joinNow(parts: Readonly<Record<string, string>>): string {
  const { beside = '', recalled = '', wishes = '', retold = '', marks = '', words = '', ...state } = parts;
  const now = Object.values(state).filter((part) => part !== '');
  return [`<now>\n${now.join('\n')}\n</now>`, beside, recalled, wishes, retold, marks, words]
    .filter((part) => part !== '')
    .join('\n');
}

/** An entity is never changed in place, and belongs to a game with one system: its sheet is rendered once. */
const renderedSheets = new WeakMap<Entity, readonly string[]>();

function renderSheet(player: Entity | undefined, system: System, tokens: number): string {
  const lines = player === undefined ? [] : (renderedSheets.get(player) ?? renderWholeSheet(player, system));
  if (player !== undefined) renderedSheets.set(player, lines);
  const isWhole = player === undefined || isFitting(lines, tokens);
  const shown = isWhole ? lines : cutLines(listUnusual(player, system), tokens);
  return renderBlock('sheet', isWhole ? shown : [...shown, asUsual], { of: player?.id });
}

const asUsual = '(values that are as in a new sheet are left out)';

/** Only what differs from a new sheet: harm and points first, since the rest is cut where it is too long. */
function listUnusual(player: Entity, system: System): readonly string[] {
  const fields = system.sheets.get(player.type)?.fields ?? [];
  const [first, others] = [fields.filter(isOfHarm), fields.filter((field) => !isOfHarm(field))];
  const rendered = renderSheetForModel(player, system, { isShort: true, fields: [...first, ...others] });
  return rendered.split('\n').map(renderText);
}

/** In a system with turns: who still acts in which order, and whose turn it is. */
function renderOrder({ system, state }: Present): string {
  const order = readOrder(state);
  if (order === undefined) return '';
  const view = openEffectView({ system, state });
  const standing = order.places.filter(({ id }) => isStanding(view, id));
  const places = standing.map(({ id, rolled }) => `${id} ${rolled}`).join(', ');
  return renderElement('order', { round: order.round, turn: order.turn }, renderLine(places, 600));
}

function renderPlace(scene: SceneView, own: readonly string[], tokens: number): string {
  const { place, exits, lying } = scene;
  const lines = [
    ...(place === undefined ? [] : [`place: ${renderLine(readLabel(place))}`]),
    ...own,
    ...(lying.length === 0 ? [] : [renderLine(`lying here: ${lying.map(readName).join('; ')}`, 300)]),
    ...exits.map(({ to, name, isLocked, isHidden }) => {
      const marks = [...(isLocked ? ['locked'] : []), ...(isHidden ? ['hidden from the player'] : [])];
      return `exit: ${renderLine(name, 100)} → ${renderLine(to, 80)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
    }),
  ];
  const attributes = { mode: scene.mode, time: renderClock(scene.minutes) };
  return renderBlock('scene', cutLines(lines.length === 0 ? ['no place yet'] : lines, tokens), attributes);
}

/**
 * The lists that the rules of the game add to the scene and the place, such as aspects, with the paths by which they
 * are changed. A list of the scene is shown even if it is empty, since it is filled in play.
 */
function listOwnLines({ system, state }: Present, { place }: SceneView): readonly string[] {
  const render = (entity: Entity | undefined, isShort: boolean) => {
    if (entity === undefined) return [];
    const base = new Set((baseFields.get(entity.type) ?? []).map((field) => field['path']));
    const fields = (system.sheets.get(entity.type)?.fields ?? []).filter(
      ({ path, kind }) => kind.add !== undefined && !base.has(path),
    );
    const lines = renderSheetForModel(entity, system, { isShort, fields }).split('\n');
    return lines.flatMap((line) => (line === '' ? [] : [renderLine(`${entity.id} ${line}`, longestLine)]));
  };
  return [...render(state.find(sceneId), false), ...render(place, true)];
}

function readLabel(place: Entity): string {
  const { name, about } = place.sheet;
  return [place.id, name, about].filter((part) => typeof part === 'string' && part !== '').join(' — ');
}

function renderQuest(quest: Entity): string {
  const { name, about, steps } = quest.sheet;
  const open = Array.isArray(steps) ? steps.flatMap(readOpenStep) : [];
  const next =
    open.length === 0 ? '' : `; still to do (mark by quest_update): ${renderLine(open.join('; '))}`;
  return `${quest.id}: ${renderLine(String(name ?? quest.key), 100)} — ${renderLine(String(about ?? ''), 200)}${next}`;
}

function readOpenStep(step: unknown): readonly string[] {
  if (step === null || typeof step !== 'object' || !('name' in step)) return [];
  return 'is_done' in step && step.is_done === true ? [] : [String(step.name)];
}

function renderProcedure(system: System, mode: string, tokens: number): string {
  const text = mode === usualMode ? undefined : system.manifest.procedures[mode];
  return text === undefined ? '' : renderElement('procedure', { mode }, cutText(renderText(text), tokens));
}

function renderPreferences(settings: TurnSettings, tokens: number): string {
  const { authorNote, style, length } = settings;
  const lines = [
    ...(authorNote ? [`note: ${renderLine(authorNote, 4000)}`] : []),
    ...(style ? [`style: ${renderLine(style, 2000)}`] : []),
    ...(length === undefined ? [] : [`length: ${length.from} to ${length.to} words`]),
  ];
  return renderBlock(
    'wishes',
    lines.map((line) => cutText(line, tokens)),
  );
}

/** A sheet with more fields than this is rendered compactly. */
const mostPlain = 50;

/** Contains everything that can be set, including what is empty. */
function renderWholeSheet(entity: Entity, system: System): readonly string[] {
  const fields = system.sheets.get(entity.type)?.fields ?? [];
  const render = fields.length > mostPlain ? renderCompactSheet : renderSheetForModel;
  return render(entity, system).split('\n').map(renderText);
}

const longestLine = 600;
/** Lines that are left out: what the id says already, and what is empty. */
const unsaid = /^(?:name=|empty: |derived:$)/;

const ticking: Readonly<Record<ClockEvent, string>> = {
  failure: 'a failed roll',
  rest: 'a rest',
  travel: 'a journey',
};

/** For each system, the names of the clocks that its rules advance, such as an alarm. */
const ruleClocks = new WeakMap<System, ReadonlySet<string>>();

function listRuleClocks(system: System): ReadonlySet<string> {
  const known = ruleClocks.get(system);
  if (known !== undefined) return known;
  const named = [...JSON.stringify(system.manifest.narrator ?? {}).matchAll(/"clock":"([^"]+)"/gu)];
  const clocks = new Set(named.map(([, name = '']) => name.toLowerCase()));
  ruleClocks.set(system, clocks);
  return clocks;
}

/** Also names the events after which code moves the clock on, so that a model does not tick it once more for them. */
function renderClockLine(clock: Entity, system: System, plans: readonly ClockContent[]): string {
  const on = plans.find(({ name }) => isAbout(name, clock))?.on ?? [];
  const isOfScene = on.length === 0 && listRuleClocks(system).has(readName(clock).toLowerCase());
  const clears = isOfScene ? ['moved by rolls; clear it (negative ticks) once its scene is over'] : [];
  const own =
    on.length === 0 ? clears : [`ticks by itself after ${on.map((one) => ticking[one]).join(', ')}`];
  const fields = renderSheetForModel(clock, system)
    .split('\n')
    .filter((line) => !unsaid.test(line));
  return renderLine(`${clock.id}: ${[...fields, ...own].join('; ')}`, longestLine);
}
