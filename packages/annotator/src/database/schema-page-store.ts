// Renders docs/schema.md: the tables of a world's annotator.db, from the schema files.

import { readMigrations } from './open-annotator-database.ts';

const statement = /((?:^--[^\n]*\n)*)^(CREATE\s+(?:VIRTUAL\s+)?TABLE\s+(\w+)[\s\S]*?;)\s*$/gm;

/** A table that a later file makes anew is filled under this name first. */
const renewing = /^new_/;

/** The page: what each table is for, in the words of the file that made it last, and its columns. */
export function renderSchemaPage(): string {
  const intro = [
    '# Tables of `annotator.db`',
    '',
    "Made from the schema files by `npm run docs`; do not edit. One file holds glossary and journal, so that a tool's",
    'effect, its revisions and its journal row are one transaction. `unpack_text` of a packed column is its text.',
  ];
  const files = readMigrations().map(({ version, name, sql }) => ({
    title: `## ${String(version).padStart(4, '0')} ${name}`,
    tables: readTables(sql),
  }));
  const sections = files.flatMap(({ title, tables }, index) => {
    const renewed = new Set(files.slice(index + 1).flatMap((later) => later.tables.map(({ name }) => name)));
    const standing = tables.filter(({ name }) => !renewed.has(name));
    return standing.length === 0 ? [] : ['', title, ...standing.flatMap(renderTable)];
  });
  return `${[...intro, ...sections].join('\n')}\n`;
}

interface SchemaTable {
  readonly name: string;
  readonly comment: string;
  readonly sql: string;
}

function readTables(sql: string): readonly SchemaTable[] {
  return [...sql.matchAll(statement)].map(([, comment = '', table = '', created = '']) => {
    const name = created.replace(renewing, '');
    return { name, comment, sql: table.replace(created, name) };
  });
}

function renderTable({ name, comment, sql }: SchemaTable): readonly string[] {
  return [
    '',
    `### ${name}`,
    '',
    ...comment.split('\n').flatMap((line) => (line.startsWith('--') ? [line.slice(2).trim()] : [])),
    ...(comment === '' ? [] : ['']),
    '```sql',
    sql,
    '```',
  ];
}
