// Renders a system's rules for the beginning of a prompt; what does not fit is named, so that it can be looked up.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { Intent } from '../../system/narrator-hints.ts';
import type { System } from '../../system/system.ts';
import { listRests, nameRest } from '../../tools/moves/list-rests.ts';
import { findIntent, findVariantWord, listMoves } from '../../tools/moves/move-hint.ts';
import { renderBlock, renderLine } from './render-data.ts';

/** The share of the rules' tokens that is kept for the names of rules that do not fit. */
const shareOfNames = 0.2;

/**
 * Most turns are played in this mode, so its procedure is among the rules; the procedures of other modes are in the
 * part about the present.
 */
export const usualMode = 'exploration';

/** The result is the same for all turns of a session, since a pinned system cannot change. */
export function renderRules(system: System, tokens: number): string {
  const { engine, rules, procedures } = system.manifest;
  const usual = procedures[usualMode];
  const lines = [
    `Mechanic: ${renderLine(engine.mechanic, 600)}`,
    `Ordinary roll: ${renderLine(engine.dice)}${engine.check === undefined ? '' : `, check "${renderLine(engine.check)}"`}`,
    `Success: ${renderLine(engine.success)}`,
    `Critical: ${renderLine(engine.crit)}`,
    ...(engine.fumble === undefined ? [] : [`Fumble: ${renderLine(engine.fumble)}`]),
    ...(usual === undefined ? [] : [`Procedure of ${usualMode}: ${renderLine(usual, 1200)}`]),
    ...renderMoves(system),
    ...renderRests(system),
    ...renderSpends(system),
    ...renderFoes(system),
    ...renderTables(system),
    ...renderAttitude(system),
    ...renderChecks(system),
  ];
  const texts = rules.map(({ title, text }) => ({
    title: renderLine(title, 120),
    line: `${renderLine(title, 120)}: ${renderLine(text, 1200)}`,
  }));
  return renderBlock('rules', fillRules(lines, texts, tokens), {
    system: system.name,
    version: system.version,
  });
}

/**
 * A line; or a line with the outcomes of the checks `of`, which says nothing without the line of at least one of them.
 */
type FixedLine = string | { readonly line: string; readonly of: readonly string[] };

interface RuleText {
  readonly title: string;
  readonly line: string;
}

/** As many lines and whole rules as fit, the first ones first; of other rules, as many titles as fit. */
function fillRules(
  lines: readonly FixedLine[],
  rules: readonly RuleText[],
  tokens: number,
): readonly string[] {
  const fixed = chooseFitting(lines, tokens);
  const count = (line: string) => estimateTokens(line) + 1;
  let left = tokens - fixed.reduce((sum, line) => sum + count(line), 0);
  const needed = rules.reduce((sum, { line }) => sum + count(line), 0);
  if (needed <= left) return [...fixed, ...rules.map(({ line }) => line)];
  left -= Math.floor(tokens * shareOfNames);
  const fitting: string[] = [];
  for (const { line } of rules) {
    left -= count(line);
    if (left < 0) break;
    fitting.push(line);
  }
  const others = rules.slice(fitting.length).map(({ title }) => title);
  return [...fixed, ...fitting, ...nameRules(others, Math.floor(tokens * shareOfNames))];
}

/** A line that is too long for what is left is left out, and shorter ones after it still get in. */
function chooseFitting(lines: readonly FixedLine[], tokens: number): readonly string[] {
  let left = tokens;
  const fitting: string[] = [];
  for (const one of lines) {
    const line = typeof one === 'string' ? one : one.line;
    const isMeant = typeof one === 'string' || one.of.some((check) => fitting.includes(check));
    const needed = estimateTokens(line) + 1;
    if (!isMeant || needed > left) continue;
    left -= needed;
    fitting.push(line);
  }
  const missing = lines.length - fitting.length;
  return missing === 0 ? fitting : [...fitting, `(${missing} more left out)`];
}

function nameRules(titles: readonly string[], tokens: number): readonly string[] {
  if (titles.length === 0) return [];
  const named: string[] = [];
  let left = tokens - 20;
  for (const title of titles) {
    left -= estimateTokens(title) + 1;
    if (left < 0) break;
    named.push(title);
  }
  const more = titles.length - named.length;
  const rest = more === 0 ? '' : `${named.length === 0 ? '' : ', and '}${more} more`;
  return [`Found by lore_search: ${named.join(', ')}${rest}`];
}

/**
 * The check of a move, and its dice if they are not those of the check. If the dice differ only in values of the sheet,
 * the move's own values are named instead.
 */
