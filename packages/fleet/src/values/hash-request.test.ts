// Tests hashes of requests: equal questions have equal hashes, and different questions have different hashes.

import type { ModelRequest } from '@terrarium/kernel/language-model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashRequest } from './hash-request.ts';

const message = fc.record({
  role: fc.constantFrom('system' as const, 'user' as const),
  content: fc.string(),
});
const tool = fc.record({
  name: fc.string(),
  description: fc.string(),
  parameters: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
});
const request: fc.Arbitrary<ModelRequest> = fc.record({
  messages: fc.array(message, { maxLength: 5 }),
  tools: fc.array(tool, { maxLength: 2 }),
  toolChoice: fc.constantFrom('auto' as const, 'none' as const),
  maxOutputTokens: fc.nat(1_000),
  temperature: fc.double({ min: 0, max: 2, noNaN: true }),
});

/** Copies a value into new objects whose keys are in reverse order. */
function rebuild(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rebuild);
  if (typeof value !== 'object' || value === null) return value;
  const turned = Object.entries(value).toReversed();
  return Object.fromEntries(turned.map(([key, inner]) => [key, rebuild(inner)]));
}

describe('the hash of a request', () => {
  it('FL1: is the same for the same question, whoever built it and whatever was asked before', () => {
    fc.assert(
      fc.property(request, (one) => {
        const hash = hashRequest('a:model', one);
        expect(hashRequest('a:model', one)).toBe(hash);
        expect(hashRequest('a:model', rebuild(one) as ModelRequest)).toBe(hash);
      }),
      { numRuns: 60 },
    );
  });

  it('FL1: is another for another question or another model', () => {
    fc.assert(
      fc.property(request, message, (one, more) => {
        const hash = hashRequest('a:model', one);
        const others: readonly ModelRequest[] = [
          { ...one, messages: [...one.messages, more] },
          { ...one, messages: [{ ...more, content: `${more.content}!` }, ...one.messages] },
          { ...one, messages: [{ role: 'user', content: JSON.stringify(one.messages) }] },
          { ...one, toolChoice: one.toolChoice === 'auto' ? 'none' : 'auto' },
          { ...one, maxOutputTokens: one.maxOutputTokens + 1 },
          { ...one, extraBody: { min_p: 0.1 } },
        ];
        for (const other of others) expect(hashRequest('a:model', other)).not.toBe(hash);
        expect(hashRequest('b:model', one)).not.toBe(hash);
      }),
      { numRuns: 60 },
    );
  });
});
