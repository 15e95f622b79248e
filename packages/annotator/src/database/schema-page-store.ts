// Renders docs/schema.md: the tables of a world's annotator.db, from the schema files.

import { readMigrations } from './open-annotator-database.ts';

const statement = /((?:^--[^\n]*\n)*)^(CREATE\s+(?:VIRTUAL\s+)?TABLE\s+(\w+)[\s\S]*?;)\s*$/gm;

/** The page: what each table is for, in the schema's own words, and its columns. */
export function renderSchemaPage(): string {
  const intro = [
    '# Tables of `annotator.db`',
    '',
    "Made from the schema files by `npm run docs`; do not edit. One file holds glossary and journal, so that a tool's",
    'effect, its revisions and its journal row are one transaction.',
  ];
  const sections = readMigrations().flatMap(({ version, name, sql }) => [
    '',
    `## ${String(version).padStart(4, '0')} ${name}`,
    ...[...sql.matchAll(statement)].flatMap(([, comment = '', table = '', title = '']) => [
      '',
      `### ${title}`,
      '',
      ...comment.split('\n').flatMap((line) => (line.startsWith('--') ? [line.slice(2).trim()] : [])),
      ...(comment === '' ? [] : ['']),
      '```sql',
      table,
      '```',
    ]),
  ]);
  return `${[...intro, ...sections].join('\n')}\n`;
}