function nameRoll({ checks }: System, { check, dice }: Pick<Intent, 'check' | 'dice'>): string {
  if (check === undefined || check === null) return dice ?? 'no roll';
  const usual = checks.get(check)?.dice ?? '';
  if (dice === undefined || dice === null || dice === usual) return check;
  if (dice.replace(pathInDice, '@') !== usual.replace(pathInDice, '@')) return `${check} with ${dice}`;
  const others = usual.match(pathInDice) ?? [];
  const own = (dice.match(pathInDice) ?? []).filter((path, index) => path !== others[index]);
  return `${check} by ${own.join(', ')}`;
}

const pathInDice = /@[a-z_][\w.]*/giu;

const otherDice = ' `formula` replaces the dice of a move, modifier and all, such as with advantage or help.';
/** Added for systems whose rules give advantage. */
const askedAdvantage = ' `as` may be advantage or disadvantage, for any move or check;';

/** How a move is rolled with other dice than its own. */
function renderOtherDice({ narrator }: System['manifest']): string {
  return (narrator?.advantages ?? []).length > 0
    ? `${askedAdvantage}${otherDice.replace(', such as with advantage or help', '')}`
    : otherDice.replace('with advantage or ', 'with ');
}

const otherValue = " “by” names the value that takes the place of the check's own.";

/** No roll of a system that ships is longer; a formula that is cut cannot be used. */
const longestRoll = 200;

/** The moves that have a check, dice or variants, but without their costs and effects, which code applies. */
function renderMoves(system: System): readonly string[] {
  const { intents = {} } = system.manifest.narrator ?? {};
  const told = Object.entries(intents).filter(
    ([, { check, dice, variants = [] }]) => check !== undefined || dice !== undefined || variants.length > 0,
  );
  const shared = findShared(told.map(([, { variants = [] }]) => variants));
  const moves = told.flatMap(([id, intent]) => {
    const own = (intent.variants ?? []).filter((one) => findVariantWord(one) !== shared?.word);
    const words = own.map((one) => `${findVariantWord(one)}${nameValue(one.versus, ' = ')}`).join(', ');
    const as = words === '' ? '' : `; as ${renderLine(words, 200)}`;
    const rolled = `${nameRoll(system, intent)}${nameValue(intent.versus, ' ')}`;
    return [`${id} (${renderLine(rolled, longestRoll)}${as}${nameTable(intent)})`];
  });
  const known = listMoves(system);
  if (moves.length === 0) return [];
  const foes = known.includes('foe_attack')
    ? ` A foe or an ally attacks by roll: \`move\` attack, \`who\` strikes, \`against\` its target${nameFoeVariants(system)}.`
    : '';
  const order =
    system.manifest.narrator?.order === undefined
      ? ''
      : ' Who acts first in a fight is rolled automatically, and a turn ends with a move: make those of foes when it is their turn.';
  const used = new Set((system.manifest.things ?? []).flatMap(({ move }) => move ?? []));
  const things =
    used.size === 0
      ? ''
      : ` For ${[...used].join(' and ')}, \`as\` may also name a thing or spell on the sheet.`;
  const named = moves.join(', ');
  const by = named.includes(' by @') ? otherValue : '';
  return [
    `Moves: ${named}.${shared?.say ?? ''}${by}${renderOtherDice(system.manifest)}${foes}${things}${order}`,
  ];
}

type Variants = NonNullable<Intent['variants']>;

/** A variant that every move has, such as one that a point pays for: it is told once, with its price. */
function findShared(all: readonly Variants[]): { readonly word: string; readonly say: string } | undefined {
  const [first = [], ...others] = all;
  const variant = first.find((one) =>
    others.every((list) => list.some((other) => findVariantWord(other) === findVariantWord(one))),
  );
  if (variant === undefined || others.length === 0) return undefined;
  const word = findVariantWord(variant);
  const paid = variant.cost?.find(({ lose }) => lose !== undefined);
  const price = paid === undefined ? '' : `: ${paid.amount ?? 1} of ${paid.lose} paid before the roll`;
  return { word, say: ` ${renderLine(`Each may be made as ${word}${price}.`, 200)}` };
}

/** The table on which the move may roll for a find; nothing is rolled if something hidden can be found instead. */
function nameTable({ outcomes }: Pick<Intent, 'outcomes'>): string {
  const table = Object.values(outcomes ?? {})
    .flat()
    .find(({ unless_hidden }) => unless_hidden === true)?.oracle;
  return table === undefined ? '' : `; may roll ${renderLine(table, 40)}`;
}

