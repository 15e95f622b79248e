// Renders the calls of a past turn and the block at the end of its reply, so that a model sees how a turn is played.

import { z } from 'zod';
import { isForOrder } from '../../rules/is-for-order.ts';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { Acted } from '../../state/game.ts';
import type { Action, Turn } from '../../state/session.ts';
import { playerId } from '../../values/entity.ts';
import { isHidden, stripSecrets } from '../../values/hidden-text.ts';
import { isObject } from '../../values/json.ts';
import { parseJson } from '../../values/parse-json.ts';
import { stripMended } from '../audit/list-refused.ts';
import { renderElement, renderLine } from './render-data.ts';

const mostDone = 6;
const longestDone = 90;

/**
 * One line with what the model's calls did: at most `most` results, preferably of rolls, and then the last calls that
 * failed. Empty if there are neither.
 */
export function renderDone(actions: readonly (Action & Acted)[], most: number = mostDone): string {
  const taken = listTakenBack(actions);
  const done = actions
    .filter((action) => action.by === 'model' && action.ok && !taken.has(action))
    .flatMap((action) => describeDone(action).map((one) => ({ ...one, tool: action.tool })));
  const kept = chooseKept(done, most);
  const more = done.length - kept.length;
  const told = [
    ...kept.map(({ line }) => line),
    ...(more > 0 ? [`${more} more (${nameLeft(done, kept)})`] : []),
    ...listFailed(actions),
  ];
  return renderElement('done', {}, told.join('; '));
}

const asJudging = z.object({ spend: z.string(), judges: z.object({ index: z.number() }) });

/** The actions whose roll was judged again later in the turn: what they brought is no longer so. */
function listTakenBack(actions: readonly (Action & Acted)[]): ReadonlySet<Action & Acted> {
  const judged = actions.flatMap((action, at) => {
    const { tool, ok, arguments: written, patches } = action;
    const given = tool === 'roll' && ok ? asJudging.safeParse(parseJson(written)) : undefined;
    if (given?.success !== true) return [];
    const { index } = given.data.judges;
    const former = actions.slice(0, at).find(({ rolls }) => rolls.some((roll) => roll.index === index));
    // Numbers of rolls begin anew in each turn, and the roll may belong to the turn before.
    const isSame = former?.patches.some((one) =>
      patches.some(({ entity, path }) => entity === one.entity && path === one.path),
    );
    return former !== undefined && isSame === true ? [former] : [];
  });
  return new Set(judged);
}

const mostFailed = 3;
/** Tools whose calls would have changed something; for others a refusal leaves nothing open. */
const changing =
  /^(?:roll|adjust|set|mark|item_add|item_remove|condition_add|condition_remove|move|quest_update|reveal)$/;

/** Tools whose calls write a value: one that wrote none did nothing. A roll or a use of a spell may need to write none. */
const writing = /^(?:adjust|set|mark|item_add|item_remove|condition_add|condition_remove)$/;

/** The last calls that did nothing and that no later call made good: the turn may still have told them as done. */
function listFailed(actions: readonly (Action & Acted)[]): readonly string[] {
  const calls = actions.filter(({ by, tool, arguments: written }) => {
    return by === 'model' && changing.test(tool) && !isHidden(written);
  });
  return stripMended(calls)
    .filter(
      ({ tool, ok, rolls, patches }) => !ok || (writing.test(tool) && rolls.length + patches.length === 0),
    )
    .slice(-mostFailed)
    .flatMap(({ tool, say }) => {
      const [first = ''] = stripSecrets(say).split('\n');
      return first === '' ? [] : [`not done: ${tool} (${cutAnswer(first)})`];
    });
}

/** The tools of the calls for which there was no room. */
function nameLeft(done: readonly Done[], kept: readonly Done[]): string {
  const left = done.filter((one) => !kept.includes(one));
  return [...new Set(left.map(({ tool }) => tool))].slice(0, 4).join(', ');
}

interface Described {
  readonly line: string;
  readonly isRolled?: boolean;
}

interface Done extends Described {
  readonly tool: string;
}

/**
 * Chooses results, and keeps their order. If there is no room for all, takes the newest rolls, and then the first
 * results that no dice decided.
 */
function chooseKept(done: readonly Done[], most: number): readonly Done[] {
  const rolled = done.filter(({ isRolled }) => isRolled).slice(-most);
  const others = done.filter(({ isRolled }) => !isRolled).slice(0, most - rolled.length);
  return done.filter((one) => rolled.includes(one) || others.includes(one));
}

