// Renders the wiki: a single HTML file that works from a disk, loads nothing from a network and runs only its own script.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeAttribute } from '@terrarium/kernel/foreign-text';
import type { WikiData } from './wiki-data.ts';

/** Modules of the page, which together are one script. Each uses only modules that come before it in the list. */
const modules = [
  'name-words',
  'link-names',
  'build-element',
  'list-history',
  'read-at',
  'search-known',
  'reader-place',
  'build-home-page',
  'build-entry-page',
  'main',
];

const styles = ['page.css', 'page-widths.css'];

/** The page in chunks. The same data always gives the same bytes. */
export function* renderWiki(data: WikiData): Generator<string> {
  const script = buildScript();
  const style = styles.map(readPart).join('\n');
  const values: Readonly<Record<string, string>> = {
    '%SCRIPT_HASH%': hash(script),
    '%STYLE_HASH%': hash(style),
    '%TITLE%': escapeAttribute(data.title.trim()),
    '%EXTENT%': describeExtent(data),
    '</style>': `${style}</style>`,
  };
  const [head = '', middle = '', foot = ''] = renderTemplate(readPart('page.html'), values).split(
    '</script>',
  );
  yield head;
  yield* renderData(data);
  yield `</script>${middle}${script}</script>${foot}`;
}

function renderTemplate(page: string, values: Readonly<Record<string, string>>): string {
  return page.replace(/%[A-Z_]+%|<\/style>/gu, (mark) => values[mark] ?? mark);
}

/** JSON for a script element: nothing in it can close the element or open a comment. */
function* renderData({ entries, ...head }: WikiData): Generator<string> {
  yield `${escapeData(head).slice(0, -1)},"entries":[`;
  let separator = '\n';
  for (const entry of entries) {
    yield `${separator}${escapeData(entry)}`;
    separator = ',\n';
  }
  yield '\n]}';
}

function escapeData(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function buildScript(): string {
  return modules
    .map((name) => readPart(`${name}.js`))
    .map((text) => text.replace(/^import [^;]*;\n/gmu, '').replace(/^export (?=function|const)/gmu, ''))
    .join('\n');
}

function readPart(name: string): string {
  return readFileSync(new URL(`client/${name}`, import.meta.url), 'utf8');
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/**
 * Returns HTML that contains no text of others. The text in the `span` is also shown to people who open the page for
 * the first time.
 */
function describeExtent({ asOf }: WikiData): string {
  if (asOf !== undefined)
    return '<span>This file ends at the place that its reader had reached. Nothing later is in it.</span>';
  return '<span>This file holds the whole story as far as it was read; it only hides what comes after your place.</span> To give somebody a file that holds nothing later, export it with <code>--as-of thread:N</code>.';
}
