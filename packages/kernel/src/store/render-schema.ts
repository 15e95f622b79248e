// Renders the tables of a schema for a page: what each is for, in the words of the file that made it last, and its columns.

import type { Migration } from './open-options.ts';

const statement = /((?:^--[^\n]*\n)*)^(CREATE\s+(?:VIRTUAL\s+)?TABLE\s+(\w+)(?!\w)[\s\S]*?;)\s*$/gm;

/** A table that a later file makes anew is filled under this name first. */
const renewing = /^new_/;

/** Lines of Markdown: a section for each schema file that made a table which still stands. */
export function renderSchema(migrations: readonly Migration[]): readonly string[] {
  const files = migrations.map(({ version, name, sql }) => ({
    title: `## ${String(version).padStart(4, '0')} ${name}`,
    tables: readTables(sql),
  }));
  return files.flatMap(({ title, tables }, index) => {
    const renewed = new Set(files.slice(index + 1).flatMap((later) => later.tables.map(({ name }) => name)));
    const standing = tables.filter(({ name }) => !renewed.has(name));
    return standing.length === 0 ? [] : ['', title, ...standing.flatMap(renderTable)];
  });
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
