// Tests options that a person set: a request to a model contains them, but no defaults.
import { expect, it } from 'vitest';
import { buildFlagSource } from './configuration-source.ts';
import { readTrusted } from './read-trusted.ts';
import { extractSaidOptions, settingsSchema } from './settings.ts';

it('hands on what was said of a model, and leaves the rest to the place that asks', () => {
  const find = (flags: Readonly<Record<string, unknown>>) =>
    extractSaidOptions(readTrusted(settingsSchema, [buildFlagSource(flags)], () => false));
  expect(find({ model: 'openai:x' })).toEqual({});
  expect(find({ temperature: '0.4', maxOutputTokens: '2048' })).toEqual({
    temperature: 0.4,
    maxOutputTokens: 2_048,
  });
  expect(find({ extraBody: { think: false } })).toEqual({ extraBody: { think: false } });
});
