// Tests that Biome, dependency-cruiser, knip and TypeScript refuse code that breaks the limits set for them.
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTool } from './find-tool.ts';
import { type PlantedTree, plantTree } from './planted-tree.ts';

function run(
  root: string,
  command: string,
  argv: readonly string[],
): { text: string; status: number | null } {
  const { stdout, stderr, status } = spawnSync(command, argv, { cwd: root, encoding: 'utf8' });
  return { text: stdout + stderr, status };
}

describe('Biome', () => {
  const head = '// Planted: something to find.\n';
  const lines = (count: number, line: string) => `${line}\n`.repeat(count);
  const nested = (depth: number): string =>
    depth === 0 ? 'count += 1;' : `if (at > ${depth}) { ${nested(depth - 1)} }`;
  const planted: readonly (readonly [rule: string, file: string, text: string])[] = [
    ['noExcessiveLinesPerFile', 'long.ts', lines(401, 'Math.random();')],
    ['noExcessiveLinesPerFile', 'long.test.ts', lines(701, 'Math.random();')],
    [
      'noExcessiveLinesPerFunction',
      'tall.ts',
      `export function tall() {\n${lines(81, '  Math.random();')}}\n`,
    ],
    [
      'noExcessiveCognitiveComplexity',
      'knotted.ts',
      `export function f(at: number) { let count = 0; ${nested(5)} return count; }`,
    ],
    [
      'useMaxParams',
      'many.ts',
      'export const f = (a: number, b: number, c: number, d: number, e: number) => a + b + c + d + e;',
    ],
    ['useFilenamingConvention', 'badName.ts', 'export const a = 1;'],
    ['noDefaultExport', 'default-export.ts', 'export default 1;'],
    ['noExplicitAny', 'loose.ts', 'export const a: any = 1;'],
    ['noNonNullAssertion', 'bang.ts', 'export const f = (a?: { b: number }) => a!.b;'],
    ['noConsole', 'console.ts', "console.log('x');"],
    ['noProcessEnv', 'environment.ts', "export const a = process.env['HOME'];"],
    ['noImportCycles', 'cycle-one.ts', "import { b } from './cycle-two.ts';\nexport const a = () => b;"],
    ['noImportCycles', 'type-cycle.ts', "import type { B } from './cycle-two.ts';\nexport type A = B;"],
    ['noBarrelFile', 'barrel.ts', "export { a } from './loose.ts';"],
    ['noReExportAll', 'all.ts', "export * from './loose.ts';"],
    ['noUndeclaredDependencies', 'undeclared.ts', "import { x } from 'left-pad';\nexport const a = x;"],
    ['noFloatingPromises', 'floating.ts', 'async function f(): Promise<void> {}\nf();'],
    [
      'useExhaustiveSwitchCases',
      'switch.ts',
      "export function f(k: 'a' | 'b') { switch (k) { case 'a': return 1; } return 2; }",
    ],
    ['noEmptyBlockStatements', 'silent.ts', 'try { Math.random(); } catch {}'],
    ['noEnum', 'enumeration.ts', 'export enum E { A }'],
    ['noSkippedTests', 'skipped.test.ts', `import { it } from 'vitest';\nit.${'skip'}('x', () => {});`],
    ['noFocusedTests', 'focused.test.ts', `import { it } from 'vitest';\nit.${'only'}('x', () => {});`],
    ['useImportType', 'import-type.ts', "import { B } from './cycle-two.ts';\nexport const a: B = 1;"],
  ];
  const folder = 'packages/kernel/src/planted';
  let tree: PlantedTree;
  let found: ReadonlySet<string> = new Set();

  beforeAll(() => {
    const files = planted.map(([, file, text]) => [`${folder}/${file}`, head + text]);
    const allowed = {
      [`${folder}/cycle-two.ts`]:
        "import type { A } from './type-cycle.ts';\nimport { a } from './cycle-one.ts';\nexport const b = () => a;\nexport type B = A | number;",
      'packages/cli/src/screen/printer.ts': "console.log('x');",
      'packages/kernel/src/config/process-environment.ts': 'export const a = process.env;',
      'vitest.config.ts': 'export default {};',
      [`${folder}/undeclared.test.ts`]: "import { it } from 'vitest';\nit('x', () => {});",
    };
    tree = plantTree({ ...Object.fromEntries(files), ...allowed });
    const { text } = run(tree.root, 'biome', ['lint', '--reporter=json', '--max-diagnostics=none', '.']);
    const report = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
      diagnostics: { category: string; severity: string; location: { path: string } }[];
    };
    const errors = report.diagnostics.filter((one) => one.severity === 'error');
    found = new Set(errors.map((one) => `${one.category.split('/').at(-1)} ${one.location.path}`));
  });
  afterAll(() => tree.close());

  it.each(planted)('refuses by %s what stands in %s', (rule, file) => {
    expect([...found]).toContain(`${rule} ${folder}/${file}`);
  });

  it.each([
    'noConsole packages/cli/src/screen/printer.ts',
    'noProcessEnv packages/kernel/src/config/process-environment.ts',
    'noDefaultExport vitest.config.ts',
    `noUndeclaredDependencies ${folder}/undeclared.test.ts`,
  ])('lets through, as the one place for it: %s', (finding) => {
    expect([...found]).not.toContain(finding);
  });

  it('refuses what is not formatted', () => {
    const one = plantTree({ 'packages/kernel/src/wide.ts': 'export const a  =  "b"' });
    expect(run(one.root, 'biome', ['check', '.']).status).not.toBe(0);
    one.close();
  });
});

