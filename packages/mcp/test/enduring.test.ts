// Tests what the server endures: wrong arguments, large messages, two clients at once, and a process that is killed.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createFolder, openClient, runTerrarium, startClient } from './support/open-client.ts';

describe('wrong arguments', () => {
  it('are answered with what would do', async () => {
    const { call, client } = await openClient(createFolder());
    const slips: readonly (readonly [string, Readonly<Record<string, unknown>>, RegExp])[] = [
      ['hear', {}, /text.*expected string/],
      ['hear', { text: '' }, /must not be empty/],
      ['hear', { text: 'x', tags: ['say'] }, /tags: is unknown; Possible: text, /],
      ['hear', { text: 'x', voice: 'nobody' }, /Take one of: user;.*\[mcp\.unknown-voice\]/],
      ['speak', { text: 'x', voice: 'user' }, /Take one of: companion;/],
      ['search', { query: 'x', limit: 0 }, /limit.*>=1/],
      ['search', { query: 'x', from: 'the lamp' }, /is not a time.*\[memory\.unknown-moment\]/],
      ['plans', { when: 'soon' }, /when.*"overdue"/],
      ['why', {}, /exactly one of item, moment and fragment/],
      ['why', { item: 1, event: 1 }, /exactly one of item, moment and fragment/],
      ['why', { item: 1 }, /\[memory\.no-wake\]/],
      ['recap', { since: 'the lamp' }, /is not a time.*\[memory\.unknown-moment\]/],
      ['maintain', { request: 'x' }, /kind "manual"/],
      ['export', { format: 'whole' }, /format.*"jsonl"/],
      ['revive', { item: 9 }, /\[memory\.nothing-of-that-name\]/],
      ['forget', { what: 'moment 9' }, /\[memory\.nothing-of-that-name\]/],
      ['correct', { do: 'edit', what: ['1'] }, /\[memory\.not-corrected\]/],
      ['revert', { run: 9 }, /\[memory\.no-such-run\]/],
    ];
    for (const [name, given, said] of slips) {
      const answered = await call(name, given);
      expect(answered.text, name).toMatch(said);
      expect(answered.isError, name).toBe(true);
    }
    await expect(client.callTool({ name: 'erase', arguments: {} })).rejects.toThrow('erase');
    expect((await call('audit')).value).toMatchObject({ size: { events: 0 } });
  });

  it('are taken where they can mean only one thing', async () => {
    const { call } = await openClient(createFolder());
    await call('hear', { text: 'The lamp is lit.' });
    const found = await call('search', { query: 'lamp', limit: '3' });
    expect(found.text).toContain('The lamp is lit.');
    const clamped = await call('search', { query: 'lamp', limit: 1_000 });
    expect(clamped.text).toMatch(/^At most 50 of each are shown, not 1000\.\nFound:/);
    const plans = await call('plans', { limit: 1_000 });
    expect(plans.text).toBe('At most 200 are shown, not 1000.\nThere is no open plan of that kind.');
    expect((await call('recap', { since: '2016-11-15' })).text).toContain('Since 2016-11-15 00:00');
    expect(await call('wake', { isPreview: 'true', message: null })).toMatchObject({ isError: false });
  });

  it('never leave a call without an answer, whatever they are', async () => {
    const { call } = await openClient(createFolder());
    const names = ['wake', 'hear', 'speak', 'recap', 'plans', 'recall', 'search', 'why', 'revert', 'audit'];
    const keys = fc.constantFrom(
      'text',
      'query',
      'key',
      'topic',
      'when',
      'item',
      'event',
      'run',
      'limit',
      'wake',
      'deep',
    );
    const property = fc.asyncProperty(
      fc.constantFrom(...names),
      fc.dictionary(keys, fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.jsonValue()), {
        maxKeys: 3,
      }),
      async (name, given) => {
        const { text, isError } = await call(name, given);
        expect(text).not.toBe('');
        if (isError) expect(text).not.toContain('[bug]');
      },
    );
    await fc.assert(property, { numRuns: 100 });
    expect((await call('wake')).isError).toBe(false);
  });
});

describe('large messages', () => {
  it('are kept word for word up to two million characters, and are not sent back', async () => {
    const { call } = await openClient(createFolder());
    const megabyte = 'A long paste of a story about rye. '.repeat(30_000);
    const heard = await call('hear', { text: megabyte });
    expect(heard).toMatchObject({ isError: false, value: { event: 1, turn: 1 } });
    expect(heard.text.length).toBeLessThan(20_000);
    expect((await call('wake')).text).toContain(megabyte);
    const larger = await call('hear', { text: 'x'.repeat(2_000_001) });
    expect(larger).toMatchObject({ isError: true, text: expect.stringContaining('say it in parts') });
    expect((await call('audit')).value).toMatchObject({ size: { events: 1 } });
  });

  it('of more than a line may hold are refused, and what comes behind them is answered', async () => {
    const folder = createFolder();
    const tool = (id: number, text: string) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'hear', arguments: { text } },
      });
    const opening = {
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    };
    const initialize = JSON.stringify({ jsonrpc: '2.0', id: 1, ...opening });
    const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const messages = [initialize, initialized, tool(2, 'x'.repeat(11_000_000)), tool(3, 'The lamp is lit.')];
    const said = await runTerrarium(['mcp', '--world', 'world'], folder, {
      input: `${messages.join('\n')}\n`,
    });
    expect(said).toMatchObject({ exitCode: 0, error: '' });
    const answers = said.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; error?: { message: string } });
    expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 2, 3]);
    expect(answers.find(({ id }) => id === 2)?.error?.message).toMatch(/at most 8388608 are accepted/);
    expect(answers.find(({ id }) => id === 3)?.error).toBeUndefined();
  });
});

