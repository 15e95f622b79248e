// Mind handlers: show plans and what is in mind now and later, and correct, reveal or forget what a person asks for.

import { resolve } from 'node:path';
import {
  buildCorrected,
  buildForgotten,
  buildFound,
  buildPlans,
  buildPresence,
} from '@terrarium/composition/build-memory';
import { listHearers } from '@terrarium/composition/list-hearers';
import { UsageError } from '@terrarium/kernel/errors';
import type { CorrectedItem } from '@terrarium/memory/edit-items';
import { renderFactName } from '@terrarium/memory/known-fact';
import type { Memory } from '@terrarium/memory/memory';
import { openPageStore } from '@terrarium/memory/page';
import { plans } from '@terrarium/memory/plans';
import type { Target } from '@terrarium/memory/presence';
import { type Mind, readMind } from '@terrarium/memory/read-mind';
import type { Voices } from '@terrarium/memory/voices';
import type { RouteAnswer, RouteInput } from '@terrarium/protocol/routes';
import { askMemory, readOfMemory } from '../shelf/remember-on-shelf.ts';
import type { Handlers } from './handler.ts';

type ItemId = Extract<Target, { item: unknown }>['item'];
type EventId = Extract<Target, { event: unknown }>['event'];
type Deed = RouteInput<'POST /api/worlds/{world}/items/{item}'>['body'];

/** Enough points for a smooth line. */
const steps = 57;
const hoursOfDay = 24;
const mostLines = 80;

export const mindHandlers: Handlers<'mind'> = {
  'GET /api/worlds/{world}/mind': async (desk, { params, query }) => {
    const nowMs = desk.host.environment.clock.now();
    return await readOfMemory(desk, params.world, (connection, { settings }) => {
      const { decay: profile, timeZone } = settings;
      const hours = query.days * hoursOfDay;
      const moment = { nowMs: query.at ?? nowMs, isPast: query.at !== undefined && query.at < nowMs };
      const mind = readMind(connection, { ...moment, profile, timeZone, hours, steps, limit: mostLines });
      return { nowMs, timeZone, ...buildMind(mind, settings.voices) };
    });
  },
  'GET /api/worlds/{world}/mind/why': async (desk, { params, query }) =>
    await askMemory(desk, params.world, (companion) => buildPresence(companion.why(resolveTarget(query)))),
  'POST /api/worlds/{world}/mind/secrets': async (desk, { params }) =>
    await readOfMemory(desk, params.world, (connection, { settings }) => {
      const names = nameVoices(settings.voices);
      return openPageStore(connection)
        .listSecrets()
        .map(({ id, voice, ...secret }) => ({ item: id, person: names.get(voice) ?? voice, ...secret }));
    }),
  'GET /api/worlds/{world}/plans': async (desk, { params }) => {
    const nowMs = desk.host.environment.clock.now();
    return await readOfMemory(desk, params.world, (connection, { settings }) => {
      const { decay: profile, timeZone } = settings;
      return { nowMs, timeZone, plans: buildPlans(plans(connection, { nowMs, profile, timeZone })).plans };
    });
  },
  'POST /api/worlds/{world}/items/{item}': async (desk, { params, body }) =>
    await askMemory(desk, params.world, (companion) =>
      buildCorrected(editItem(companion, params.item, body)),
    ),
  'GET /api/worlds/{world}/moments': async (desk, { params, query }) =>
    await askMemory(desk, params.world, async (companion, { settings }) => {
      const found = { moments: await companion.search(query.q), items: companion.searchItems(query.q) };
      return buildFound(found, settings.timeZone);
    }),
  'POST /api/worlds/{world}/forget': async (desk, { params, body }) => {
    const { target, isAgreed, isWithCopies } = body;
    const { dir, seat } = desk.shelf.require(params.world);
    return await askMemory(desk, params.world, async (companion, memory) => {
      desk.talks.requireSilence(seat);
      const wish = { isPreview: !isAgreed, isWithCopies };
      const gone = companion.forget([target as Target], wish);
      if (isAgreed) desk.talks.clear(seat);
      const deed = { isForgotten: isAgreed, areCopiesRemoved: isAgreed && isWithCopies };
      const hearers = await listHearers(desk.host, memory, gone);
      return nameWithin(buildForgotten(gone, { ...deed, hearers }), dir);
    });
  },
};

type Forgotten = RouteAnswer<'POST /api/worlds/{world}/forget'>;

/** Names files by their path within the world. */
function nameWithin(forgotten: Forgotten, dir: string): Forgotten {
  const start = `${resolve(dir)}/`;
  const nameAll = (paths: readonly string[]) =>
    paths.map((path) => (path.startsWith(start) ? path.slice(start.length) : path));
  return { ...forgotten, copies: nameAll(forgotten.copies), others: nameAll(forgotten.others) };
}

function buildMind(
  { lines, wake, facts, ...mind }: Mind,
  voices: Voices,
): Omit<RouteAnswer<'GET /api/worlds/{world}/mind'>, 'nowMs' | 'timeZone'> {
  const names = nameVoices(voices);
  return {
    ...mind,
    lines: lines.map(({ itemId, ...line }) => ({ item: itemId, ...line })),
    facts: facts.map((fact) => {
      const { item, voice, value, toldAtMs, before, newer, fromMs, untilMs } = fact;
      const { id, content, eventId } = item;
      return {
        item: id,
        voice,
        person: names.get(voice) ?? voice,
        name: renderFactName(fact),
        value,
        content,
        eventId,
        toldAtMs,
        before,
        newer,
        fromMs,
        untilMs,
      };
    }),
    wake: wake === undefined ? null : { ...wake },
  };
}

function nameVoices(voices: Voices): ReadonlyMap<string, string> {
  return new Map([...voices.user, ...voices.companion].map(({ id, name }) => [id, name]));
}

function resolveTarget({
  item,
  event,
  fragment,
}: RouteInput<'GET /api/worlds/{world}/mind/why'>['query']): Target {
  if (item !== undefined) return { item: item as ItemId };
  if (event !== undefined) return { event: event as EventId };
  return { fragment: fragment ?? '' };
}

function editItem(companion: Memory, item: number, { do: deed, text, due }: Deed): readonly CorrectedItem[] {
  const what = String(item);
  if (deed === 'edit') return companion.edit({ do: deed, what, text, due });
  if (deed !== 'revive') return companion.edit({ do: deed, what });
  const revived = companion.revive(item as ItemId);
  if (revived !== undefined) return [{ effect: 'active', item: revived }];
  throw new UsageError({
    code: 'memory.nothing-of-that-name',
    happened: `There is no item ${item} in this memory.`,
    todo: 'Load the page again: it may have been forgotten.',
  });
}
