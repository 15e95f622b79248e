// Tests the error family: exit code and HTTP status depend on who must act; the message says what happened and what to do.

import { describe, expect, it } from 'vitest';
import {
  assert,
  Bug,
  ModelError,
  ProviderError,
  StorageError,
  TerrariumError,
  UsageError,
} from './errors.ts';

const details = { code: 'some.condition', happened: 'The lamp went out.', todo: 'Light it again.' };

describe('an error', () => {
  it.each([
    [new UsageError(details), 'UsageError', { exitCode: 2, httpStatus: 400 }],
    [new ModelError(details), 'ModelError', { exitCode: 3, httpStatus: 502 }],
    [new ProviderError({ ...details, retryable: true }), 'ProviderError', { exitCode: 4, httpStatus: 503 }],
    [new StorageError(details), 'StorageError', { exitCode: 5, httpStatus: 500 }],
    [new Bug('The lamp went out.'), 'Bug', { exitCode: 70, httpStatus: 500 }],
  ])('%o says who must act', (error, name, expected) => {
    expect(error).toBeInstanceOf(TerrariumError);
    expect(error).toMatchObject({ name, happened: 'The lamp went out.', ...expected });
    expect(error.message).toBe(`${error.happened} ${error.todo}`);
  });

  it('keeps its cause, and has none where there was none', () => {
    const cause = new Error('no oil');
    expect(new UsageError({ ...details, cause }).cause).toBe(cause);
    expect('cause' in new UsageError(details)).toBe(false);
  });

  it('of a provider says whether and when to come again', () => {
    expect(new ProviderError({ ...details, retryable: false })).toMatchObject({ retryable: false });
    expect(new ProviderError({ ...details, retryable: true, retryAfterMs: 7 }).retryAfterMs).toBe(7);
  });

  it('is thrown by an assertion that fails, as a fault of ours', () => {
    expect(() => assert(1 > 0, 'One is more.')).not.toThrow();
    expect(() => assert(false, 'The lamp is out.')).toThrowError(expect.objectContaining({ code: 'bug' }));
  });
});
