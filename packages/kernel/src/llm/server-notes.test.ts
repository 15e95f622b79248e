// Tests the notes on servers: they accumulate, belong to one server and model, and contain no secret; storing never throws.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openServerNotebook, type ServerNotes, thinkingSwitches } from './server-notes.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'server-notes-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const server = { baseUrl: 'http://localhost:8080/v1', model: 'openai:qwen3' };

describe('notes on a server', () => {
  it('add up for each server and model, and a field set to undefined is forgotten', () => {
    const anyFound = fc.record<ServerNotes>(
      {
        replyCap: fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined }),
        thinkingSwitch: fc.option(fc.constantFrom(...thinkingSwitches), { nil: undefined }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b'), anyFound)), (steps) => {
        rmSync(join(folder, 'servers'), { recursive: true, force: true });
        const expected: Record<string, ServerNotes> = { a: {}, b: {} };
        for (const [model, found] of steps) {
          openServerNotebook({ folder }).record({ ...server, model }, found);
          expected[model] = { ...expected[model], ...found };
        }
        for (const model of ['a', 'b']) {
          expect(openServerNotebook({ folder }).find({ ...server, model })).toEqual(expected[model]);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('take an address with and without /v1 for one, and keep no credentials and no query', () => {
    const notebook = openServerNotebook({ folder });
    notebook.record(
      { ...server, baseUrl: 'http://ada:lamplight@localhost:8080/?key=secret-one' },
      { replyCap: 9 },
    );
    expect(notebook.find(server)).toEqual({ replyCap: 9 });
    expect(notebook.find({ ...server, baseUrl: 'http://localhost:8081' })).toEqual({});
    const kept = readdirSync(join(folder, 'servers')).map((name) =>
      readFileSync(join(folder, 'servers', name), 'utf8'),
    );
    expect(kept.join()).not.toMatch(/ada|lamplight|secret-one/);
  });

  it('never fail where nothing can be written: it is found out anew', () => {
    writeFileSync(join(folder, 'servers'), '');
    const notebook = openServerNotebook({ folder });
    expect(notebook.record(server, { replyCap: 9 })).toBe(false);
    expect(notebook.find(server)).toEqual({});
  });
});
