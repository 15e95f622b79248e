// Audits another tool's export: any list of memories as JSON or JSONL, each with a text and perhaps a time.

import { UsageError } from '@terrarium/kernel/errors';
import { showSpans } from '../events/show-event.ts';
import { auditRecords } from './audit-records.ts';
import type { AuditedRecord, MemoryAudit } from './finding.ts';

/** The names that tools use for the text of a memory, the likeliest first. */
const textFields = [
  'memory',
  'text',
  'content',
  'data',
  'fact',
  'value',
  'observation',
  'summary',
  'message',
];
/** The names that a list of memories may have in an export. */
const listFields = ['results', 'memories', 'items', 'data', 'records', 'observations', 'entries'];
const mostRecords = 200_000;

/** Throws `UsageError` if the export contains no list of texts. */
export function auditExport(source: string): MemoryAudit {
  const values = parseValues(source);
  const records = values.slice(0, mostRecords).flatMap((value, at) => buildRecord(value, at + 1));
  if (records.length === 0) {
    throw new UsageError({
      code: 'memory.no-records',
      happened: 'There is no list of memories in that file.',
      todo: 'Give a JSON list or JSONL whose objects have a `memory`, `text` or `content`.',
    });
  }
  const skipped = values.length - records.length;
  return {
    records: records.length,
    characters: records.reduce((sum, { text }) => sum + text.length, 0),
    findings: auditRecords(records),
    unjudged: [
      'Not checked: whether the texts rest on a source, because the list names none.',
      ...(skipped > 0 ? [`Not checked: ${skipped} entries that are secret or have no text.`] : []),
    ],
  };
}

function parseValues(source: string): readonly unknown[] {
  const whole = parseJson(source);
  if (whole !== undefined) return extractList(whole);
  return source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(parseJson);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not JSON as a whole: it may be one object per line. Lines that are not JSON count as skipped.
  }
}

function extractList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const list = listFields.map((name) => fields[name]).find((field) => Array.isArray(field));
  return Array.isArray(list) ? list : [value];
}

function buildRecord(value: unknown, line: number): readonly AuditedRecord[] {
  const text = typeof value === 'string' ? value : extractText(value);
  // Text that is marked as a secret is treated as a secret, whatever tool wrote it.
  const open = showSpans([{ tag: 'say', content: text, start: 0 }]).trim();
  return open === '' ? [] : [{ name: `entry ${line}`, text: open }];
}

function extractText(value: unknown): string {
  if (typeof value !== 'object' || value === null || isSecret(value)) return '';
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const text = textFields.map((name) => fields[name]).find((field) => typeof field === 'string');
  return typeof text === 'string' ? text : '';
}

function isSecret(value: object): boolean {
  const kinds = ['kind', 'type', 'tag', 'category'].map(
    (name) => Object.entries(value).find(([key]) => key === name)?.[1],
  );
  return kinds.some((kind) => kind === 'secret');
}
