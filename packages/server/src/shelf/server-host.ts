// Server host: who opens a world for a browser. There is nobody here to ask, so what is not accepted yet is refused.

import type { Host, Notice, TrustQuestion } from '@terrarium/composition/host';
import { type Environment, renderInstant } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import { showName } from '@terrarium/kernel/foreign-text';
import { renderMigrated } from '@terrarium/kernel/migrations';

export interface ServerHost extends Host {
  /** What was told while worlds were opened, newest last. */
  listTold(): readonly string[];
}

/** More are of no help to anybody. */
const keptNotices = 50;

export function buildServerHost(environment: Environment, trustsWorld: boolean): ServerHost {
  const told: string[] = [];
  const record = (text: string | undefined): void => {
    if (text === undefined) return;
    told.push(`${renderInstant(environment.clock.now())} ${text}`);
    if (told.length > keptNotices) told.shift();
  };
  return {
    environment,
    trustsWorld,
    logsDir: undefined,
    listTold: () => told,
    notify: (notice) => record(describeNotice(notice)),
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
      return `${notice.failure.happened} Only words are searched.`;
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
    happened: `The settings in the world ${showName(dir)} say where requests go, and you have not accepted that on this machine. Nothing was sent.`,
    todo: 'Look at its terrarium.yaml. If you trust it, stop the server and start it once with --trust-world.',
  });
}
