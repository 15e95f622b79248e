// Parses <codex_updates>: tool calls of models that write them as text; what is malformed becomes a warning.

import type { ToolCall } from '@terrarium/kernel/language-model';
import { parseJsonRuns } from '@terrarium/kernel/parse-json-runs';

export interface CodexUpdates {
  readonly calls: readonly ToolCall[];
  /** What was skipped and why, in words for the model and the log. */
  readonly warnings: readonly string[];
}

// No scene needs so many calls: this limits a reply that repeats itself.
const maxCalls = 100;
const tooDeep = '…';
const tools: Readonly<Record<string, string>> = {
  create: 'glossary_create',
  add: 'glossary_create',
  update: 'glossary_update',
  delete: 'glossary_delete',
  remove: 'glossary_delete',
};

/** Whether a text contains a block of tagged updates, or the beginning of one. */
export function hasCodexUpdates(text: string): boolean {
  return /<codex_updates\b/i.test(text);
}

/**
 * Returns the calls of a reply in order, at most `maxCalls`. Their ids depend only on their positions. Never throws.
 */
export function parseCodexUpdates(text: string): CodexUpdates {
  const calls: ToolCall[] = [];
  const warnings: string[] = [];
  for (const block of listBlocks(text, warnings)) {
    for (const item of parseBlock(block, warnings)) {
      const call = buildCall(item, calls.length + 1);
      if (typeof call === 'string') warnings.push(call);
      else if (calls.length < maxCalls) calls.push(call);
    }
  }
  return { calls, warnings };
}

/**
 * Returns the calls of a text without a block of tagged updates, if all its JSON items are updates: each has a known
 * action, or a term and a definition. If any item is something else, returns none.
 */
export function parseBareUpdates(text: string): readonly ToolCall[] {
  const items = parseBlock(text, []);
  const calls = items.map((item, at) => buildCall(item, at + 1));
  const isWhole = calls.every((call): call is ToolCall => typeof call !== 'string');
  return isWhole ? calls.slice(0, maxCalls) : [];
}

function listBlocks(text: string, warnings: string[]): string[] {
  const pieces = text.split(/<codex_updates\b[^<>]*>/i).slice(1);
  return pieces.map((piece) => {
    const end = piece.search(/<\/codex_updates\s*>/i);
    if (end === -1) warnings.push('A <codex_updates> block has no end: it may be cut off.');
    return end === -1 ? piece : piece.slice(0, end);
  });
}

/**
 * Returns the items of lists, and single objects that are not cut off. If no JSON value is whole, returns the objects
 * that are found inside broken ones.
 */
function parseBlock(block: string, warnings: string[]): readonly unknown[] {
  const { values, inner, cut, broken } = parseJsonRuns(block);
  for (const { source } of broken) warnings.push(`Not valid JSON: ${cutLine(source)}`);
  const found = values.length > 0 ? values : inner;
  const items = found.flatMap((value): readonly unknown[] => {
    if (Array.isArray(value)) return value;
    return cut.has(value) ? [] : [value];
  });
  const isEmpty = values.length > 0 || block.trim() === '';
  if (items.length === 0 && broken.length === 0 && !isEmpty)
    warnings.push('A <codex_updates> block holds no JSON object.');
  return items;
}

function buildCall(item: unknown, place: number): ToolCall | string {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    return `Not an object: ${cutLine(renderJson(item))}`;
  }
  const { action, ...fields } = item as Readonly<Record<string, unknown>>;
  const verb = chooseVerb(action, fields);
  const name = Object.hasOwn(tools, verb) ? tools[verb] : undefined;
  if (name === undefined)
    return `Unknown action in ${cutLine(renderJson(item))}: use create, update or delete.`;
  const written = renderJson(name === 'glossary_create' ? fields : withReference(fields));
  if (written === tooDeep) return `Nested too deep: ${verb}.`;
  return { id: `codex-${place}`, name, arguments: written };
}

/** If an item that changes an entry gives no id, its term names the entry. */
function withReference(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { term, ...others } = fields;
  const isNamed = ['entry_id', 'id', 'entry'].some(
    (key) => others[key] !== undefined && others[key] !== null,
  );
  return isNamed || typeof term !== 'string' ? fields : { ...others, entry_id: term };
}

/**
 * The action of an item, in lower case. An item without an action that has a term and a definition creates an entry or,
 * if it has an `entry_id`, updates this entry. Otherwise empty.
 */
function chooseVerb(action: unknown, fields: Readonly<Record<string, unknown>>): string {
  if (typeof action === 'string') return action.toLowerCase().replace(/^glossary_/, '');
  const isDraft = typeof fields['term'] === 'string' && typeof fields['definition'] === 'string';
  if (action !== undefined && action !== null) return '';
  if (isDraft) return fields['entry_id'] === undefined ? 'create' : 'update';
  return '';
}

/** Renders a parsed value as JSON again. If it is nested more deeply than the engine can write, it becomes `tooDeep`. */
function renderJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return tooDeep;
    throw error;
  }
}

function cutLine(text: string): string {
  const line = text.slice(0, 400).replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79).toWellFormed()}…` : line.toWellFormed();
}
