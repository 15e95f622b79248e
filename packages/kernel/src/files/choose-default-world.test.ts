// Tests which world a command uses if it names none.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseDefaultWorld } from './choose-default-world.ts';

describe('the world of a command that names none', () => {
  test('CO32: is ./world, or the folder one stands in where that is a world and has no ./world', () => {
    const folder = mkdtempSync(join(tmpdir(), 'terrarium-default-'));
    try {
      expect(chooseDefaultWorld(folder)).toBe('./world');
      writeFileSync(join(folder, 'world.json'), '{}');
      expect(chooseDefaultWorld(folder)).toBe('.');
      mkdirSync(join(folder, 'world'));
      writeFileSync(join(folder, 'world', 'world.json'), '{}');
      expect(chooseDefaultWorld(folder)).toBe('./world');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
