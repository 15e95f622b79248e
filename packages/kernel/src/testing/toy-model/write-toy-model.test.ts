// Tests the toy model's file: its header, which llama.cpp reads first, and that no two tokens are the same.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeToyModel } from './write-toy-model.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'toy-model-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The texts of the vocabulary, read as the format describes. */
function readTokens(file: Buffer): readonly string[] {
  const key = Buffer.from('tokenizer.ggml.tokens');
  let at = file.indexOf(key) + key.length + 8;
  const count = Number(file.readBigUInt64LE(at));
  at += 8;
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const length = Number(file.readBigUInt64LE(at));
    tokens.push(file.toString('utf8', at + 8, at + 8 + length));
    at += 8 + length;
  }
  return tokens;
}

describe('a toy model', () => {
  it('is a GGUF file of version 3, with twelve tensors, under two megabytes', () => {
    const path = join(folder, 'toy.gguf');
    writeToyModel(path, { replies: [{ when: 'true', says: ['Yes', '.'] }] });
    const file = readFileSync(path);
    expect(file.toString('latin1', 0, 4)).toBe('GGUF');
    expect(file.readUInt32LE(4)).toBe(3);
    expect(file.readBigUInt64LE(8)).toBe(12n);
    expect(file.length % 32).toBe(0);
    expect(file.length).toBeLessThan(2 * 1024 * 1024);
  });

  it('has no two tokens alike, and says its replies whole, whatever they are made of', () => {
    const path = join(folder, 'any.gguf');
    const says = fc.array(fc.constantFrom('a', 'b', 'ab', 'ba', 'c'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(says, { maxLength: 4 }), (any) => {
        // Each reply begins with a word of its own, so that no reply is part of another.
        const replies = any.map((pieces, at) => [String(at), ...pieces]);
        writeToyModel(path, { replies: replies.map((pieces) => ({ when: 'true', says: pieces })) });
        const tokens = readTokens(readFileSync(path));
        expect(new Set(tokens).size).toBe(tokens.length);
        const said = tokens.slice(tokens.indexOf('<0xFF>') + 1).join('');
        expect(said).toBe(replies.map((pieces, at) => `<|reply${at}|>${pieces.join('')}`).join(''));
      }),
      { numRuns: 20 },
    );
  });
});
