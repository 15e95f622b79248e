// Tests what a companion tool answers if its value differs from its declared shape.

import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Companion } from './companion.ts';
import { buildCompanionTool, looks } from './companion-tool.ts';

const item = z.strictObject({ word: z.string() });
const output = z.strictObject({ items: z.array(item), count: z.int() });

async function answer(value: unknown) {
  const tool = buildCompanionTool({
    name: 'list',
    title: 'List',
    description: 'Lists.',
    input: z.strictObject({}),
    output,
    annotations: looks,
    run: () => ({ text: 'One.', value: value as z.input<typeof output> }),
  });
  const companion = {} as Companion;
  const asking = { companion, given: {}, signal: new AbortController().signal, onProgress: () => undefined };
  return (await tool.run(asking)).value;
}

it('OS3: a key that the declared shape does not have is left out, wherever it stands', async () => {
  const given = { items: [{ word: 'a', extra: 1 }, { word: 'b' }], count: 2, more: { deep: true } };
  expect(await answer(given)).toStrictEqual({ items: [{ word: 'a' }, { word: 'b' }], count: 2 });
  expect(given.items[0]).toHaveProperty('extra');
});

it('OS3: a value that is not of the declared shape is still a fault', async () => {
  await expect(answer({ items: [{ word: 1, extra: 1 }], count: 2 })).rejects.toThrow(z.ZodError);
});
