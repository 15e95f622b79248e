// Tests our own guards: each refuses planted violations and lets everything else through.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { findUncleanText } from './clean-text.ts';
import { findUnexplainedCodes } from './error-codes.ts';
import { findMisplacedCodes } from './error-exits.ts';
import { findMissingFirstLines } from './first-lines.ts';
import { findStalePages, writePages } from './generated-docs.ts';
import { findMissingTools } from './installed-tools.ts';
import { findLostCauses } from './kept-causes.ts';
import { findSlowPatterns } from './linear-patterns.ts';
import { findLongFunctions } from './long-functions.ts';
import { findUnnamedParameters } from './named-parameters.ts';
import { findPoorNames } from './names.ts';
import { findStrayAsking } from './one-asking.ts';
import { findStrayFiles } from './one-door.ts';
import { findWrongEdges } from './package-edges.ts';
import { type PlantedTree, plantTree } from './planted-tree.ts';
import { findUnversionedTexts } from './prompt-texts.ts';
import { findSpecGaps } from './spec-rules.ts';
import { findSpreadLiterals } from './spread-literals.ts';
import { findStraySql } from './sql-only-in-stores.ts';
import { renderThirdPartyNotices } from './third-party-notices.ts';
import { findStrayVerbs } from './verbs.ts';

let tree: PlantedTree | undefined;
afterEach(() => {
  tree?.close();
  tree = undefined;
});

function plant(files: Readonly<Record<string, string>>): string {
  tree?.close();
  tree = plantTree(files);
  return tree.root;
}

const file = 'packages/annotator/src/planted.ts';

describe('first lines', () => {
  it.each([
    ['nothing', 'export const a = 1;\n'],
    ['no sentence', '// decay\n'],
    ['no full stop', '// Decay: how memories fade\n'],
    ['a block', '/* Decay: how memories fade. */\n'],
    ['too much', `// Decay: ${'how memories fade and '.repeat(7)}sink.\n`],
  ])('refuses a file that opens with %s', (_what, text) => {
    expect(findMissingFirstLines(plant({ [file]: text }))).toEqual([expect.stringContaining(file)]);
  });

  it('lets a sentence through, after a shebang too', () => {
    const sentence = '// Decay: how memories fade.\n';
    const files = { [file]: sentence, 'packages/cli/bin/x.js': `#!/usr/bin/env node\n${sentence}` };
    expect(findMissingFirstLines(plant(files))).toEqual([]);
  });
});

describe('one asking', () => {
  it('refuses a product that asks a model past the kernel, and lets a model around another one through', () => {
    const text = 'await model.reply(request);';
    expect(findStrayAsking(plant({ [file]: text }))).toEqual([expect.stringContaining(file)]);
    const wrapped = { 'packages/cli/src/shell/watch-signals.ts': text, 'packages/kernel/src/llm/x.ts': text };
    expect(findStrayAsking(plant({ ...wrapped, [file]: 'await askModel(asked, question);' }))).toEqual([]);
  });
});

describe('verbs', () => {
  const vocabulary = {
    'docs/vocabulary.md': '# Words\n\n## Verbs\n\n| verb | means |\n|---|---|\n| build, read | makes |\n',
  };
  const find = (text: string, path = file) => findStrayVerbs(plant({ ...vocabulary, [path]: text }));

  it.each([
    'export function settleBuild() {}',
    '  async function takeText() {}',
    'export const weighText = (text: string): number => text.length;',
    'const judge = async <T>(value: T) => value;',
    '  hold(text: string): void {',
  ])('refuses %s', (text) => {
    expect(find(`${text}\n`)).toEqual([expect.stringContaining(`${file}:1`)]);
  });

  it('lets a verb of the table, a question, a value and a step of a run through', () => {
    const text =
      'function buildText() {}\nconst isText = (a: string) => a !== "";\nconst settled = buildText();\n  if (settled) {\n';
    expect(find(text)).toEqual([]);
    expect(find('export function calling() {}\n', 'packages/annotator/src/runner/steps/calling.ts')).toEqual(
      [],
    );
  });
});

