// Tests the limit for messages: one that fits passes byte for byte; of a longer one only the id is reported.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterMessages, type Oversized } from './filter-messages.ts';

const most = 60;

async function pass(text: string, sizes: readonly number[]) {
  const oversized: Oversized[] = [];
  const stream = filterMessages(most, (message) => oversized.push(message));
  const whole = Buffer.from(text);
  let at = 0;
  for (const size of [...sizes, whole.length]) {
    stream.write(whole.subarray(at, at + size));
    at += size;
  }
  stream.end();
  let out = '';
  for await (const chunk of stream) out += String(chunk);
  return { out, oversized };
}

const request = fc.record({
  method: fc.string({ maxLength: 20 }),
  params: fc.option(fc.record({ id: fc.nat(), text: fc.string({ maxLength: 80, unit: 'grapheme' }) })),
  id: fc.option(fc.oneof(fc.integer(), fc.string({ maxLength: 10 })), { nil: undefined }),
  more: fc.array(fc.string({ maxLength: 4 })),
});

describe('bounded messages', () => {
  it('come through in order and whole, however they arrive; longer ones are told of with their id', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request), fc.array(fc.nat(50)), async (requests, sizes) => {
        const lines = requests.map((one) => ({ one, line: JSON.stringify(one) }));
        const { out, oversized } = await pass(lines.map(({ line }) => `${line}\n`).join(''), sizes);
        const fits = (line: string) => Buffer.byteLength(line) <= most;
        expect(out).toBe(
          lines
            .filter(({ line }) => fits(line))
            .map(({ line }) => `${line}\n`)
            .join(''),
        );
        expect(oversized.map(({ id }) => id)).toEqual(
          lines.filter(({ line }) => !fits(line)).map(({ one }) => one.id),
        );
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['at the end', '{"method":"x","params":{"id":1,"text":"LONG"},"id":7}', 7],
    ['with blanks and escapes', '{ "text" : "a\\"id\\":9, LONG" , "id" : "a\\"b" }', 'a"b'],
    ['of no request', '{"method":"LONG"}', undefined],
    ['of what is no JSON', 'LONG "id": 3', undefined],
    ['too long itself', '{"id":"LONG"}', undefined],
  ])('find an id %s', async (_where, shape, id) => {
    const { oversized } = await pass(`${shape.replace('LONG', 'x'.repeat(300))}\n`, [7, 100]);
    expect(oversized).toEqual([expect.objectContaining({ id })]);
  });
});
