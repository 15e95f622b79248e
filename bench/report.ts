// Reports of benchmarks: a table for people, JSON for programs.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A table in plain text; every column but the first is aligned to the right. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const renderRow = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return `${[renderRow(head), rule, ...rows.map(renderRow)].join('\n')}\n`;
}

/** Writes the figures to `bench/<name>/results/<part>.json`, which git ignores. */
export function writeResults(name: string, figures: unknown, part = 'latest'): void {
  const folder = join(import.meta.dirname, name, 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${part}.json`), `${JSON.stringify(figures, null, 2)}\n`);
}
