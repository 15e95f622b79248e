// Test titles: reads the titles of the tests in a file.
import ts from 'typescript';

const testWords: ReadonlySet<string> = new Set(['it', 'test', 'describe']);

/** Titles of tests and their groups. If a title has a value in it, only the part before the value is given. */
export function listTestTitles(path: string, text: string): readonly string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && testWords.has(findRoot(node.expression))) {
      const title = node.arguments[0];
      if (title !== undefined && ts.isStringLiteralLike(title)) titles.push(title.text);
      if (title !== undefined && ts.isTemplateExpression(title)) titles.push(title.head.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext));
  return titles;
}

/** The word a call begins with: `it` in `it.each(rows)('title', …)`. */
function findRoot(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  const isLonger = ts.isPropertyAccessExpression(node) || ts.isCallExpression(node);
  return isLonger || ts.isTaggedTemplateExpression(node)
    ? findRoot('tag' in node ? node.tag : node.expression)
    : '';
}