/**
 * If a value of the sheet is to be reached: `before` and the last name of its path, as in "skill_roll charm". Otherwise
 * empty.
 */
function nameValue(versus: Intent['versus'], before: string): string {
  const isPath = typeof versus === 'string' && /^[a-z_]\w*(?:\.\w+)+$/u.test(versus);
  return isPath ? `${before}${versus.slice(versus.lastIndexOf('.') + 1)}` : '';
}

/** The variants of a foe's attack that are chosen by name, and not by its sheet. */
function nameFoeVariants({ manifest }: System): string {
  const variants = findIntent(manifest.narrator, 'foe_attack')?.variants ?? [];
  const named = variants.filter(({ when }) => when === undefined).map(findVariantWord);
  if (variants.length > 0 && named.length === 0) return ', without `as`';
  return named.length === 0 ? '' : `; as ${renderLine(named.join(', '), 120)}`;
}

/** Empty if the rules have no names for rests: a short and a long rest always exist. */
function renderRests(system: System): readonly string[] {
  const rests = listRests(system);
  if (rests.every(({ label }) => label === undefined)) return [];
  return [`Rests: ${rests.map(nameRest).join(', ')}`];
}

/** What the player may pay after the dice have been rolled. */
function renderSpends({ manifest }: System): readonly string[] {
  const spends = manifest.narrator?.spends ?? [];
  if (spends.length === 0) return [];
  const told = spends.map(({ id, label, amount, does }) => {
    const isCounted = amount === undefined && does !== 'reroll' && does !== 'outcome';
    const call = JSON.stringify({ spend: id, ...(isCounted ? { points: 5 } : {}) });
    return `roll ${renderLine(call, 120)} (${renderLine(label, 80)})`;
  });
  const named = spends.find(({ cost_own }) => cost_own !== undefined);
  const which = named === undefined ? '' : ` Which one: ${JSON.stringify({ spend: `${named.id} NAME` })}.`;
  return [
    `The player's newest roll that the price can turn is judged again by ${told.join(' or ')}, only where the player wants it.${which}`,
  ];
}

/** At most this many kinds of foes are named; others are suggested if a name is not found. */
const mostFoes = 8;

function renderFoes({ manifest }: System): readonly string[] {
  const { foes = [], narrator } = manifest;
  const kinds = [...Object.keys(narrator?.opponents?.threats ?? {}), ...foes.map(({ id }) => id)];
  if (kinds.length === 0) return [];
  const named = kinds.slice(0, mostFoes).map((kind) => renderLine(kind, 60));
  const more = kinds.length - named.length;
  return [`Foes (for \`like\` in npc_create): ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}

/** The attitudes that people may have to the player; a sheet shows an attitude only if it is not the usual one. */
function renderAttitude({ sheets }: System): readonly string[] {
  const field = sheets.get('npc')?.byPath.get('attitude');
  if (field === undefined) return [];
  const usual = renderLine(field.kind.view(field.kind.blank()), 40);
  return [`People: ${renderLine(field.kind.hint('attitude'), 160)}; ${usual} where nothing is said`];
}

function renderTables(system: System): readonly string[] {
  const ids = (system.manifest.oracles ?? []).map(({ id }) => renderLine(id, 80));
  return ids.length === 0 ? [] : [`Tables: ${ids.join(', ')}`];
}

/** The meanings of outcomes are given once for all checks that share them. */
function renderChecks({ manifest }: System): readonly FixedLine[] {
  const { checks = [] } = manifest;
  const byOutcomes = Map.groupBy(checks, ({ outcomes }) =>
    outcomes.map((outcome) => renderLine(outcome.label, 80)).join(' / '),
  );
  return [...byOutcomes].flatMap(([outcomes, alike]) => {
    if (alike.length === 1) return alike.map((check) => renderCheck(check, `: ${outcomes}`));
    const of = alike.map((check) => renderCheck(check, ''));
    return [...of, { line: `Each of these ends in: ${outcomes}`, of }];
  });
}

type ManifestCheck = NonNullable<System['manifest']['checks']>[number];

function renderCheck({ id, label, dice, given = {}, use }: ManifestCheck, outcomes: string): string {
  const asked = Object.keys(given);
  const values = asked.length === 0 ? '' : ` (with ${renderLine(asked.join(', '))})`;
  const when = use === undefined ? '' : ` — ${renderLine(use)}`;
  return `Check "${id}" (${renderLine(label, 80)}): ${renderLine(dice)}${values}${outcomes}${when}`;
}
