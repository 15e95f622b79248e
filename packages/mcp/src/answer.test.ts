// Tests answering a tool call that fails: what the client is told, and what is written to the log.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StorageError, UsageError } from '@terrarium/kernel/errors';
import { openMemoryDatabase } from '@terrarium/memory/open-memory-database';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { answer } from './answer.ts';
import { buildCompanionTool, looks } from './companion/companion-tool.ts';
import { openCompanion } from './compose.ts';
import { hear } from './tools/hear.ts';

async function fail(error: unknown, signal = new AbortController().signal) {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const companion = await openCompanion({ folder, trustsWorld: false });
  const tool = buildCompanionTool({
    name: 'failing',
    title: 'Fail',
    description: 'Fails as it is told.',
    input: z.strictObject({}),
    output: z.object({}),
    annotations: looks,
    run: () => {
      throw error;
    },
  });
  const { content, isError } = await answer(companion, tool, {
    given: {},
    signal,
    onProgress: () => undefined,
  });
  await companion.close();
  const [part] = content;
  const log = readFileSync(companion.logPath, 'utf8');
  return { text: part?.type === 'text' ? part.text : '', isError, log };
}

const halves = { happened: 'It is so.', todo: 'Do that.' };

it('says what can be mended and writes down what the caller did not bring about', async () => {
  const usage = await fail(new UsageError({ code: 'a.b', ...halves }));
  expect(usage).toEqual({ text: 'It is so. Do that. [a.b]', isError: true, log: '' });
  const storage = await fail(new StorageError({ code: 'a.full', ...halves, cause: new Error('ENOSPC') }));
  expect(storage).toMatchObject({ text: 'It is so. Do that. [a.full]', isError: true });
  expect(storage.log).toContain('ENOSPC');
});

it('calls a fault of ours by its name, with its stack in the log and not in the answer', async () => {
  const fault = await fail(new RangeError('odd'));
  expect(fault.text).toMatch(/^The tool failing failed\. .*mcp\.log\. \[bug\]$/);
  expect(fault.text).not.toContain('odd');
  expect(fault.log).toContain('RangeError: odd');
});

it('takes a message in and says so where the mind cannot be shown because another program writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const companion = await openCompanion({ folder, trustsWorld: false });
  const open = () => openMemoryDatabase({ path: join(folder, 'memory.sqlite') });
  const [holder, waiter] = [open(), open()];
  waiter.pragma('busy_timeout = 0');
  const wake = async () => {
    holder.exec('BEGIN IMMEDIATE');
    waiter.exec('BEGIN IMMEDIATE');
    return await companion.memory.wake();
  };
  const locked = { ...companion, memory: { ...companion.memory, wake } };
  const call = {
    given: { text: 'Hello' },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
  const { content, isError } = await answer(locked, hear, call);
  for (const one of [holder, waiter]) one.close();
  await companion.close();
  expect(isError).toBeUndefined();
  expect(content).toMatchObject([
    {
      text: expect.stringMatching(/^Taken in as moment 1[\s\S]*cannot be shown\. Another program is writing/),
    },
  ]);
});

it('keeps what was said out of the log, where what cannot be parsed is quoted', async () => {
  const cause = new SyntaxError('Unexpected token in "<secret>xyzzy</secret>"');
  const { log } = await fail(new StorageError({ code: 'a.garbled', ...halves, cause }));
  expect(log).toContain('SyntaxError: text that cannot be parsed');
  expect(log).not.toContain('xyzzy');
});

it('says that it stopped where the client called it off', async () => {
  expect(await fail(new Error('x'), AbortSignal.abort())).toMatchObject({
    text: 'Stopped.',
    isError: true,
    log: '',
  });
});
