// Measures how much script the first view loads, and how much all other parts have, compressed as a server would send it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Measure } from './measure-page.ts';

export function measureScripts(screensDir: string): readonly Measure[] {
  const assets = join(screensDir, 'assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const page = readFileSync(join(screensDir, 'index.html'), 'utf8');
  const sizes = new Map(scripts.map((name) => [name, gzipSync(readFileSync(join(assets, name))).length]));
  const first = scripts.filter((name) => page.includes(name) || /^home-/u.test(name));
  const sum = (names: readonly string[]): number =>
    names.reduce((bytes, name) => bytes + (sizes.get(name) ?? 0), 0) / 1024;
  const rooms = scripts.filter((name) => !first.includes(name));
  return [
    { what: 'script of the first view, gzipped', median: sum(first), unit: 'KB', wanted: '≤ 300 KB' },
    {
      what: `script of all ${rooms.length} other parts, gzipped`,
      median: sum(rooms),
      unit: 'KB',
      wanted: '',
    },
  ];
}