describe('long functions', () => {
  const write = (line: (index: number) => string) => {
    const lines = Array.from({ length: 65 }, (_, index) => `  ${line(index)}\n`).join('');
    return `// Planted: many lines.\nexport function add(a: number): number {\n  let b = 0;\n${lines}  return b;\n}\n`;
  };

  it('refuses one of more than 60 lines that is not simple, and lets a simple one through', async () => {
    const knotted = write((index) => `if (a > ${index}) b += ${index};`);
    expect(await findLongFunctions(plant({ [file]: knotted }))).toEqual([
      expect.stringContaining(`${file}:2`),
    ]);
    expect(await findLongFunctions(plant({ [file]: write((index) => `b += ${index};`) }))).toEqual([]);
  });
});

describe('named parameters', () => {
  const store = 'packages/annotator/src/planted-store.ts';
  const refused = [expect.stringContaining(`${store}:`)];

  it.each([
    "run('INSERT INTO a (b, c, d, e) VALUES (?, ?, ?, ?)');",
    "const both = 'b = ? AND c = ?';\nrun(`DELETE FROM a WHERE $" + '{both} AND d = ? AND e = ?`);',
    "const both = 'b = ? AND c = ?';\nrun(`DELETE FROM a WHERE $" + '{both.trim()} AND d = ? AND e = ?`);',
  ])('refuses four parameters without names: %s', (text) => {
    expect(findUnnamedParameters(plant({ [store]: `// Planted: a statement.\n${text}` }))).toEqual(refused);
  });

  it('lets three through, any number with names, and signs that are text', () => {
    const three = "run('SELECT a FROM b WHERE c = ? AND d = ? LIMIT ?');";
    const named = "run('INSERT INTO a VALUES (:a, :b, :c, :d)'); const say = `Why? Why? Why? Why?`;";
    const quoted = `run("SELECT a FROM b WHERE c IN ('?', '?', '??') AND d = ?");`;
    for (const text of [three, named, quoted])
      expect(findUnnamedParameters(plant({ [store]: `// Planted: a statement.\n${text}` }))).toEqual([]);
  });
});

describe('spread literals', () => {
  it.each(['[...[a, b], c]', '({ ...{ a, b }, c })'])('refuses %s', (value) => {
    const text = `export const both = (a: number, b: number, c: number) => ${value};\n`;
    expect(findSpreadLiterals(plant({ [file]: text }))).toEqual([expect.stringContaining(`${file}:1`)]);
  });

  it('lets a spread of something that was named or chosen through', () => {
    const text =
      'export const both = (a: number[], b?: number) => [...a, ...(b ? [b] : []), ...[1].map(String)];\n';
    expect(findSpreadLiterals(plant({ [file]: text }))).toEqual([]);
  });
});

describe('installed tools', () => {
  const lock = (locked: object) => JSON.stringify({ packages: { 'node_modules/planted': locked } });
  const fits = {
    optional: true,
    os: [process.platform],
    cpu: process.arch,
    engines: { node: '^20.19.0 || >=22.12.0' },
  };

  it('refuses a binary for this machine that npm left out, and names the Node that brings it', () => {
    const problems = findMissingTools(plant({ 'package-lock.json': lock(fits) }));
    expect(problems).toEqual([expect.stringContaining('with Node ^20.19.0 || >=22.12.0')]);
  });

  it('refuses an install from before a package came', () => {
    const problems = findMissingTools(plant({ 'package-lock.json': lock({ dev: true }) }));
    expect(problems).toEqual(['node_modules/planted is missing: run "npm ci"']);
  });

  it.each([
    ['is there', fits, { 'node_modules/planted/package.json': '{}' }],
    ['is for another machine', { ...fits, cpu: 'pdp11' }, {}],
    ['is for another library', { ...fits, libc: ['newlib'] }, {}],
    ['is for any machine', { optional: true }, {}],
  ])('lets one through that %s', (_what, locked, files: Readonly<Record<string, string>>) => {
    expect(findMissingTools(plant({ 'package-lock.json': lock(locked), ...files }))).toEqual([]);
  });
});

