// RPG bench: `node bench/rpg/run.ts [part]` measures settling, dice, facts, the audit, whole games and extraction.

import { parseArgs } from 'node:util';
import { chooseParts } from '../choose-parts.ts';
import { storeAnswers, writeRequests } from './check-by-hand.ts';
import { isBatch } from './judged-narratives/read-judged.ts';
import { reportAudit } from './report-audit.ts';
import { reportCalls } from './report-calls.ts';
import { reportCheck } from './report-check.ts';
import { reportDice } from './report-dice.ts';
import { reportExtraction } from './report-extraction.ts';
import { reportFacts } from './report-facts.ts';
import { reportJudged } from './report-judged.ts';
import { reportProse } from './report-prose.ts';
import { reportSettle } from './report-settle.ts';
import { reportSheet } from './report-sheet.ts';
import { reportTurns } from './report-turns.ts';

const parts: Readonly<Record<string, () => string | Promise<string>>> = {
  settle: reportSettle,
  dice: reportDice,
  facts: reportFacts,
  audit: () => `${reportAudit()}\n${reportJudged()}`,
  check: reportCheck,
  prose: reportProse,
  sheet: reportSheet,
  calls: reportCalls,
  turns: reportTurns,
  extraction: reportExtraction,
};

/**
 * All parts run unless some are named. `check --batch g --prompts DIR` only writes the requests that a model would be
 * sent about the narratives of a batch. `--answers DIR` stores somebody's answers to them, which `check` then reports.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { batch: { type: 'string' }, prompts: { type: 'string' }, answers: { type: 'string' } },
});
const { batch = '', prompts, answers } = values;
if (prompts !== undefined || answers !== undefined) {
  if (!isBatch(batch)) throw new Error('Name a batch that was written, such as `--batch e`.');
  if (prompts !== undefined) process.stdout.write(writeRequests(batch, prompts));
  if (answers !== undefined) process.stdout.write(storeAnswers(batch, answers));
} else {
  for (const report of chooseParts(parts, positionals)) process.stdout.write(`${await report()}\n`);
}
