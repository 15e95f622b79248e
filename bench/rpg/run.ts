// RPG bench: `node bench/rpg/run.ts [part]` measures settling, dice, facts, the audit, whole games and extraction.

import { parseArgs } from 'node:util';
import { chooseParts } from '../choose-parts.ts';
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

/** All parts unless some are named. */
const { positionals } = parseArgs({ allowPositionals: true });

for (const report of chooseParts(parts, positionals)) {
  process.stdout.write(`${await report()}\n`);
}