function describeDone(action: Action & Acted): readonly Described[] {
  const { tool, say, rolls, patches } = action;
  const deciding = rolls.filter((roll) => !isForOrder(roll));
  const rolled = deciding.map(
    (roll) => findDrawn(say, roll) ?? renderLine(`${tool} ${describeRoll(roll)}`, longestDone + 20),
  );
  if (rolled.length > 0) return [...rolled, ...listTicks(action)].map((line) => ({ line, isRolled: true }));
  if (patches.length === 0) return [];
  const thing = describeThing(action);
  if (thing !== undefined) return [{ line: renderLine(`${tool} ${thing}`, longestDone) }];
  const [first = ''] = stripSecrets(say).split('\n');
  return first === '' ? [] : [{ line: `${tool} ${nameUse(action)}${cutAnswer(first)}` }];
}

/** For a move without dice: its name and what was used for it, such as a spell. The answer begins with the cost. */
function nameUse({ tool, arguments: written }: Action): string {
  const parsed = tool === 'roll' && !isHidden(written) ? use.safeParse(parseJson(written)) : undefined;
  if (parsed?.success !== true) return '';
  const { move, as } = parsed.data;
  return `${renderLine(as === undefined ? move : `${move} ${as}`, 80)}: `;
}

const use = z.object({ move: z.string(), as: z.string().optional() });

/** The clocks that a roll moved, with their filled segments. */
function listTicks({ patches }: Action & Acted): readonly string[] {
  return patches.flatMap(({ entity, path, after }) => {
    const isTick = entity.startsWith('clock:') && path === 'progress' && isObject(after);
    return isTick
      ? [renderLine(`${entity} ${String(after['filled'])} of ${String(after['segments'])}`, longestDone)]
      : [];
  });
}

/** The line of the answer that says what the table gave: the number alone would mean nothing in a later turn. */
function findDrawn(say: string, { table, rolled }: RolledCheck): string | undefined {
  if (table === undefined) return undefined;
  const line = stripSecrets(say)
    .split('\n')
    .find((one) => one.includes(`(${rolled.total})`));
  return line === undefined ? undefined : cutAnswer(line);
}

/** The line is escaped already; what the cut would divide, a word or an escape such as `&lt;`, is left out. */
function cutAnswer(line: string): string {
  if (line.length <= longestDone) return line;
  const kept = line.slice(0, longestDone);
  const end = kept.lastIndexOf(' ');
  return `${(end > longestDone / 2 ? kept.slice(0, end) : kept.replace(/&[a-z]*$/, '')).trimEnd()}…`;
}

/** Says which thing came or went. The answer of the call begins instead with everything in the list. */
function describeThing({ tool, arguments: written }: Action): string | undefined {
  if (!tool.startsWith('item_') || isHidden(written)) return undefined;
  const parsed = given.safeParse(parseJson(written));
  if (!parsed.success) return undefined;
  const { name, item, quantity = 1, target } = parsed.data;
  const whose = target === undefined ? '' : ` of ${target}`;
  const what = name ?? item;
  return what === undefined ? undefined : `${quantity === 1 ? '' : `${quantity} `}${what}${whose}`;
}

const given = z.object({
  name: z.string().optional(),
  item: z.string().optional(),
  quantity: z.number().optional(),
  target: z.string().optional(),
});

/**
 * The move or the check, who rolled it against whom, and its outcome; then the purpose, cut or left out if there is
 * little room. A roll without a move or a check is named by its purpose, its table or its dice.
 */
function describeRoll({ move, check, table, who, against, reason, rolled, outcome }: RolledCheck): string {
  const came = `: ${outcome?.label ?? rolled.total}`;
  const what = table === undefined ? (move ?? check)?.replaceAll('_', ' ') : undefined;
  const by = who === playerId ? '' : ` by ${who}`;
  const whom = against === undefined ? '' : ` against ${against === playerId ? 'the player' : against}`;
  if (what === undefined) return `${reason ?? table ?? rolled.expression}${by}${whom}${came}`;
  const said = `${what}${by}${whom}${came}`;
  const room = longestDone - said.length;
  if (reason === undefined || room < 8) return said;
  return `${said} (${reason.length <= room ? reason : `${reason.slice(0, room).trimEnd()}…`})`;
}

/** The block in the form in which models are asked for it; empty for a turn that nobody summed up. */
export function renderClosing({ summary, tags, importance, suggestions }: Turn): string {
  if (summary.trim() === '') return '';
  const lines = [
    `summary: ${summary}`,
    ...(tags.length === 0 ? [] : [`tags: ${tags.join(', ')}`]),
    `importance: ${importance}`,
    ...suggestions.slice(0, 3).map((one) => `- ${one}`),
  ];
  return `<after>\n${lines.map((line) => renderLine(line, 300)).join('\n')}\n</after>`;
}