describe('prompt texts', () => {
  const asking = "export const ask = (said: string) => ({ role: 'user', content: render(said) });\n";
  const rendering =
    "export const render = (said: string) => ['Answer with the list alone:', said].join(' ');\n";
  const other = 'packages/annotator/src/render.ts';
  const version = "hashPrompt([new URL('render.ts', import.meta.url)]);\n";
  const apart = { [file]: `import { render } from './render.ts';\n${asking}`, [other]: rendering };

  it.each([
    [
      'in the message',
      { [file]: "const one = { role: 'system', content: 'Read what stands here.' };\n" },
      file,
    ],
    ['in a function of the file', { [file]: asking + rendering }, file],
    ['in another file', apart, other],
    ['that is not there', { [file]: "hashPrompt([new URL('gone.ts', import.meta.url)]);\n" }, 'gone.ts'],
    ['on a page', { [file]: "const page = new URL('task.md', import.meta.url);\n" }, 'task.md'],
  ])('refuses a text that no version covers, %s', (_where, files, named) => {
    expect(findUnversionedTexts(plant(files))).toEqual([expect.stringContaining(named)]);
  });

  it.each([
    ['a version covers', { ...apart, 'packages/annotator/src/version.ts': version }],
    [
      'stand for people',
      { [file]: `${asking}function render() { throw new Error('There is nothing to read.'); }\n` },
    ],
    ['no model is given', { [file]: rendering }],
    ['are of a test', { 'packages/annotator/src/planted.test.ts': asking + rendering }],
  ])('lets texts through that %s', (_why, files) => {
    expect(findUnversionedTexts(plant(files))).toEqual([]);
  });
});

describe('linear patterns', () => {
  it.each([
    ['quadratic', String.raw`export const end = /\s+$/u;`],
    ['quadratic', String.raw`export const tag = /<\s*\/?\s*b>/g;`],
    ['exponential', 'export const row = /^(?:a*b?a*)+$/;'],
    ['quadratic', String.raw`export const built = new RegExp(['<\\s*', '\\s*>'].join(''));`],
  ])('refuses what is %s: %s', async (growth, text) => {
    const problems = await findSlowPatterns(plant({ [file]: text }));
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${file}.* is ${growth} at `))]);
  });

  it('lets linear ones through, and whatever tests hold', async () => {
    const files = {
      [file]: String.raw`export const end = /(?<!\s)\s+$/u;`,
      'packages/annotator/src/planted.test.ts': String.raw`export const end = /\s+$/u;`,
    };
    expect(await findSlowPatterns(plant(files))).toEqual([]);
  });
});

describe('one door', () => {
  it.each([
    "import { writeFileSync } from 'node:fs';\n",
    "import { open } from 'node:fs/promises';\n",
    "import fs from 'fs';\n",
    "const fs = await import('node:fs');\n",
    "import { readFileSync } from 'node:fs';\nreadFileSync(join(world.dir, 'ambient.md'));\n",
    "import { readFileSync } from 'node:fs';\nreadFileSync(new URL('a.md', import.meta.url));\nreadFileSync(path);\n",
  ])('refuses %j', (text) => {
    expect(findStrayFiles(plant({ [file]: text }))).toEqual([expect.stringContaining(file)]);
  });

  it('lets the door, tests and what reads texts of the program through', () => {
    const text = "import { writeFileSync } from 'node:fs';\n";
    const files = {
      'packages/kernel/src/files/a.ts': text,
      'packages/annotator/src/b.test.ts': text,
      'packages/annotator/test/c.ts': text,
      [file]:
        "import { readFileSync } from 'node:fs';\nreadFileSync(new URL('a.md', import.meta.url), 'utf8');\n",
    };
    expect(findStrayFiles(plant(files))).toEqual([]);
  });
});

describe('SQL only in stores', () => {
  it.each([
    "db.prepare('SELECT 1 FROM entry');",
    'db.prepare(`\n  INSERT INTO entry VALUES (?)`);',
    "db.exec('DELETE FROM entry');",
    'db.exec(`UPDATE entry SET term = $' + '{term}`);',
    "db.exec('CREATE TABLE entry (id)');",
    "db.exec('PRAGMA user_version');",
    "db.exec('WITH first AS (SELECT 1) SELECT * FROM first');",
  ])('refuses %s', (text) => {
    expect(findStraySql(plant({ [file]: text }))).toEqual([expect.stringContaining(`${file}:1`)]);
  });

  it('lets stores, tests and prose through', () => {
    const sql = "export const s = 'SELECT 1 FROM entry';\n";
    const prose =
      "export const p = ['Select a world from the list.', 'Delete from the end.', 'BEGINNING'];\n";
    const files = {
      'packages/annotator/src/a-store.ts': sql,
      'packages/annotator/test/b.test.ts': sql,
      [file]: prose,
    };
    expect(findStraySql(plant(files))).toEqual([]);
  });
});

describe('explained codes', () => {
  const given =
    "throw new UsageError({ code: 'a.gone', happened });\nconst code = x ? 'b.full' : 'b.locked';\n";
  const rows = (...codes: readonly string[]) => codes.map((one) => `| \`${one}\` | why | what |\n`).join('');
  const page = 'docs/troubleshooting.md';

  it('refuses a code that the page does not explain, that nothing has, or that stands twice', () => {
    const explained = rows('a.gone', 'a.gone', 'b.full', 'c.gone');
    expect(findUnexplainedCodes(plant({ [file]: given, [page]: explained }))).toEqual([
      expect.stringContaining(`${file}: ${page} does not explain b.locked`),
      expect.stringContaining('nothing has the code c.gone'),
      expect.stringContaining('a.gone is explained twice'),
    ]);
    expect(findUnexplainedCodes(plant({ [file]: given }))).toHaveLength(3);
  });

  it('lets explained codes, comparisons and tests through', () => {
    const looks =
      "export const isGone = (e: Error) => e.code === 'd.gone';\nexport const n = { code: 'GL3' };\n";
    const files = {
      [file]: `${given}${looks}`,
      'packages/annotator/src/planted.test.ts': "const one = { code: 'e.gone' };\n",
      [page]: rows('a.gone', 'b.full', 'b.locked'),
    };
    expect(findUnexplainedCodes(plant(files))).toEqual([]);
  });
});

describe('explained exits', () => {
  const page = 'docs/troubleshooting.md';
  const given =
    "throw new StorageError({ code: 'a.gone', happened });\nthrow new UsageError({ code: 'b.bad', todo });\n";
  const table = (...codes: readonly string[]) =>
    `\n| code | why | what |\n|---|---|---|\n${codes.map((one) => `| \`${one}\` | x | y |\n`).join('')}`;

  it('refuses a code below another exit code than its class has, and a row outside of every table', () => {
    const text = `## Typed · 2\n${table('a.gone')}\n| \`b.bad\` | x | y |\n`;
    expect(findMisplacedCodes(plant({ [file]: given, [page]: text }))).toEqual([
      `${page}: a.gone ends with exit code 5, but its heading says 2`,
      `${page}: b.bad stands in no table`,
    ]);
  });

  it('lets through what stands where it ends, and what verification finds', () => {
    const text = `## Typed · 2\n${table('b.bad')}\n## Files · 5\n${table('a.gone', 'row.orphan')}`;
    expect(findMisplacedCodes(plant({ [file]: given, [page]: text }))).toEqual([]);
  });
});

