// Writes a bug of ours to a log file, with its stack and its cause.

import { dirname, join } from 'node:path';
import { resolveOwnLogFolder } from '@terrarium/kernel/configuration-source';
import { type Bug, TerrariumError } from '@terrarium/kernel/errors';
import { openLog } from '@terrarium/kernel/open-log';

/**
 * Returns the path of the file: in the world's folder of logs or, if there is none or it cannot be written, where the
 * platform keeps logs of programs. If neither can be written, returns words that say so.
 */
export function writeFault(logsDir: string | undefined, fault: Bug): string {
  const fields = { code: fault.code, error: fault, cause: describeCause(fault.cause) };
  for (const folder of [...(logsDir === undefined ? [] : [logsDir]), resolveOwnLogFolder()]) {
    const path = join(folder, 'terrarium-faults.log');
    try {
      const log = openLog(path, { within: folder === logsDir ? dirname(logsDir) : undefined });
      log.error('fault', fields);
      log.close();
      return path;
    } catch (problem) {
      if (!(problem instanceof TerrariumError)) throw problem;
    }
  }
  return 'no file, because none could be written';
}

function describeCause(cause: unknown): string | undefined {
  return cause instanceof Error ? (cause.stack ?? cause.message) : undefined;
}
