// Verbs: a function's name begins with a verb from the table in docs/vocabulary.md, or with `is`, `has` or `can`.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listFiles } from './list-files.ts';

const product = /^packages\/[^/]+\/src\/(?!.*\/client\/).*(?<!\.test|\.prove)\.tsx?$/;
const questions = ['is', 'has', 'can'];
const declared = /^ *(?:export )?(?:async )?function\*? (?<named>\w+)/u;
const assigned =
  /^ *(?:export )?const (?<named>\w+)(?:: [^=]+)? = (?:async )?(?:<\w[^>]*>)?(?:\([^)]*\)(?:: [^=]+)?|\w+) =>/u;
const method = /^ +(?:async )?(?<named>\w+)\([^)]*\)(?:: [^{]+)? \{$/u;
const keywords = new Set(['if', 'for', 'while', 'switch', 'catch', 'constructor']);

/** Functions that had their names before the table of verbs existed. */
const founding = new Set(['plans']);

/** A component of a screen is named by a noun. */
const component = /^[A-Z]/u;

/** A step of a run is named after its state, and its file after the step. */
const steps = /\/runner\/steps\//u;

export function findStrayVerbs(root: string): readonly string[] {
  const verbs = new Set([...questions, ...listVerbs(readFileSync(join(root, 'docs/vocabulary.md'), 'utf8'))]);
  return listFiles(root, product).flatMap((path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      const name = readName(line);
      if (name === undefined || founding.has(name) || isNamedAsStep(path, name)) return [];
      if (path.endsWith('.tsx') && component.test(name)) return [];
      const [verb = ''] = /^[a-z]*/u.exec(name) ?? [];
      if (verbs.has(verb)) return [];
      return [`${path}:${index + 1}: ${name}: "${verb}" is not a verb of docs/vocabulary.md`];
    });
  });
}

/** The first column of the table under the heading "Verbs". */
function listVerbs(page: string): readonly string[] {
  const [, section = ''] = page.split(/^##+ Verbs$/mu);
  const [table = ''] = section.split(/^##+ /mu);
  const cells = [...table.matchAll(/^\| (?<verbs>[a-z, ]+) \|/gmu)];
  return cells.flatMap(({ groups }) => groups?.['verbs']?.split(', ') ?? []);
}

function readName(line: string): string | undefined {
  const { groups } = declared.exec(line) ?? assigned.exec(line) ?? method.exec(line) ?? {};
  const name = groups?.['named'];
  return name === undefined || keywords.has(name) ? undefined : name;
}

function isNamedAsStep(path: string, name: string): boolean {
  return steps.test(path) && name === basename(path, '.ts');
}