describe('dependency-cruiser', () => {
  const use = (from: string) => `import { name } from '${from}';\nexport const used = name;\n`;
  const relative = (name: string) => use(`../../${name}/src/door.ts`);
  const planted: readonly (readonly [wall: string, file: string, text: string])[] = [
    ['ground-stands-alone', 'kernel/src/up.ts', use('@terrarium/annotator/door')],
    ['products-apart', 'annotator/src/sideways.ts', use('@terrarium/rpg/door')],
    [
      'products-apart',
      'annotator/src/types.ts',
      "import type { name } from '@terrarium/rpg/door';\nexport type N = typeof name;\n",
    ],
    ['products-apart', 'annotator/src/up.ts', use('@terrarium/cli/door')],
    ['composition-below-shells', 'composition/src/up.ts', use('@terrarium/mcp/door')],
    ['shells-apart', 'cli/src/sideways.ts', use('@terrarium/mcp/door')],
    ['web-through-protocol', 'web/src/deep.ts', use('@terrarium/kernel/door')],
    ['through-the-door', 'annotator/src/round.ts', relative('kernel')],
    ['product-code-without-guards', 'cli/src/guarded.ts', use('../../../guards/g.ts')],
    ['testing-only-in-tests', 'kernel/src/llm/pretend.ts', use('../testing/fake.ts')],
    [
      'driver-only-in-stores',
      'annotator/src/driver.ts',
      "import D from 'better-sqlite3';\nexport const d = D;\n",
    ],
    ['arithmetic-without-store', 'rpg/src/dice/kept.ts', use('../turn/turn-store.ts')],
    ['resolvable', 'cli/src/nowhere.ts', use('./not-there.ts')],
    ['kernel-base', 'kernel/src/base/up.ts', use('../llm/model.ts')],
    ['kernel-config', 'kernel/src/config/up.ts', use('../llm/model.ts')],
    ['kernel-store', 'kernel/src/store/up.ts', use('../tokens/count.ts')],
    ['kernel-tokens', 'kernel/src/tokens/up.ts', use('../llm/model.ts')],
    ['kernel-llm', 'kernel/src/llm/up.ts', use('../tools/tool.ts')],
    ['kernel-tools', 'kernel/src/tools/store.ts', use('../store/open.ts')],
    ['kernel-retrieval', 'kernel/src/retrieval/up.ts', use('../llm/model.ts')],
    ['annotator-glossary', 'annotator/src/glossary/up.ts', use('../runner/run.ts')],
    ['annotator-rooms', 'annotator/src/attic/new.ts', use('../door.ts')],
    ['memory-events', 'memory/src/events/up.ts', use('../assembly/assemble.ts')],
    ['memory-rooms', 'memory/src/attic/new.ts', use('../door.ts')],
    ['cli-screen', 'cli/src/screen/up.ts', use('../actions/act.ts')],
    ['cli-rooms', 'cli/src/attic/new.ts', use('../door.ts')],
    ['mcp-messages', 'mcp/src/messages/up.ts', use('../tools/act.ts')],
    ['mcp-rooms', 'mcp/src/attic/new.ts', use('../door.ts')],
    ['rpg-rules', 'rpg/src/rules/up.ts', use('../turn/turn-store.ts')],
    ['rpg-dice', 'rpg/src/dice/door.ts', use('../door.ts')],
    ['rpg-rooms', 'rpg/src/attic/new.ts', use('../door.ts')],
    ['commands-load-when-they-run', 'cli/src/commands/eager.ts', use('../actions/act.ts')],
    ['commands-load-when-they-run', 'cli/src/shell/options.ts', use('@terrarium/annotator/door')],
  ];
  const name = 'export const name = 1;\n';
  const allowed: Readonly<Record<string, string>> = {
    'cli/src/commands/late.ts': "export const act = () => import('../actions/act.ts');\n",
    'cli/src/down.ts': use('@terrarium/annotator/door'),
    'annotator/src/down.ts': use('@terrarium/kernel/door'),
    'annotator/src/some-store.ts': "import D from 'better-sqlite3';\nexport const d = D;\n",
    'annotator/src/pretend.test.ts': use('../../kernel/src/testing/fake.ts'),
    'rpg/src/turn/down.ts': use('../rules/target.ts'),
    'kernel/src/tools/tool.ts': use('../llm/model.ts'),
    'kernel/src/llm/model.ts': use('../tokens/count.ts'),
  };
  let tree: PlantedTree;
  let violations: readonly string[] = [];

  beforeAll(() => {
    const targets = {
      'kernel/src/tokens/count.ts': name,
      'kernel/src/store/open.ts': name,
      'rpg/src/turn/turn-store.ts': name,
      'rpg/src/rules/target.ts': name,
      'mcp/src/tools/act.ts': name,
      'annotator/src/runner/run.ts': name,
      'memory/src/assembly/assemble.ts': name,
      'cli/src/actions/act.ts': name,
    };
    const files = [
      ...planted.map(([, file, text]) => [file, text] as const),
      ...Object.entries({ ...allowed, ...targets }),
    ];
    tree = plantTree({
      ...Object.fromEntries(files.map(([file, text]) => [`packages/${file}`, text])),
      'packages/kernel/src/testing/fake.ts': name,
      'guards/g.ts': name,
      'node_modules/better-sqlite3/package.json':
        '{ "name": "better-sqlite3", "version": "1.0.0", "main": "i.js" }',
      'node_modules/better-sqlite3/i.js': 'module.exports = 1;',
    });
    const argv = [
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'json',
      'packages',
      'guards',
      'bench',
    ];
    const report = JSON.parse(run(tree.root, 'depcruise', argv).text) as {
      summary: { violations: { from: string; rule: { name: string } }[] };
    };
    violations = report.summary.violations.map((one) => `${one.rule.name} ${one.from}`);
  });
  afterAll(() => tree.close());

  it.each(planted)('refuses by %s what %s imports', (wall, file) => {
    expect(violations).toContain(`${wall} packages/${file}`);
  });

  it.each(Object.keys(allowed).filter((file) => !file.includes('.test.')))(
    'lets %s import downwards',
    (file) => {
      expect(violations.filter((violation) => violation.endsWith(` packages/${file}`))).toEqual([]);
    },
  );
});

