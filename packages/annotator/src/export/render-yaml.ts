// Renders the exported glossary as YAML, for people who edit it by hand.

import type { ExportedGlossary } from './exported-glossary.ts';

/** A value that JSON can represent. */
type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Value[]
  | { readonly [key: string]: Value };

/**
 * Words separated by single blanks, slashes, hyphens or underscores: safe in YAML 1.1 and 1.2, except the words in
 * `reserved`.
 */
const plain = /^\p{L}[\p{L}\p{N}]*(?:[ /_-][\p{L}\p{N}]+)*$/u;
const reserved = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/iu;
/** Characters that some parser takes for a line break or a byte order mark, or refuses. */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/gu;
const short: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/**
 * Chunks of one YAML document, one entry at a time. Lines are never folded, so that a quote stays on one line and can
 * be searched for. Everything but plain words is in double quotes, with every character escaped that some parser might
 * misread.
 */
export function* renderYaml(glossary: ExportedGlossary): Generator<string> {
  const { entries, ...head } = glossary;
  yield renderFields(head as { readonly [key: string]: Value });
  if (entries.length === 0) {
    yield 'entries: []\n';
    return;
  }
  yield 'entries:\n';
  for (const entry of entries) yield renderItems([entry as unknown as Value], '  ');
}

export function renderScalar(text: string): string {
  if (plain.test(text) && !reserved.test(text)) return text;
  const quoted = text
    .replace(/["\\]/gu, '\\$&')
    .replace(unprintable, (sign) => short[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"${quoted}"`;
}

export function renderFields(fields: { readonly [key: string]: Value }, indent = ''): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${indent}${renderScalar(key)}:${renderValue(value, indent)}`)
    .join('');
}

function renderItems(items: readonly Value[], indent: string): string {
  return items
    .map((item) => {
      const isFields = isRecord(item) && Object.keys(item).length > 0;
      if (!isFields) return `${indent}-${renderValue(item, indent)}`;
      return `${indent}- ${renderFields(item, `${indent}  `).trimStart()}`;
    })
    .join('');
}

/** The result includes the separator after the key and the line end. */
function renderValue(value: Value, indent: string): string {
  if (typeof value === 'string') return ` ${renderScalar(value)}\n`;
  if (isList(value)) return value.length === 0 ? ' []\n' : `\n${renderItems(value, `${indent}  `)}`;
  if (!isRecord(value)) return ` ${JSON.stringify(value ?? null)}\n`;
  return Object.keys(value).length === 0 ? ' {}\n' : `\n${renderFields(value, `${indent}  `)}`;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function isRecord(value: Value): value is { readonly [key: string]: Value } {
  return typeof value === 'object' && value !== null && !isList(value);
}
