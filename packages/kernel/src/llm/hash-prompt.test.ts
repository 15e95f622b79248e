// Tests the version of a prompt: it changes with every text, and not with a comment.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { hashPrompt } from './hash-prompt.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-prompts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The version of a prompt with these texts: files in a folder, a file beside it, and a tool. */
function hashTexts(folder: string, { texts, beside, tool }: Texts): string {
  rmSync(folder, { recursive: true });
  mkdirSync(join(folder, 'prompts'), { recursive: true });
  for (const [index, text] of texts.entries()) writeFileSync(join(folder, 'prompts', `${index}.md`), text);
  writeFileSync(join(folder, 'beside.ts'), beside);
  const root = pathToFileURL(`${folder}/`);
  return hashPrompt([new URL('prompts/', root), new URL('beside.ts', root)], { about: tool });
}

interface Texts {
  readonly texts: readonly string[];
  readonly beside: string;
  readonly tool: string;
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ':', ' ', 'é') });
const drawn = fc.record({ texts: fc.array(text, { minLength: 1, maxLength: 3 }), beside: text, tool: text });

it('moves with every text, wherever it stands, and is the same for the same texts', () => {
  const folder = makeFolder();
  fc.assert(
    fc.property(drawn, drawn, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      const version = hashTexts(folder, one);
      expect(hashTexts(folder, other) === version).toBe(isSame);
      expect(hashTexts(folder, one)).toBe(version);
    }),
    { numRuns: 60 },
  );
});

it('moves with a file that is added, renamed or changed, and not with a test or a folder beside', () => {
  const folder = makeFolder();
  const place = pathToFileURL(`${folder}/`);
  writeFileSync(join(folder, 'reading.md'), 'Read.\r\n');
  const version = hashPrompt([place]);
  writeFileSync(join(folder, 'reading.test.ts'), 'x');
  mkdirSync(join(folder, 'deeper'));
  writeFileSync(join(folder, 'reading.md'), 'Read.\n');
  expect(hashPrompt([place])).toBe(version);
  writeFileSync(join(folder, 'more.md'), '');
  expect(hashPrompt([place])).not.toBe(version);
  expect(version).toMatch(/^[0-9a-f]{12}$/);
});

it('does not move with the comments of code, and moves with what stands in its strings', () => {
  const place = pathToFileURL(join(makeFolder(), 'render.ts'));
  const hashCode = (code: string): string => {
    writeFileSync(place, code);
    return hashPrompt([place]);
  };
  const version = hashCode("// Renders.\n\n/** A text. */\nconst text = 'Read // this.';\n");
  expect(
    hashCode("// Renders it.\n\n/**\n * The text\n */\n  // Once.\nconst text = 'Read // this.';\n"),
  ).toBe(version);
  expect(hashCode("// Renders.\n\nconst text = 'Read // that.';\n")).not.toBe(version);
  const hashBetween = (text: string) => hashCode(`/* One. */ const text = '${text}';\n/** Two. */\n`);
  expect(hashBetween('this')).not.toBe(hashBetween('that'));
});
