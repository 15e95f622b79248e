// The tool `oracle`: lets chance answer a yes-or-no question, or rolls on one of the tables of the system.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { type AnswerOdds, answerOdds, nameAnswerTable } from '../system/answer-tables.ts';
import type { Oracle } from '../system/manifest.ts';
import type { System } from '../system/system.ts';
import { type Entity, playerId } from '../values/entity.ts';
import { findRow, findTable, plainAnswers, renderTableRoll, rollTable } from './moves/roll-table.ts';
import { rollOnce } from './rolling/roll-once.ts';
import type { Workbench } from './workbench.ts';

const input = z.strictObject({
  question: z.string().max(200).optional(),
  odds: z.enum(answerOdds).optional(),
  table: z.string().min(1).max(80).optional(),
});

export const oracle = buildTool<typeof input, Workbench>({
  name: 'oracle',
  description: 'Ask yes or no, or roll a table.',
  isWrite: true,
  input,
  run({ question, odds = 'even', table }, bench) {
    const who = bench.state.find(playerId);
    if (who === undefined) return { ok: false, say: `There is no ${playerId}.` };
    const found = table ?? findAnswers(bench.system, odds)?.id;
    if (found === undefined) return rollPlain(bench, { who, odds, question });
    const drawn = rollTable(bench, { table: found, who, reason: question });
    return drawn.ok ? { ok: true, say: `${renderAsked(question)}${renderTableRoll(drawn)}` } : drawn;
  },
});

/** The system's table of answers for these odds; undefined if it has none. */
function findAnswers(system: System, wanted: AnswerOdds): Oracle | undefined {
  return findTable(system, nameAnswerTable(system.manifest, wanted));
}

/** The dice for systems without a table of answers. */
const plainDice: Readonly<Record<AnswerOdds, string>> = { likely: '2d6kh1', even: '1d6', unlikely: '2d6kl1' };
interface PlainAsked {
  readonly who: Entity;
  readonly odds: AnswerOdds;
  readonly question: string | undefined;
}

function rollPlain(bench: Workbench, { who, odds: wanted, question }: PlainAsked): ToolAnswer {
  const reason = `Yes or no${question === undefined ? '' : `: ${question}`}`.slice(0, 180);
  const thrown = rollOnce(bench, { who, dice: plainDice[wanted], reason, table: plainAnswers.id });
  if (!thrown.ok) return thrown;
  const { total } = thrown.roll.rolled;
  return {
    ok: true,
    say: `${renderAsked(question)}(${total}) ${findRow(plainAnswers, total)?.say ?? 'No.'}`,
  };
}

function renderAsked(question: string | undefined): string {
  return question === undefined ? '' : `${escapeLine(question, 200)} `;
}
