// Tests kept views: while places and entries change, pages show the same as a newly started server would.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSampleServer, type SampleServer } from './support/sample-server.ts';
import { openTestServer, type TestServer } from './support/test-server.ts';

const base = '/api/worlds/low-veyre';
let server: SampleServer;
beforeAll(async () => {
  server = await openSampleServer();
});
afterAll(() => server.close());

type Entries = RouteAnswer<'GET /api/worlds/{world}/entries'>;

/** Reads the list, the timeline, the net and the accounts of a few entries. */
async function readShown(from: TestServer): Promise<unknown> {
  const list = await from.read<Entries>(`${base}/entries?limit=200`);
  const some = list.entries.slice(0, 3).map(({ id }) => id);
  return {
    list,
    timeline: await from.read(`${base}/timeline`),
    nets: await Promise.all(some.map((id) => from.read(`${base}/links?entry=${id}`))),
    accounts: await Promise.all(some.map((id) => from.read(`${base}/entries/${id}`))),
  };
}

async function compareWithFresh(): Promise<void> {
  const fresh = await openTestServer({ worlds: [server.worldDir], screensDir: server.folder });
  expect(await readShown(server)).toEqual(await readShown(fresh));
  await fresh.close();
}

test('RS2: what is shown at one place after another, and after each change, is as if it were read anew', async () => {
  const { entries } = await server.read<Entries>(`${base}/entries?limit=200`);
  const [first, second, third] = entries.map(({ id }) => `${base}/entries/${id}`);
  const move = (place: string | null) => server.read(`${base}/place`, { method: 'PUT', body: { place } });
  const edit = (path: string | undefined, body: unknown) => server.read(`${path}`, { method: 'PATCH', body });
  const changes: readonly (() => Promise<unknown>)[] = [
    () => move('after thread:1'),
    () => move('after thread:2'),
    () => edit(first, { definition: 'A keeper of lamps, as told here.' }),
    () => move('after thread:1'),
    () => move(null),
    () => edit(second, { term: 'Somebody Else' }),
    () => move('after thread:3'),
    () => server.read(`${first}/merge`, { method: 'POST', body: { into: entries[2]?.id } }),
    () => server.read(`${third}/delete`, { method: 'POST', body: {} }),
    () => move(null),
    () => server.read(`${third}/restore`, { method: 'POST', body: {} }),
    () => move('before thread:3'),
  ];
  for (const change of changes) {
    await change();
    await compareWithFresh();
  }
});
