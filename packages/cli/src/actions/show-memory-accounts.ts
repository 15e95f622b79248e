// Shows what a search or an audit of a memory finds, and what has changed in the memory since last time.

import { buildFound, buildRecap, describeBounds } from '@terrarium/composition/build-memory';
import {
  countMemory,
  requireMemoryWorld,
  withMemoryDatabase,
  withPlainCompanion,
} from '@terrarium/composition/memory-world';
import { UsageError } from '@terrarium/kernel/errors';
import { readNamedFile } from '@terrarium/kernel/named-file';
import { highestLimit } from '@terrarium/memory/search';
import type { MindOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { renderAudit } from '../views/render-audit.ts';
import { renderRecap } from '../views/render-recap.ts';
import { renderSearch } from '../views/render-search.ts';
import { showFromMemory } from './show-from-memory.ts';

export interface SearchOptions extends MindOptions {
  readonly limit: number;
  readonly from?: string;
  readonly to?: string;
}

export interface AuditOptions extends MindOptions {
  readonly file?: string;
}

const largestExportBytes = 256 * 1024 * 1024;

export async function showFound(
  shell: Shell,
  words: readonly string[],
  options: SearchOptions,
): Promise<void> {
  await showFromMemory(
    shell,
    { ...options, shape: 'memorySearch', isSearch: true },
    async (companion, { timeZone }, vectors) => {
      const query = words.join(' ');
      const { limit: wanted, from, to } = options;
      const limit = Math.min(highestLimit, wanted);
      const bounds = { limit, span: companion.resolveSpan({ from, to }) };
      const moments = await companion.search(query, bounds);
      const found = { ...bounds, moments, items: companion.searchItems(query, bounds) };
      const { width } = shell.printer;
      return {
        value: { ...buildFound(found, timeZone), vectors, servers: shell.asked },
        renderLines: () => [
          ...describeBounds({ span: bounds.span, wanted, most: highestLimit }, timeZone),
          ...renderSearch(found, { width, timeZone, voices: companion.nameVoices() }),
        ],
      };
    },
  );
}

export async function showAudit(shell: Shell, options: AuditOptions): Promise<void> {
  const { printer } = shell;
  if (options.file !== undefined) {
    const { auditExport } = await import('@terrarium/memory/audit-export');
    const audit = auditExport(readExport(options.file));
    if (options.json === true) printer.writeJson('memoryAudit', audit);
    else printer.writeLines(...renderAudit({ audit }, printer.width));
    return;
  }
  const world = await requireMemoryWorld(shell, options);
  const { measureTagYield } = await import('@terrarium/memory/measure-tag-yield');
  const { voices } = world.settings;
  const audit = await withPlainCompanion(shell, world, (companion) => companion.audit());
  const tagYield = await withMemoryDatabase(shell, world, (connection) =>
    measureTagYield(connection, { voices }),
  );
  const vectors = await countMemory(shell, world);
  if (options.json === true) printer.writeJson('memoryAudit', { ...audit, tagYield, vectors });
  else printer.writeLines(...renderAudit({ audit, tagYield, vectors, dir: world.world.dir }, printer.width));
}

export async function showRecap(shell: Shell, options: RecapOptions): Promise<void> {
  await showFromMemory(shell, { ...options, shape: 'memoryRecap' }, (companion, { timeZone }) => {
    const { since: from } = options;
    const found = companion.recap({ sinceMs: companion.resolveSpan({ from })?.fromMs });
    const { width } = shell.printer;
    const screen = { width, timeZone, nowMs: shell.environment.clock.now() };
    return { value: buildRecap(found), renderLines: () => renderRecap(found, screen) };
  });
}

function readExport(path: string): string {
  const found = readNamedFile(path, largestExportBytes);
  const todo = 'Name a file of JSON or JSON lines.';
  if (found.status === 'read') return found.bytes.toString('utf8');
  if (found.status !== 'too-large')
    throw new UsageError({ code: 'file.missing', happened: `There is no file ${path}.`, todo });
  throw new UsageError({ code: 'file.too-large', happened: `${path} is too large for a memory.`, todo });
}

export interface RecapOptions extends MindOptions {
  /** A person's words for a time. */
  readonly since?: string;
}
