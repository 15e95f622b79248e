// SQL only in stores: statements are allowed in `*-store.ts`, `.sql` files, the kernel's `store` folder, and tests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { listFiles } from './list-files.ts';

const statement =
  /^\s*(SELECT\s[\s\S]+\sFROM\s|SELECT\s[\w(*]|INSERT\s+(OR\s+\w+\s+)?INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s|(CREATE|DROP|ALTER)\s+(TEMP\s+)?(TABLE|INDEX|TRIGGER|VIEW|VIRTUAL|UNIQUE)\s|WITH\s+(RECURSIVE\s+)?\w+\s*(\([^)]*\)\s*)?AS\s*\(|PRAGMA\s|ATTACH\s|BEGIN\b|COMMIT\b|SAVEPOINT\s|VACUUM\b)/;
const opening =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|WITH|PRAGMA|ATTACH|BEGIN|COMMIT|SAVEPOINT|VACUUM)\b/;
const mayHoldSql = /-store\.ts$|^packages\/kernel\/src\/(store|testing)\/|\.test\.ts$|\.prove\.ts$|\/test\//;

export function findStraySql(root: string): readonly string[] {
  const files = listFiles(root, /^packages\/.*\.tsx?$/).filter((path) => !mayHoldSql.test(path));
  return files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    if (!opening.test(text)) return [];
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext);
    return listTexts(file).flatMap(({ text: literal, at }) => {
      if (!statement.test(literal)) return [];
      return [`${path}:${file.getLineAndCharacterOfPosition(at).line + 1}: SQL belongs in a *-store.ts file`];
    });
  });
}

function listTexts(file: ts.SourceFile): readonly { text: string; at: number }[] {
  const texts: { text: string; at: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node))
      texts.push({ text: node.text, at: node.pos });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return texts;
}
