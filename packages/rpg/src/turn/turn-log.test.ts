// Tests the turn log: its numbers have no gaps, and a screen can read the events that it missed.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TurnEvent, TurnHappening } from './turn-event.ts';
import { buildTurnLog } from './turn-log.ts';

const started: TurnHappening = { kind: 'turn-started', words: 'I look', isResumed: false };
const resumed: TurnHappening = { kind: 'turn-started', words: 'I look', isResumed: true };
const delta = (text: string): TurnHappening => ({ kind: 'narrative-delta', text });
const committed: TurnHappening = { kind: 'turn-committed', turnId: 7, stateHash: 'x', narrative: 'ab' };
const failed: TurnHappening = { kind: 'turn-failed', code: 'x', says: '', todo: '', canResume: true };

async function gather(events: AsyncIterable<TurnEvent>): Promise<readonly TurnEvent[]> {
  const gathered: TurnEvent[] = [];
  for await (const event of events) gathered.push(event);
  return gathered;
}

describe('the turn log', () => {
  it('TU20: numbers the events of a turn from 1 without gaps, and gives again what a screen missed', () => {
    fc.assert(
      fc.property(fc.nat({ max: 20 }), fc.nat({ max: 25 }), (count, sequence) => {
        const log = buildTurnLog();
        log.append(3, started);
        for (let index = 0; index < count; index += 1) log.append(3, delta(String(index)));
        const all = log.listAfter();
        expect(all.map((event) => event.sequence)).toEqual(all.map((_event, index) => index + 1));
        expect(log.listAfter({ turn: 3, sequence })).toEqual(all.slice(sequence));
        expect(log.listAfter({ turn: 2, sequence })).toEqual(all);
      }),
    );
  });

  it('TU20: keeps the running or last turn; a resumed one goes on counting', () => {
    const log = buildTurnLog();
    for (const happening of [started, delta('a'), failed, resumed, delta('a'), committed])
      log.append(1, happening);
    expect(log.listAfter().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    log.append(1, started);
    expect(log.listAfter()).toHaveLength(1);
    log.append(2, started);
    expect(log.listAfter().map(({ turn }) => turn)).toEqual([2]);
  });

  it('TU20: lets several screens follow, each from where it was, to the end of the turn', async () => {
    const log = buildTurnLog();
    log.append(1, started);
    const early = gather(log.follow());
    log.append(1, delta('a'));
    const late = gather(log.follow({ turn: 1, sequence: 2 }));
    await Promise.resolve();
    log.append(1, delta('b'));
    log.append(1, committed);
    expect((await early).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect((await late).map(({ sequence }) => sequence)).toEqual([3, 4]);
  });

  it('TU20: stops waiting when a screen is closed', async () => {
    const log = buildTurnLog();
    const closing = new AbortController();
    const following = gather(log.follow(undefined, closing.signal));
    closing.abort();
    expect(await following).toEqual([]);
    expect(await gather(log.follow(undefined, closing.signal))).toEqual([]);
  });
});
