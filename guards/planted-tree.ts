// Planted tree: builds a small workspace under the project's rules, in which tests plant violations for the guards.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const house = fileURLToPath(new URL('..', import.meta.url));
const rules = ['biome.json', 'knip.json', '.dependency-cruiser.mjs', 'tsconfig.base.json', '.gitignore'];
const packages = ['kernel', 'annotator', 'memory', 'rpg', 'protocol', 'composition', 'cli', 'mcp', 'web'];
const manifest = { version: '0.1.0', private: true, type: 'module' };
const references = packages.map((name) => ({ path: `packages/${name}` }));

export interface PlantedTree {
  readonly root: string;
  close(): void;
}

/** Writes packages that no guard objects to, each with one module behind its entry point, and then the files given. */
export function plantTree(files: Readonly<Record<string, string>> = {}): PlantedTree {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'planted-')));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const rule of rules) copyFileSync(join(house, rule), join(root, rule));
  write('package.json', render({ name: 'planted', ...manifest, workspaces: ['packages/*'] }));
  write('tsconfig.json', render({ files: [], references }));
  mkdirSync(join(root, 'node_modules', '@terrarium'), { recursive: true });
  for (const name of packages) {
    const door = { './door': './src/door.ts' };
    write(
      `packages/${name}/package.json`,
      render({ name: `@terrarium/${name}`, ...manifest, exports: door }),
    );
    write(`packages/${name}/tsconfig.json`, render(buildTypeScriptOptions(name)));
    write(
      `packages/${name}/src/door.ts`,
      `// Door: what others see of ${name}.\nexport const name = '${name}';\n`,
    );
    symlinkSync(join(root, 'packages', name), join(root, 'node_modules', '@terrarium', name));
  }
  write('docs/vocabulary.md', '# Words\n\n## Verbs\n\n| verb | means |\n|---|---|\n| build | makes |\n');
  for (const folder of ['guards', 'bench']) write(`${folder}/readme.md`, 'Nothing yet.\n');
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { root, close: () => rmSync(root, { recursive: true, force: true }) };
}

function buildTypeScriptOptions(name: string): unknown {
  const out = { tsBuildInfoFile: `../../.cache/tsc/${name}.tsbuildinfo` };
  return { extends: '../../tsconfig.base.json', compilerOptions: { ...out, types: [] }, include: ['src'] };
}

function render(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
