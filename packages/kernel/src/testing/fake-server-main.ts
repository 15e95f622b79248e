// Runs the fake server in a process of its own: `node fake-server-main.ts --port 0 --responder <module>`.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { UsageError } from '../base/errors.ts';
import { type FakeServerOptions, openFakeServer } from './fake-server.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, responder: { type: 'string' } },
});

const options = await loadOptions(values.responder);
const server = await openFakeServer({ ...options, port: Number(values.port) });
process.stdout.write(`${server.baseUrl}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}

/** Loads a module that exports `respond`, and may export `options`. */
async function loadOptions(path: string | undefined): Promise<FakeServerOptions> {
  if (path === undefined) return { respond: () => ({ text: 'Nothing new.' }) };
  const module = await import(pathToFileURL(resolve(path)).href);
  if (typeof module.respond !== 'function') {
    throw new UsageError({
      code: 'fake-server.no-responder',
      happened: `${path} exports no function "respond".`,
      todo: 'Export one that takes a request and returns a reply.',
    });
  }
  return { ...module.options, respond: module.respond };
}
