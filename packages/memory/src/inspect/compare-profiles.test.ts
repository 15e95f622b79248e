// Tests comparing two profiles of decay: the exact scores under each, and which items would leave the mind.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ChatRoom, openChatRoom } from '../../test/support/chat-room.ts';
import { dumpMemory } from '../../test/support/dump-memory.ts';
import { defaultProfile } from '../decay/profile.ts';
import { ingest } from '../intake/ingest.ts';
import { withTriedDecay } from '../memory-settings.ts';
import { parseResponse } from '../tags/parse-message.ts';
import { compareProfiles, computeDecayProjection } from './compute-decay-projection.ts';

let room: ChatRoom;
beforeEach(() => {
  room = openChatRoom();
});
afterEach(() => room.close());

const start = Date.parse('2026-03-01T10:00:00Z');
const hourMs = 3_600_000;

it('IO18: says of every item what it weighs by either profile, and whether it would leave mind', () => {
  const text = '<pin>the key</pin><thought>hm</thought><feeling>glad</feeling><secret>the gift</secret>';
  ingest(room.connection, parseResponse(text), {
    side: 'companion',
    clock: { now: () => start },
    timeZone: 'UTC',
  });
  const before = dumpMemory(room.connection, '');
  const tried = withTriedDecay(defaultProfile, ['pin.hours=1', 'thought.hours=6']);
  const trial = { nowMs: start + 12 * hourMs, profile: defaultProfile, tried, withSecrets: false };
  const compared = compareProfiles(room.connection, trial);
  expect(compared).toEqual([
    {
      itemId: 1,
      kind: 'pin',
      content: 'the key',
      score: 0.5 ** (12 / 336),
      triedScore: 0.5 ** 12,
      isLeaving: true,
    },
    { itemId: 2, kind: 'thought', content: 'hm', score: 0.5, triedScore: 0.25, isLeaving: false },
    { itemId: 3, kind: 'feeling', content: 'glad', score: 0.5 ** 6, triedScore: 0.5 ** 6, isLeaving: false },
  ]);
  expect(compareProfiles(room.connection, { ...trial, withSecrets: true })).toHaveLength(4);
  expect(dumpMemory(room.connection, '')).toEqual(before);
});

it('IO18: a plan that comes again is weighed by the time that counts now', () => {
  ingest(room.connection, parseResponse('<plan>every Tuesday: put the bins out</plan>'), {
    side: 'companion',
    clock: { now: () => start },
    timeZone: 'UTC',
  });
  const nowMs = Date.parse('2026-03-23T10:00:00Z');
  const shared = { nowMs, withSecrets: false, timeZone: 'UTC', profile: defaultProfile };
  const { lines } = computeDecayProjection(room.connection, { ...shared, hours: 24, steps: 2, limit: 9 });
  const [compared] = compareProfiles(room.connection, { ...shared, tried: defaultProfile });
  expect(compared?.score).toBeGreaterThan(defaultProfile.threshold);
  expect(compared?.score).toBe(lines[0]?.scores[0]);
});