describe('names', () => {
  const line = '// A: b.\n';

  it.each([
    'packages/kernel/src/base/index.ts',
    'packages/kernel/src/base/string-utils.ts',
    'packages/kernel/src/helpers/pad.ts',
    'packages/cli/test/common.ts',
    'packages/kernel/src/a/b/c/d/pad.ts',
  ])('refuses %s', (path) => {
    expect(findPoorNames(plant({ [path]: line }))).toEqual([expect.stringContaining(path)]);
  });

  it('refuses a long door', () => {
    const door = 'packages/rpg/src/play-turn.ts';
    expect(findPoorNames(plant({ [door]: line.repeat(121) }))).toEqual([expect.stringContaining(door)]);
  });

  it('lets words through that only share letters with those', () => {
    const files = { 'packages/memory/src/topics/word-lists.ts': line, 'packages/rpg/src/a/b/c/x.ts': line };
    expect(findPoorNames(plant(files))).toEqual([]);
  });
});

describe('kept causes', () => {
  it('refuses a new error that forgets the one it comes from', () => {
    const lost =
      'try { f(); } catch (error) { throw new Error("x"); }\ntry { f(); } catch { throw new Error("y"); }\n';
    expect(findLostCauses(plant({ [file]: lost }))).toHaveLength(2);
  });

  it('lets a cause, a rethrow and an answer through', () => {
    const kept =
      'try { f(); } catch (cause) { throw new Error("x", { cause }); }\ntry { f(); } catch { g(); }\n';
    expect(findLostCauses(plant({ [file]: kept }))).toEqual([]);
  });
});

