// Tests which retries of a run are printed as lines: for one reason, the first, the second, the fourth and so on.

import { Writable } from 'node:stream';
import type { RunEvent } from '@terrarium/annotator/run-events';
import type { World } from '@terrarium/annotator/world';
import type { Log } from '@terrarium/kernel/open-log';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { expect, it } from 'vitest';
import { buildPrinter } from '../screen/printer.ts';
import { watchRun } from './watch-run.ts';

function openWatch() {
  const printed: string[] = [];
  const logged: string[] = [];
  const out = new Writable({
    write(chunk, _encoding, done) {
      printed.push(String(chunk).trim());
      done();
    },
  });
  const log: Log = {
    info: () => undefined,
    warn: (message) => void logged.push(message),
    error: () => undefined,
    child: () => log,
  };
  const watch = watchRun({
    printer: buildPrinter({ out, error: out, environment: {} }),
    clock: buildFakeEnvironment().clock,
    log,
    isJson: false,
    limit: undefined,
    retried: undefined,
    findDefinition: () => undefined,
    isBuiltIn: false,
    world: {} as World,
    findTitle: () => undefined,
  });
  return { watch, printed, logged };
}

function buildRetries(count: number, reason: string): readonly RunEvent[] {
  return Array.from({ length: count }, () => ({
    kind: 'retry-scheduled',
    attempt: 1,
    delayMs: 20_000,
    reason,
  }));
}

const unknown = { promptTokens: 'unknown', cachedTokens: 'unknown', outputTokens: 'unknown' } as const;

it('RN5: of tries again for the same reason, the first, second, fourth and so on are printed, and all are logged', () => {
  const { watch, printed, logged } = openWatch();
  const [away, busy] = ['The server does not answer.', 'The server is busy.'];
  const reply: RunEvent = { kind: 'reply-received', purpose: { for: 'scene' }, usage: unknown, seconds: 1 };
  const events = [
    ...buildRetries(9, away),
    ...buildRetries(1, busy),
    ...buildRetries(3, away),
    reply,
    ...buildRetries(1, away),
  ];
  for (const event of events) watch.emit(event);
  watch.close();
  const line = (reason: string) => `again in 20 s: ${reason}`;
  expect(printed).toEqual([
    ...Array.from({ length: 4 }, () => line(away)),
    line(busy),
    line(away),
    line(away),
    line(away),
  ]);
  expect(logged).toHaveLength(14);
});
