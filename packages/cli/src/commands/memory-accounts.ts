// The memory commands that give account: search, what changed since last time, and how sound the memory is.

import { readFileSync, statSync } from 'node:fs';
import { UsageError } from '@terrarium/kernel/errors';
import { type Command, InvalidArgumentError } from 'commander';
import { findMemoryWorld, withCompanion, withMemoryDatabase } from '../compose-memory.ts';
import { addWorldOptions, buildCountOption, type WorldOptions } from '../options.ts';
import type { Shell } from '../shell.ts';
import { renderAudit } from '../views/render-audit.ts';
import { renderRecap } from '../views/render-recap.ts';
import { renderSearch } from '../views/render-search.ts';
import { tellOfMemory } from './tell-of-memory.ts';

export function addMemoryAccountCommands(memory: Command, shell: Shell): void {
  addSearchCommand(memory, shell);
  addAuditCommand(memory, shell);
  addRecapCommand(memory, shell);
}

interface SearchOptions extends WorldOptions {
  readonly limit: number;
}

function addSearchCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('search')
    .description('moments of the talk, and what is held in mind, by any of their words; the best first')
    .argument('<query...>', 'what it was about')
    .addOption(buildCountOption('--limit <moments>', 'so many of each at most').default(10));
  addWorldOptions(command, 'one JSON value').action((words: readonly string[], options: SearchOptions) =>
    tellOfMemory(shell, options, async (companion, { voices, timeZone }) => {
      const query = words.join(' ');
      const { limit } = options;
      const moments = await companion.search(query, { limit });
      const found = { moments, items: companion.searchItems(query, { limit }) };
      const { width } = shell.printer;
      return { value: found, renderLines: () => renderSearch(found, { width, timeZone, voices }) };
    }),
  );
}

interface AuditOptions extends WorldOptions {
  readonly file?: string;
}

function addAuditCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('audit')
    .description('what in the memory is doubled, repeated, ungrounded, stale or never used')
    .option('--file <export>', "another tool's memory instead, as JSON or JSON lines");
  addWorldOptions(command, 'one JSON value').action(async (options: AuditOptions) => {
    const { printer } = shell;
    if (options.file !== undefined) {
      const { auditExport } = await import('@terrarium/memory/audit-export');
      const audit = auditExport(readExport(options.file));
      if (options.json === true) printer.sayJson(audit);
      else printer.say(...renderAudit({ audit }, printer.width));
      return;
    }
    const world = await findMemoryWorld(shell, options);
    const { measureTagYield } = await import('@terrarium/memory/measure-tag-yield');
    const { voices } = world.settings;
    const audit = await withCompanion(shell, world, (companion) => companion.audit());
    const tagYield = await withMemoryDatabase(shell, world, (connection) =>
      measureTagYield(connection, { voices }),
    );
    if (options.json === true) printer.sayJson({ ...audit, tagYield });
    else printer.say(...renderAudit({ audit, tagYield }, printer.width));
  });
}

const largestExportBytes = 256 * 1024 * 1024;

function readExport(path: string): string {
  const size = statSync(path, { throwIfNoEntry: false });
  const todo = 'Name a file of JSON or JSON lines.';
  if (size?.isFile() !== true)
    throw new UsageError({ code: 'file.missing', happened: `There is no file ${path}.`, todo });
  if (size.size <= largestExportBytes) return readFileSync(path, 'utf8');
  throw new UsageError({ code: 'file.too-large', happened: `${path} is larger than any memory.`, todo });
}

interface RecapOptions extends WorldOptions {
  readonly since?: number;
}

function addRecapCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('recap')
    .description('what changed since last time: new, settled, faded, due')
    .option(
      '--since <when>',
      'a day or a moment, such as 2026-03-01 (default: the beginning of the last talk)',
      parseSince,
    );
  addWorldOptions(command, 'one JSON value').action((options: RecapOptions) =>
    tellOfMemory(shell, options, (companion, { timeZone }) => {
      const found = companion.recap({ sinceMs: options.since });
      const { width } = shell.printer;
      return { value: found, renderLines: () => renderRecap(found, { width, timeZone }) };
    }),
  );
}

function parseSince(text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}/u.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(ms)) return ms;
  throw new InvalidArgumentError('It must be a day or a moment, such as 2026-03-01 or 2026-03-01T18:00.');
}
