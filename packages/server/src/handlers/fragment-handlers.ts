// Fragment handlers: show and write fragments, run maintenance, and carry out decisions about its proposals.

import { buildProposals } from '@terrarium/composition/build-memory';
import type { MemoryWorld } from '@terrarium/composition/memory-world';
import { UsageError } from '@terrarium/kernel/errors';
import { showName } from '@terrarium/kernel/foreign-text';
import { findNewestChange, type NewestChange } from '@terrarium/memory/find-newest-change';
import { finishFlag, listFlags } from '@terrarium/memory/flags';
import type { Memory } from '@terrarium/memory/memory';
import { type FragmentPage, listFragments, readFragmentPage } from '@terrarium/memory/read-fragment-page';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { Desk } from '../shelf/desk.ts';
import { askMemory, readKeptMemory, readOfMemory, updateMemory } from '../shelf/remember-on-shelf.ts';
import type { Handlers } from './handler.ts';
import { buildTalkMessage, listSpeakers } from './talk-handlers.ts';

type Keeping = RouteAnswer<'GET /api/worlds/{world}/keeping'>;
type Shown = RouteAnswer<'GET /api/worlds/{world}/fragments/{key}'>;

export const fragmentHandlers: Handlers<'fragment'> = {
  'GET /api/worlds/{world}/fragments': async (desk, { params, query }) =>
    await readOfMemory(desk, params.world, (connection, { settings }) => {
      const found = listFragments(connection, query.q);
      return {
        timeZone: settings.timeZone,
        fragments: found.slice(0, query.limit),
        total: found.length,
      };
    }),
  'GET /api/worlds/{world}/fragments/{key}': async (desk, { params }) =>
    await readOfMemory(desk, params.world, (connection, memory) => {
      const found = readFragmentPage(connection, params.key);
      if (found === undefined) throw refuseUnknown(params.key);
      return buildFragment(found, memory);
    }),
  'PUT /api/worlds/{world}/fragments/{key}': async (desk, { params, body }) =>
    await askMemory(desk, params.world, (companion) => {
      const { isApproved, ...texts } = body;
      const isText = Object.values(texts).some((text) => text !== undefined);
      const written = isText ? companion.writeFragment({ key: params.key, ...texts }) : undefined;
      if (isApproved !== undefined) companion.markApproved(params.key, isApproved);
      return {
        key: params.key,
        ...(written && { runId: written.runId }),
        isNew: written?.isNew ?? false,
        isApproved: isApproved ?? isText,
      };
    }),
  'GET /api/worlds/{world}/keeping': async (desk, { params }) => await readKeeping(desk, params.world),
  'POST /api/worlds/{world}/keeping': async (desk, { params }) => {
    const { dir, of, seat } = desk.shelf.require(params.world);
    const whose = of === undefined ? [] : ['--of', of];
    void desk.keeping.start(seat, ['memory', 'maintain', '--propose', '--world', dir, ...whose]);
    return await readKeeping(desk, params.world);
  },
  'POST /api/worlds/{world}/keeping/stop': async (desk, { params }) => {
    const { seat } = desk.shelf.require(params.world);
    desk.keeping.stop(seat);
    return await readKeeping(desk, params.world);
  },
  'POST /api/worlds/{world}/keeping/decisions': async (desk, { params, body }) =>
    await askMemory(desk, params.world, (companion) => {
      const done = companion.applyDecisions(body);
      return buildProposals({ ...done, refused: body.refuse }, companion.proposals());
    }),
  'POST /api/worlds/{world}/keeping/revert': async (desk, { params, body }) =>
    await askMemory(desk, params.world, (companion) => {
      const { changes, left } = companion.revert(body.run);
      return { runId: body.run, changes, left };
    }),
  'POST /api/worlds/{world}/keeping/flag': async (desk, { params, body }) =>
    await updateMemory(desk, params.world, (connection) => {
      const settled = finishFlag(connection, body.flag, desk.host.environment.clock.now());
      return { settled, flags: listFlags(connection) };
    }),
};

async function readKeeping(desk: Desk, key: string): Promise<Keeping> {
  const { seat } = desk.shelf.require(key);
  const kept = await readKeptMemory(desk, key, (connection) => ({
    flags: listFlags(connection),
    newest: findNewestChange(connection),
  }));
  return await askMemory(desk, key, (companion, { settings }) => ({
    isRunning: desk.keeping.isRunning(seat),
    isBlank: kept === undefined,
    timeZone: settings.timeZone,
    last: desk.keeping.findLast(seat) ?? null,
    proposals: listProposals(companion),
    flags: kept?.flags ?? [],
    ...(kept?.newest && { newest: buildNewest(kept.newest) }),
  }));
}

function buildNewest({ runId, ...change }: NewestChange): NonNullable<Keeping['newest']> {
  return { run: runId, ...change, fragments: [...change.fragments] };
}

function listProposals(companion: Memory): Keeping['proposals'] {
  return buildProposals({ runIds: [], done: [], refused: [], left: [] }, companion.proposals()).proposals;
}

function buildFragment(page: FragmentPage, memory: MemoryWorld): Shown {
  const { fragment, isApproved, writing, sources, neighbours, items } = page;
  const { key, ambient, recognition, inventory, version, createdAtMs, updatedAtMs } = fragment;
  const { voices, timeZone } = memory.settings;
  return {
    timeZone,
    voices: Object.fromEntries([...voices.user, ...voices.companion].map(({ id, name }) => [id, name])),
    speakers: listSpeakers(memory),
    key,
    ambient,
    recognition,
    inventory,
    version,
    createdAtMs,
    updatedAtMs,
    isApproved,
    ...(writing && { writer: writing.writer }),
    sources: sources.map(buildTalkMessage),
    sourcesInAll: fragment.sources.length,
    neighbours: neighbours.map((one) => ({ key: one.key, ambient: one.ambient, label: one.label })),
    items: items.map(({ id, kind, content }) => ({ item: id, kind, content })),
  };
}

function refuseUnknown(key: string): UsageError {
  return new UsageError({
    code: 'memory.nothing-of-that-name',
    happened: `There is no fragment "${showName(key)}" in this memory.`,
    todo: 'Look for it in the list of fragments: it may have been merged into another.',
  });
}
