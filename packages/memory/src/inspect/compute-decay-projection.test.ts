// Tests projecting decay: the exact scores, in order, and no secret unless it is asked for.

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChatRoom, openChatRoom } from '../../test/support/chat-room.ts';
import { defaultProfile } from '../decay/profile.ts';
import { score } from '../decay/score.ts';
import { ingest } from '../intake/ingest.ts';
import { parseResponse } from '../tags/parse-message.ts';
import { workingTags } from '../tags/tag.ts';
import { openWorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { computeDecayProjection } from './compute-decay-projection.ts';

let room: ChatRoom;
beforeEach(() => {
  room = openChatRoom();
});
afterEach(() => room.close());

const start = Date.parse('2026-03-01T10:00:00Z');

describe('the projection', () => {
  it('IO15: holds the score of every item at every moment, the strongest first', () => {
    const text = workingTags.map((tag) => `<${tag}>${tag} for tomorrow</${tag}>`).join('');
    ingest(room.connection, parseResponse(text), {
      side: 'companion',
      clock: { now: () => start },
      timeZone: 'UTC',
    });
    const items = new Map(
      openWorkingMemoryStore(room.connection)
        .readActive()
        .map((item) => [item.id, item]),
    );
    // Nobody speaks after the start; of this silence, one week counts toward fading.
    const pauses = [{ fromMs: start + 7 * 86_400_000, untilMs: Number.MAX_SAFE_INTEGER, share: 0.2 }];
    const findFarewell = (nowMs: number) =>
      nowMs - start >= 5 * 3_600_000 ? { atMs: start, turn: 0 } : undefined;
    const anyRequest = fc.record({
      nowMs: fc.integer({ min: start, max: start + 1e9 }),
      hours: fc.integer({ min: 1, max: 2_000 }),
      steps: fc.integer({ min: 2, max: 40 }),
      limit: fc.integer({ min: 1, max: 10 }),
      withSecrets: fc.boolean(),
    });
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { lines, momentsMs, otherItems, turn } = computeDecayProjection(room.connection, {
          ...request,
          profile: defaultProfile,
        });
        expect(momentsMs.at(0)).toBe(request.nowMs);
        expect(momentsMs.at(-1)).toBeCloseTo(request.nowMs + request.hours * 3_600_000, 0);
        expect(lines.length + otherItems).toBe(request.withSecrets ? 7 : 6);
        const now = lines.map(({ scores }) => scores[0] ?? 0);
        expect(now).toEqual(now.toSorted((one, other) => other - one));
        for (const { itemId, kind, scores } of lines) {
          expect(kind === 'secret' && !request.withSecrets).toBe(false);
          const item = items.get(itemId);
          const expected = momentsMs.map((nowMs) =>
            item === undefined
              ? Number.NaN
              : score(
                  item,
                  { nowMs, turn, pressure: 0, pauses, farewell: findFarewell(nowMs) },
                  defaultProfile,
                ),
          );
          expect(scores).toEqual(expected);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('IO15, PL12: a plan that comes again has the date that counts at each moment', () => {
    const text = '<plan>water the beans every Monday at 9</plan><plan>call Anna on 5 March</plan>';
    ingest(room.connection, parseResponse(text), {
      side: 'companion',
      clock: { now: () => start },
      timeZone: 'UTC',
    });
    const { lines } = computeDecayProjection(room.connection, {
      nowMs: start,
      hours: 24 * 14,
      steps: 15,
      limit: 5,
      withSecrets: false,
      profile: defaultProfile,
      timeZone: 'UTC',
    });
    const [beans, anna] = ['beans', 'Anna'].map((word) =>
      lines.find(({ content }) => content.includes(word)),
    );
    const days = beans?.duesAtMs?.map((atMs) => new Date(atMs).getUTCDate());
    expect(days).toEqual([2, 2, ...Array(7).fill(9), ...Array(6).fill(16)]);
    expect(beans?.dueAtMs).toBe(beans?.duesAtMs?.[0]);
    expect(anna?.duesAtMs).toBeUndefined();
  });
});
