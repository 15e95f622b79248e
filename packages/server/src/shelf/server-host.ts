// Server host: lets pages open worlds, and refuses what the person has not accepted yet, since it cannot ask.

import type { Host, Notice, TrustQuestion } from '@terrarium/composition/host';
import type { Environment } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import { showName } from '@terrarium/kernel/foreign-text';
import { renderMigrated } from '@terrarium/kernel/render-migrated';
import { isWithin } from '@terrarium/kernel/world-folder';

export interface ServerHost extends Host {
  /** The notices about the world in this folder, and those about all worlds, newest last; each line once. */
  listTold(dir: string): readonly string[];
}

/** The maximum number of notices that are kept; more would help nobody. */
const keptNotices = 50;

export function buildServerHost(environment: Environment, trustsWorld: boolean): ServerHost {
  /** For each notice, the file that it is about; null if it is about all worlds. */
  const told = new Map<string, string | null>();
  const record = (notice: Notice): void => {
    const text = describeNotice(notice);
    if (text === undefined) return;
    told.delete(text);
    told.set(text, notice.kind === 'migrated' ? notice.migrated.backupPath : null);
    const [oldest] = told.keys();
    if (oldest !== undefined && told.size > keptNotices) told.delete(oldest);
  };
  return {
    environment,
    trustsWorld,
    logsDir: undefined,
    listTold: (dir) =>
      [...told].filter(([, about]) => about === null || isWithin(dir, about)).map(([text]) => text),
    notify: record,
    askTrust: async (question) => {
      if (question.routes === undefined) return false;
      throw refuseUntrusted(question);
    },
  };
}

function describeNotice(notice: Notice): string | undefined {
  switch (notice.kind) {
    case 'migrated':
      return renderMigrated(notice.migrated);
    case 'words-alone':
      return `${notice.failure.happened} Searches go by words only, not by meaning.`;
    case 'routes-not-kept':
      return notice.failure.happened;
    case 'server-asked':
    case 'waiting':
    case 'embedder-held':
    case 'links-accepted':
    case 'notes':
    case 'standing':
    case 'game-begun':
      return undefined;
  }
}

function refuseUntrusted({ dir }: TrustQuestion): UsageError {
  return new UsageError({
    code: 'world.untrusted-settings',
    happened: `The settings in the world ${showName(dir)} say where requests go, and you have not accepted these settings on this machine. Nothing was sent.`,
    todo: 'Look at the terrarium.yaml of that world. If you trust what it says, allow it on the page Settings, or start the server once with --trust-world.',
  });
}