describe('several processes', () => {
  it('lose nothing where two clients write into a world that neither found there', async () => {
    const folder = createFolder();
    const clients = await Promise.all([startClient(folder), startClient(folder)]);
    const tell = ({ call }: (typeof clients)[number], who: number) =>
      Array.from({ length: 40 }, (_, at) =>
        call('hear', { text: `message ${at} of ${who}`, wakes: at % 8 === 0 }),
      );
    const answers = await Promise.all(clients.flatMap(tell));
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
    expect(new Set(answers.map(({ value }) => value['event'])).size).toBe(80);
    expect(new Set(answers.map(({ value }) => value['turn'])).size).toBe(80);
    for (const { call } of clients)
      expect((await call('audit')).value).toMatchObject({ size: { events: 80 } });
  });

  it('keep what was answered when they are killed in the middle', async () => {
    const folder = createFolder();
    const first = await startClient(folder);
    const answered: unknown[] = [];
    const talk = async (who: number): Promise<never> => {
      for (;;) {
        const { value } = await first.call('hear', { text: `${who} says a thing`, wakes: false });
        answered.push(value['event']);
        if (answered.length === 20 && first.pid !== null) process.kill(first.pid, 'SIGKILL');
      }
    };
    const ends = await Promise.allSettled([1, 2, 3, 4].map(talk));
    expect(ends.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'rejected'));
    expect(answered.length).toBeGreaterThanOrEqual(20);
    const second = await openClient(folder);
    expect((await second.call('wake')).isError).toBe(false);
    for (const event of answered)
      expect(await second.call('why', { event }), String(event)).toMatchObject({ isError: false });
    expect((await second.call('hear', { text: 'Are you there?' })).isError).toBe(false);
  });
});

describe('the process', () => {
  it('writes nothing but the protocol, and ends with its input', async () => {
    const folder = createFolder();
    const opening = {
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    };
    const input = `xyzzy is no JSON\n{"jsonrpc":"2.0","words":"xyzzy"}\n${JSON.stringify({ jsonrpc: '2.0', id: 1, ...opening })}\n`;
    const said = await runTerrarium(['mcp'], folder, {
      input,
      isAnswered: (out) => out.includes('serverInfo'),
    });
    expect(said).toMatchObject({ exitCode: 0, error: '' });
    for (const line of said.out.trimEnd().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(said.out).toContain('"name":"terrarium"');
    const log = readFileSync(join(folder, 'world', 'logs', 'mcp.log'), 'utf8');
    expect(log).toContain('connection');
    expect(log).not.toContain('xyzzy');
    expect(existsSync(join(folder, 'world', 'world.json'))).toBe(true);
  });

  it('speaks the newest revision of the protocol too', async () => {
    const { client, call } = await startClient(createFolder(), { revision: '2026-07-28' });
    expect(client.getProtocolEra()).toBe('modern');
    expect(await call('hear', { text: 'Hello' })).toMatchObject({ isError: false, value: { event: 1 } });
    expect(await call('hear', {})).toMatchObject({ isError: true });
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('closes what it opened at %s', async (signal) => {
    const folder = createFolder();
    const { client, call, pid } = await startClient(folder);
    await call('hear', { text: 'Hello' });
    const log = join(folder, 'world', 'memory.sqlite-wal');
    expect(existsSync(log)).toBe(true);
    const isGone = new Promise<void>((resolve) => {
      client.onclose = resolve;
    });
    if (pid !== null) process.kill(pid, signal);
    await isGone;
    expect(existsSync(log)).toBe(false);
  });

  it('starts from what it prints for a client to paste, wherever the client stands', async () => {
    const folder = createFolder();
    const { out } = await runTerrarium(['mcp', '--world', 'mine', '--config'], folder);
    const { mcpServers } = z
      .object({
        mcpServers: z.object({ memory: z.object({ command: z.string(), args: z.array(z.string()) }) }),
      })
      .parse(JSON.parse(out));
    expect(existsSync(join(folder, 'mine'))).toBe(false);
    const { call } = await startClient(createFolder(), { start: mcpServers.memory });
    expect((await call('hear', { text: 'Hello' })).isError).toBe(false);
    expect(existsSync(join(folder, 'mine', 'memory.sqlite'))).toBe(true);
  });

  it('says on standard error what a person must mend', async () => {
    const folder = createFolder();
    mkdirSync(join(folder, 'world'));
    expect(await runTerrarium(['mcp', '--wrold', 'x'], folder)).toMatchObject({
      exitCode: 2,
      out: '',
      error: expect.stringContaining('[mcp.bad-arguments]'),
    });
    expect((await runTerrarium(['mcp', '--help'], folder)).out).toContain('--world <dir>');
    writeFileSync(
      join(folder, 'world', 'memory.sqlite'),
      'no database, and long enough to be none '.repeat(50),
    );
    const broken = await runTerrarium(['mcp'], folder);
    expect(broken).toMatchObject({ exitCode: 5, out: '' });
    expect(broken.error).toMatch(/^terrarium: .*\n {2}.*\[[a-z.-]+\]\n$/);
  });
});