describe('knip', () => {
  it('refuses a dead file, a dead export, and a dependency that nobody uses or nobody declared', () => {
    const tree = plantTree({
      'packages/cli/src/command-line.ts':
        "import { used } from './part.ts';\nimport pad from 'left-pad';\nexport const a = [used, pad];\n",
      'packages/cli/src/part.ts': 'export const used = 1;\nexport const deadExport = 2;\n',
      'packages/cli/src/dead-file.ts': 'export const a = 1;\n',
      'packages/cli/package.json':
        '{ "name": "@terrarium/cli", "type": "module", "dependencies": { "dead-dependency": "1.0.0" } }',
    });
    const { text, status } = run(tree.root, 'knip', ['--no-progress']);
    for (const dead of ['dead-file.ts', 'deadExport', 'dead-dependency', 'left-pad'])
      expect(text).toContain(dead);
    expect(status).not.toBe(0);
    tree.close();
  });
});

describe('TypeScript', () => {
  it.each([
    ['a type that does not fit', 'export const a: string = 1;', 'TS2322'],
    ['an element that may be missing', 'export const f = (l: string[]): string => l[0];', 'TS2322'],
    ['an optional set to undefined', 'export const a: { b?: string } = { b: undefined };', 'TS2375'],
    [
      'a property of an index',
      'export const f = (r: Record<string, number>): number | undefined => r.a;',
      'TS4111',
    ],
    [
      'an import of a type that looks like a value',
      "import { B } from './b.ts';\nexport type A = B;",
      'TS1484',
    ],
    ['syntax that Node cannot strip', 'export class C { constructor(readonly a: string) {} }', 'TS1294'],
  ])('refuses %s', (_what, text, code) => {
    const tree = plantTree({
      'packages/kernel/src/planted.ts': text,
      'packages/kernel/src/b.ts': 'export type B = 1;',
    });
    const result = run(tree.root, process.execPath, [findTool('tsc'), '-b', 'packages/kernel']);
    expect(result.text).toContain(code);
    expect(result.status).not.toBe(0);
    tree.close();
  });
});
