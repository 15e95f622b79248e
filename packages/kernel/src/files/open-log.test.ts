// Tests the log: what the file contains, and what it never contains.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StorageError, UsageError } from '../base/errors.ts';
import { Secret } from '../config/secret.ts';
import { openLog, openLogIn } from './open-log.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const openFull = () => ({ path: '/dev/full', file: openSync('/dev/full', 'a') });

function readLines(path: string): Record<string, unknown>[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

it('writes one JSON line for each call, at once, with the fields of the child that wrote it', () => {
  const path = join(folder, 'logs', 'run.log');
  const log = openLog(path);
  log.child({ scene: 7 }).warn('the server was slow', { seconds: 12 });
  log.error('failed', { error: new UsageError({ code: 'a.b', happened: 'It\nbroke.', todo: 'Mend it.' }) });
  const [first, second] = readLines(path);
  expect(first).toMatchObject({ level: 'warn', scene: 7, seconds: 12, message: 'the server was slow' });
  expect(second).toMatchObject({ level: 'error', error: { code: 'a.b', message: 'It\nbroke. Mend it.' } });
  log.close();
});

it('goes on where an earlier log ended', () => {
  const path = join(folder, 'run.log');
  for (const message of ['one', 'two']) {
    const log = openLog(path);
    log.info(message);
    log.close();
  }
  expect(readLines(path).map((line) => line['message'])).toEqual(['one', 'two']);
});

it('cuts secrets out, wrapped or not', () => {
  const path = join(folder, 'run.log');
  const log = openLog(path);
  log.info('request', { apiKey: 'sk-plain', settings: { apiKey: new Secret('sk-wrapped') } });
  log.info('sent', { request: { headers: { authorization: 'Bearer sk-header' } } });
  log.close();
  expect(readFileSync(path, 'utf8')).not.toMatch(/sk-/);
  expect(readFileSync(path, 'utf8')).toContain('[secret]');
});

it.skipIf(!existsSync('/dev/full'))('tells once that the disk is full, and never fails its caller', () => {
  const failures: StorageError[] = [];
  const log = openLogIn({ ...openFull(), onFailure: (error) => failures.push(error) });
  for (const message of ['one', 'two', 'three']) log.info(message);
  log.close();
  expect(failures.map(({ code }) => code)).toEqual(['log.cannot-write']);
  const strict = openLogIn(openFull());
  expect(() => strict.info('one')).toThrow(StorageError);
});

it('follows no link, and writes nothing where one leads', () => {
  const path = join(folder, 'own.txt');
  writeFileSync(path, 'mine');
  mkdirSync(join(folder, 'world'));
  symlinkSync(folder, join(folder, 'world', 'logs'));
  const within = join(folder, 'world');
  expect(() => openLog(join(within, 'logs', 'own.txt'), { within })).toThrow(/logs is a link/);
  symlinkSync(path, join(within, 'run.log'));
  expect(() => openLog(join(within, 'run.log'))).toThrow(/run\.log is a link/);
  expect(readFileSync(path, 'utf8')).toBe('mine');
});

it('says what to do when the file cannot be made', () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  expect(() => openLog(join(file, 'run.log'))).toThrow(StorageError);
});
