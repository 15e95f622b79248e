// Package edges: dependencies are pinned exactly, and our packages depend only on those they may.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { listFiles } from './list-files.ts';

const ground = ['kernel', 'protocol'];
const products = ['annotator', 'rpg', 'memory'];
const composed = [...products, ...ground];
const shell = [...products, ...ground, 'composition'];
/** What each package may depend on; a package that is not named here may depend on none of ours. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  annotator: ['kernel'],
  rpg: ['kernel'],
  memory: ['kernel'],
  fleet: ['annotator', 'kernel'],
  composition: composed,
  server: shell,
  // The command line needs both: one of its commands shows worlds of the fleet in browsers.
  cli: [...shell, 'fleet', 'server'],
  mcp: shell,
  web: ['protocol'],
};
const dependencies = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({
  dependencies,
  devDependencies: dependencies,
  optionalDependencies: dependencies,
  peerDependencies: dependencies,
});

export function findWrongEdges(root: string): readonly string[] {
  const paths = listFiles(root, /^packages\/[^/]+\/package\.json$/);
  if (existsSync(join(root, 'package.json')))
    return [...paths, 'package.json'].flatMap((path) => judge(root, path));
  return paths.flatMap((path) => judge(root, path));
}

function judge(root: string, path: string): readonly string[] {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(root, path), 'utf8')));
  const own = path.split('/')[1];
  return Object.values(manifest)
    .flatMap((group) => Object.entries(group))
    .flatMap(([name, version]) => {
      const problems: string[] = [];
      if (!/^(npm:[^@]+@)?\d+\.\d+\.\d+$/.test(version))
        problems.push(`${path}: pin ${name} exactly, not "${version}"`);
      const ours = /^@terrarium\/(.+)$/.exec(name)?.[1];
      const isWall = ours !== undefined && own !== undefined && !(allowed[own] ?? []).includes(ours);
      if (isWall) problems.push(`${path}: ${own} may not depend on ${ours}`);
      return problems;
    });
}