describe('clean text', () => {
  it.each([
    ['a suppressed lint', `// ${'biome'}-ignore lint: because\n`],
    ['a suppressed type error', `// @${'ts'}-expect-error because\n`],
    ['a cast that takes the types away', `const a = b as ${'any'};\n`],
    ['a skipped test', `it.${'todo'}('x');\n`],
    ['a test that must fail', `it.${'fails'}('x', () => {});\n`],
    ['an unfinished note', `// ${'TO'}DO: later\n`],
    ['a path of one machine', `const a = '/${'home'}/somebody/world';\n`],
  ])('refuses %s', (_what, text) => {
    expect(findUncleanText(plant({ [file]: `// A line.\n${text}` }))).toEqual([
      expect.stringContaining(`${file}:2`),
    ]);
  });

  it('looks into pages and data too, and lets a conditional skip through', () => {
    expect(findUncleanText(plant({ 'docs/a.md': `See /${'work'}/main.\n` }))).toHaveLength(1);
    expect(findUncleanText(plant({ [file]: "it.skipIf(!isHere)('x', () => {});\n" }))).toEqual([]);
  });
});

describe('package edges', () => {
  const manifest = (dependencies: Readonly<Record<string, string>>) => JSON.stringify({ dependencies });

  it.each([
    ['kernel', '@terrarium/annotator', 'kernel may not depend on annotator'],
    ['annotator', '@terrarium/rpg', 'annotator may not depend on rpg'],
    ['web', '@terrarium/kernel', 'web may not depend on kernel'],
    ['cli', '@terrarium/mcp', 'cli may not depend on mcp'],
  ])('refuses that %s depends on %s', (own, other, said) => {
    const root = plant({ [`packages/${own}/package.json`]: manifest({ [other]: '0.1.0' }) });
    expect(findWrongEdges(root)).toEqual([expect.stringContaining(said)]);
  });

  it.each(['^1.0.0', '~1.0.0', '*', 'latest', '1.x', 'file:../a'])('refuses the version %s', (version) => {
    const root = plant({ 'package.json': JSON.stringify({ devDependencies: { a: version } }) });
    expect(findWrongEdges(root)).toEqual([`package.json: pin a exactly, not "${version}"`]);
  });

  it('lets pins and downward edges through', () => {
    const root = plant({
      'packages/cli/package.json': manifest({ '@terrarium/kernel': '0.1.0', zod: '4.6.7' }),
    });
    expect(findWrongEdges(root)).toEqual([]);
  });
});

describe('spec and tests', () => {
  const spec = 'packages/annotator/SPEC.md';
  const test = 'packages/annotator/src/a.test.ts';

  it('refuses a rule without a test and a test that cites no rule', () => {
    const root = plant({
      [spec]: '- **GL1** A.\n- **GL2** B.\n',
      [test]: "it('GL1, GL9: holds', () => {});\n",
    });
    expect(findSpecGaps(root)).toEqual([expect.stringContaining('GL9'), `${spec}: no test quotes GL2`]);
    const unknown = plant({ [test]: "describe('ZZ1: other letters', () => {});\n" });
    expect(findSpecGaps(unknown)).toEqual([expect.stringContaining('ZZ1')]);
  });

  it('refuses two rules of one name, in one page or in two', () => {
    const tested = { [test]: "it('GL1: holds', () => {});\n" };
    const root = plant({ [spec]: '- **GL1** A.\n', 'packages/rpg/SPEC.md': '- **GL1** B.\n', ...tested });
    expect(findSpecGaps(root)).toEqual(['packages/rpg/SPEC.md: GL1 names another rule already']);
  });

  it.each(['- **GL1** A.', '### GL1 A', '| GL1 | A |', 'GL1: A', '* `GL1` A'])(
    'reads a rule from: %s',
    (line) => {
      expect(findSpecGaps(plant({ [spec]: `${line}\n` }))).toEqual([`${spec}: no test quotes GL1`]);
    },
  );

  it.each([
    "it('GL1: holds', () => {});",
    'test(`GL1: holds for $' + '{a}`, () => {});',
    "it.each([[1, f(2)]])('GL1: holds for %s', () => {});",
    "describe.skipIf(g())('GL1: holds', () => {});",
    "describe('GL', () => { it('holds (GL1)', () => {}); });",
  ])('finds the rule in: %s', (text) => {
    expect(findSpecGaps(plant({ [spec]: '- **GL1** A.\n', [test]: text }))).toEqual([]);
  });

  it('takes the heading of a transcript for a title, and what a command said for none', () => {
    const transcript = 'packages/cli/test/transcripts/a.txt';
    const root = plant({
      [spec]: '- **GL1** A.\n- **GL2** B.\n',
      [transcript]: '# GL1: holds\n$ a\n  # GL2: b\n',
    });
    expect(findSpecGaps(root)).toEqual([`${spec}: no test quotes GL2`]);
  });

  it('takes a name in a comment or a string for no proof', () => {
    const root = plant({ [spec]: '- **GL1** A.\n', [test]: "// GL1\nit('holds', () => { say('GL1'); });\n" });
    expect(findSpecGaps(root)).toEqual([`${spec}: no test quotes GL1`]);
  });
});

