// Prompt texts: every text of ours that a model is given is in a file that is hashed into a prompt's version.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { listFiles } from './list-files.ts';
import { parseSource } from './parse-source.ts';

const product = /^packages\/(?:annotator|memory|rpg)\/src\/.*(?<!\.test|\.prove)\.ts$/;
/** Four words in a row count as a text; fewer are taken for the name of something. */
const prose = /\p{L}+(?:[ ,;:–—-]+\p{L}+){3}/u;
const asked = new Set(['system', 'user']);
/** Text that is found in files that send a message, read a page for a model, or name what is hashed. */
const starting = /\brole: |\.md['"]|\bhashPrompt\b/u;

interface Source {
  readonly path: string;
  readonly file: ts.SourceFile;
  readonly imports: ReadonlyMap<string, string>;
  readonly declared: ReadonlyMap<string, ts.Node>;
  /** Names whose values go into the hash of a version, besides the files that do. */
  readonly hashed: ReadonlySet<string>;
}

export function findUnversionedTexts(root: string): readonly string[] {
  const sources = openSources(root);
  const starts = sources.paths
    .filter((path) => starting.test(readFileSync(join(root, path), 'utf8')))
    .flatMap((path) => sources.read(path) ?? []);
  const covered = starts.flatMap(listCovered);
  const isCovered = (path: string) =>
    covered.some((place) => (place.endsWith('/') ? dirname(path) === place.slice(0, -1) : path === place));
  const given = starts.flatMap((source) => [
    ...listPages(source),
    ...listContents(source.file).flatMap((content) =>
      listTexts({ sources, seen: new Set() }, source, content),
    ),
  ]);
  const problems = given
    .filter(({ path }) => !isCovered(path))
    .map(
      ({ path, says }) =>
        `${path}: ${says}; name the file where hashPrompt is called, or move it into prompts/`,
    );
  const missing = covered
    .filter((place) => !existsSync(join(root, place)))
    .map((place) => `${place}: hashPrompt is called with this file or folder, which does not exist`);
  return [...new Set([...problems, ...missing])].sort();
}

interface GivenText {
  readonly path: string;
  readonly says: string;
}

interface Sources {
  readonly paths: readonly string[];
  /** Undefined if the product has no such file. */
  read(path: string): Source | undefined;
}

/** A file is parsed when it is first read: most files lead to no text that a model is given. */
function openSources(root: string): Sources {
  const paths = listFiles(root, product);
  const known = new Set(paths);
  const opened = new Map<string, Source>();
  const read = (path: string) => {
    if (!known.has(path)) return undefined;
    const source = opened.get(path) ?? readSource(root, path);
    opened.set(path, source);
    return source;
  };
  return { paths, read };
}

interface Walk {
  readonly sources: Sources;
  readonly seen: Set<ts.Node>;
}

/** The texts in an expression, and in everything that the names in it refer to. */
function listTexts(walk: Walk, source: Source, node: ts.Node): readonly GivenText[] {
  if (walk.seen.has(node)) return [];
  walk.seen.add(node);
  if (isForPeople(node) || source.path.endsWith('-store.ts')) return [];
  const text = readText(node);
  if (text !== undefined && prose.test(text)) {
    return [{ path: source.path, says: `a model is given “${text.trim().slice(0, 40)}…”` }];
  }
  const named = ts.isIdentifier(node) ? listNamed(walk, source, node) : [];
  return [...named, ...listChildren(node).flatMap((child) => listTexts(walk, source, child))];
}

/** Whether the text is shown to people and not to a model, such as the message of a thrown error. */
function isForPeople(node: ts.Node): boolean {
  return ts.isThrowStatement(node) || (ts.isCallExpression(node) && node.expression.getText() === 'assert');
}

/**
 * A name that is given to `hashPrompt` is part of the version, so the texts to which the name refers are not listed.
 */
function listNamed(walk: Walk, source: Source, { text }: ts.Identifier): readonly GivenText[] {
  if (source.hashed.has(text)) return [];
  const own = source.declared.get(text);
  if (own !== undefined) return listTexts(walk, source, own);
  const other = walk.sources.read(source.imports.get(text) ?? '');
  const declared = other?.declared.get(text);
  return other === undefined || declared === undefined ? [] : listTexts(walk, other, declared);
}

function readText(node: ts.Node): string | undefined {
  const isText =
    ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
  return isText ? node.text : undefined;
}

function listChildren(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children.filter((child) => !ts.isTypeNode(child));
}

/** The contents of system and user messages, which are sent to a model. */
function listContents(file: ts.SourceFile): readonly ts.Node[] {
  return listAll(file, ts.isObjectLiteralExpression).flatMap((literal) => {
    const find = (wanted: string) => literal.properties.find((one) => one.name?.getText() === wanted);
    const role = find('role');
    const isAsked =
      role !== undefined &&
      ts.isPropertyAssignment(role) &&
      listAll(role, ts.isStringLiteral).some(({ text }) => asked.has(text));
    const content = find('content');
    return isAsked && content !== undefined ? [content] : [];
  });
}

/** Markdown pages beside the code, which loads them to give them to a model. */
function listPages({ path, file }: Source): readonly GivenText[] {
  return listAll(file, ts.isNewExpression).flatMap((made) => {
    const named = made.arguments?.[0]?.getText().slice(1, -1) ?? '';
    if (made.expression.getText() !== 'URL' || !named.endsWith('.md')) return [];
    return [{ path: join(dirname(path), named), says: 'this page is given to a model' }];
  });
}

/** Files and folders that go into the hash of a version. */
function listCovered({ path, file }: Source): readonly string[] {
  return listHashings(file)
    .flatMap((call) => listAll(call, ts.isStringLiteral))
    .map(({ text }) => join(dirname(path), text));
}

function listHashings(file: ts.SourceFile): readonly ts.CallExpression[] {
  return listAll(file, ts.isCallExpression).filter(({ expression }) => expression.getText() === 'hashPrompt');
}

function listAll<Kind extends ts.Node>(from: ts.Node, is: (node: ts.Node) => node is Kind): readonly Kind[] {
  const found: Kind[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(from);
  return found;
}

function readSource(root: string, path: string): Source {
  const file = parseSource(root, path);
  const imports = listAll(file, ts.isImportDeclaration).flatMap(({ importClause, moduleSpecifier }) => {
    const from = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
    const bindings = importClause?.namedBindings;
    if (!from.startsWith('.') || bindings === undefined || !ts.isNamedImports(bindings)) return [];
    return bindings.elements.map(({ name }) => [name.text, join(dirname(path), from)] as const);
  });
  const functions = listAll(file, ts.isFunctionDeclaration);
  const variables = listAll(file, ts.isVariableDeclaration);
  const declared = [...functions, ...variables].flatMap((one) =>
    one.name !== undefined && ts.isIdentifier(one.name) ? [[one.name.text, one] as const] : [],
  );
  const further = listHashings(file).flatMap((call) => call.arguments.slice(1).map((one) => one.getText()));
  const hashed = new Set(further);
  return { path, file, imports: new Map(imports), declared: new Map(declared), hashed };
}
