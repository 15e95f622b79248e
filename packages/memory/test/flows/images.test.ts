// Tests images in messages: they are kept beside the memory under a safe name, and sent only in their own turn.

import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render, renderParts } from '../../src/render/render-wake.ts';
import { openTestMemory, type TestMemory } from '../support/open-test-memory.ts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4]);

let opened: TestMemory;
beforeEach(() => {
  opened = openTestMemory();
});
afterEach(() => opened.close());

test('AS12, CR9: an image is kept under a safe name, counted and explained in its own turn, and gone in the next', async () => {
  const { memory, folder, stores } = opened;
  const path = join(folder, '..%2f "my image";rm.png.exe');
  writeFileSync(path, png);
  writeFileSync(join(folder, 'wake-context-image.md'), 'Look closely.');
  memory.hear('an earlier word');
  const without = await memory.wake();
  const { eventId } = memory.hear('look at this', { image: path });
  const wake = await memory.wake();
  const name = stores.events.find(eventId)?.imagePath ?? '';
  expect(name).toMatch(/^[0-9a-f]{32}\.png$/);
  expect(readFileSync(join(folder, 'images', name))).toEqual(png);
  expect(wake.image).toEqual({ path: name, tokens: 1200 });
  expect(wake.tokens).toBeGreaterThan(without.tokens + 1200);
  expect(renderParts(wake).system).toContain('Look closely.');
  expect(render(wake)).toContain('## User, with an image\nlook at this');
  const [former] = memory.undo().messages;
  memory.hear('look at that', { insteadOf: former?.id });
  expect((await memory.wake()).image).toEqual(wake.image);
  memory.speak('<desc>the mill: grey, with a red door</desc><say>How fine.</say>');
  memory.hear('yes');
  const next = await memory.wake();
  expect(next.image).toBeUndefined();
  expect(renderParts(next).system).not.toContain('Look closely.');
  expect(render(next)).toContain('<desc>the mill: grey, with a red door</desc>');
});

test('AS12: a file that is no image, too large, a folder or missing is refused, and nothing of the message is taken', () => {
  const { memory, folder, stores } = opened;
  const refuse = (name: string, code: string) =>
    expect(() => memory.hear('look', { image: join(folder, name) })).toThrow(
      expect.objectContaining({ code }),
    );
  writeFileSync(join(folder, 'page.png'), '<html>');
  writeFileSync(join(folder, 'large.png'), png);
  truncateSync(join(folder, 'large.png'), 21 * 1024 * 1024);
  mkdirSync(join(folder, 'album'));
  refuse('page.png', 'memory.no-image');
  refuse('large.png', 'memory.image-too-large');
  refuse('album', 'memory.image-unreadable');
  refuse('nothing.png', 'memory.image-unreadable');
  expect(stores.events.countTurns()).toBe(0);
  expect(existsSync(join(folder, 'images'))).toBe(false);
});

test('AS12: the same image is kept once, and no bytes make a name that is not safe', () => {
  const { memory, folder } = opened;
  const heads = [
    png,
    Buffer.from([0xff, 0xd8, 0xff]),
    Buffer.from('GIF89a'),
    Buffer.from('RIFF\n\n\n\nWEBP'),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 64 }), (head, rest) => {
      const path = join(folder, 'image');
      writeFileSync(path, Buffer.concat([head, rest]));
      memory.hear('one', { image: path });
      const kept = readdirSync(join(folder, 'images'));
      memory.hear('again', { image: path });
      expect(readdirSync(join(folder, 'images'))).toEqual(kept);
      expect(kept.every((name) => /^[0-9a-f]{32}\.(png|jpg|gif|webp)$/.test(name))).toBe(true);
    }),
    { numRuns: 30 },
  );
});