describe('generated pages', () => {
  const list = [{ page: 'docs/a.md', by: 'guards/make-a.ts', function: 'makeA' }];
  const maker = 'export const makeA = (root: string) => `made for $' + '{root.length > 0}\\n`;\n';

  it('refuses a page that is stale, missing, or without its maker; writing mends the first two', async () => {
    const stale = plant({ 'guards/make-a.ts': maker, 'docs/a.md': 'old\n' });
    expect(await findStalePages(stale, list)).toHaveLength(1);
    await writePages(stale, list);
    expect(await findStalePages(stale, list)).toEqual([]);
    expect(await findStalePages(plant({ 'guards/make-a.ts': maker }), list)).toHaveLength(1);
    expect(await findStalePages(plant({ 'docs/a.md': 'old\n' }), list)).toHaveLength(1);
    expect(await findStalePages(plant({}), list)).toEqual([]);
  });

  it('lists what is installed for use with its licence, and not what only development needs', () => {
    const packages = {
      '': {},
      'node_modules/a': { version: '1.0.0', license: 'MIT' },
      'node_modules/b/node_modules/@c/d': { version: '2.0.0', license: 'ISC' },
      'node_modules/e': { version: '3.0.0', license: 'MIT', dev: true },
      'node_modules/ours': { link: true },
    };
    const page = renderThirdPartyNotices(plant({ 'package-lock.json': JSON.stringify({ packages }) }));
    expect(
      page
        .split('\n')
        .filter((line) => line.startsWith('| '))
        .slice(1),
    ).toEqual(['| @c/d | 2.0.0 | ISC |', '| a | 1.0.0 | MIT |']);
  });
});

describe('check', () => {
  const script = fileURLToPath(new URL('check.ts', import.meta.url));
  const check = (root: string) => {
    spawnSync('biome', ['format', '--write', '.'], { cwd: root });
    return spawnSync('node', [script, root], { encoding: 'utf8' });
  };

  it('passes a tree that is well, and says which guards it ran', () => {
    const { stdout, status } = check(plant({ 'package-lock.json': '{ "packages": {} }' }));
    expect(stdout.match(/^check: .*: \w+/gm)?.sort()).toMatchInlineSnapshot(`
      [
        "check: SQL only in stores: passed",
        "check: clean text: passed",
        "check: dead code and dependencies: passed",
        "check: explained codes: passed",
        "check: explained exits: passed",
        "check: first lines: passed",
        "check: generated pages: passed",
        "check: installed tools: passed",
        "check: kept causes: passed",
        "check: linear patterns: passed",
        "check: long functions: passed",
        "check: named parameters: passed",
        "check: names: passed",
        "check: one asking: passed",
        "check: one door: passed",
        "check: package edges: passed",
        "check: prompt texts: passed",
        "check: spec and tests: passed",
        "check: spread literals: passed",
        "check: style and limits: passed",
        "check: types: passed",
        "check: verbs: passed",
        "check: walls: passed",
      ]
    `);
    expect(status).toBe(0);
  });

  it('refuses what the compiler refuses, which runs beside the others', () => {
    const files = {
      'package-lock.json': '{ "packages": {} }',
      'packages/kernel/src/door.ts': "// Door: what others see.\nexport const name: number = 'kernel';\n",
    };
    const { stdout, status } = check(plant(files));
    expect(stdout).toContain('TS2322');
    expect(stdout.trimEnd().split('\n').slice(-2)).toEqual([
      expect.stringMatching(/^check: types: REFUSED/),
      '  tsc -b --checkers 1 --builders 1: see above',
    ]);
    expect(status).toBe(1);
  });

  it('stops at the first guard that refuses, with what it found', () => {
    const { stdout, status } = check(
      plant({ 'package-lock.json': '{ "packages": {} }', [file]: 'export const a = 1;\n' }),
    );
    expect(stdout).toContain('first lines: REFUSED');
    expect(stdout).toContain(`  ${file}`);
    expect(stdout).not.toContain('check: names');
    expect(status).toBe(1);
  });
});
