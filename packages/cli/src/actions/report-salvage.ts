// Reports a salvage: what an export had to leave out, briefly on the screen and in full in a list beside the export.

import { join } from 'node:path';
import type { World } from '@terrarium/annotator/world';
import { writeFile } from '@terrarium/annotator/write-file';
import type { DamagedRow } from '@terrarium/kernel/examined-rows';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';

export interface Salvage {
  /** The name of the damaged file in the world's folder, such as `rpg.db`. */
  readonly file: string;
  readonly world: World;
  /** Where the export went; undefined for standard output. */
  readonly path: string | undefined;
  readonly leftOut: readonly DamagedRow[];
}

export interface SalvageReport {
  readonly leftOut: number;
  /** The first few of the rows that were left out. */
  readonly rows: readonly DamagedRow[];
  /** The file that lists all rows that were left out, one JSON value on each line; undefined if there are none. */
  readonly list: string | undefined;
}

/** At most this many of the rows left out are shown; the list has all of them. */
const told = 10;

/**
 * Reports to standard error, so that an export on standard output stays clean. If rows were left out, lists them in a
 * file and sets the exit code.
 */
export function reportSalvage(shell: Shell, { file, world, path, leftOut }: Salvage): SalvageReport {
  const { printer } = shell;
  const rows = leftOut.slice(0, told);
  if (leftOut.length === 0) {
    printer.warn(`Nothing had to be left out of the export of ${file}.`);
    return { leftOut: 0, rows, list: undefined };
  }
  shell.exitCode = exitCodes.problems;
  const list = `${path ?? join(world.exportsDir, file)}.left-out.jsonl`;
  writeFile(
    list,
    leftOut.map((row) => `${JSON.stringify(row)}\n`),
    world.dir,
  );
  const width = printer.width;
  const count = leftOut.length === 1 ? '1 thing is' : `${renderCount(leftOut.length, 'thing')} are`;
  const lines = rows.flatMap(({ table, row, what }) =>
    wrapText(`Row ${row} of the table ${table} ${what}.`, { width, indent: '    ', first: '  ' }),
  );
  const all =
    leftOut.length > told
      ? `These and ${leftOut.length - told} more are listed in ${list}`
      : `Listed in ${list}`;
  printer.warn(
    ...wrapText(`${file} is damaged: ${count} left out of the export. The export says so too.`, { width }),
    ...lines,
    ...wrapText(all, { width }),
  );
  return { leftOut: leftOut.length, rows, list };
}
