// Renders a sheet for people: all values by category, in plain lines of a given width.

import { cutLine } from '../prefabs/show-text.ts';
import { readValue } from '../rules/read-value.ts';
import { baseFields } from '../system/base-entities.ts';
import { categories } from '../system/manifest.ts';
import type { Field, System } from '../system/system.ts';
import type { Entity } from '../values/entity.ts';

export interface SheetSection {
  readonly category: (typeof categories)[number];
  /** Lines without colour, none wider than the given width. */
  readonly lines: readonly string[];
}

export interface SheetOptions {
  readonly width?: number;
  readonly fields?: readonly Field[];
  /** Turns a value into what a person reads, such as ids into names, before it is wrapped. */
  readonly translate?: (view: string) => string;
}

const narrowest = 30;
const widestLabel = 24;
const gap = 2;

/**
 * The sections for the given fields or for all fields, in the order of categories; sections without lines are left out.
 * Never throws.
 */
export function renderSheet(
  entity: Entity,
  system: System,
  { width = 80, fields, translate = (view) => view }: SheetOptions = {},
): readonly SheetSection[] {
  const shown = fields ?? system.sheets.get(entity.type)?.fields ?? [];
  const house = new Set((baseFields.get(entity.type) ?? []).map((field) => field['path']));
  const rows = shown.flatMap((field) => {
    const view = translate(renderField(field, entity));
    // If a field that every entity has is empty, it gets no line.
    return view === '—' && house.has(field.path) ? [] : [{ field, view }];
  });
  const columns = Math.max(narrowest, Math.floor(width));
  const labels = rows.map(({ field }) => cutLine(field.definition.label));
  const longest = Math.max(0, ...labels.map((one) => [...one].length));
  const word = Math.max(0, ...labels.flatMap((one) => one.split(' ').map((each) => [...each].length)));
  // No word of a label is split unless it takes more than half of the width.
  const least = Math.min(word, Math.floor(columns / 2));
  const label = Math.max(least, Math.min(widestLabel, Math.floor(columns / 3), longest));
  return categories.flatMap((category) => {
    const lines = rows
      .filter(({ field }) => field.definition.category === category)
      .flatMap(({ field, view }) => renderColumns(cutLine(field.definition.label), view, { label, columns }));
    return lines.length === 0 ? [] : [{ category, lines }];
  });
}

function renderField(field: Field, entity: Entity): string {
  const value = readValue(entity.sheet, field.path) ?? field.kind.blank();
  return field.kind.view(value);
}

interface Columns {
  readonly label: number;
  readonly columns: number;
}

/** The label beside the value, each wrapped between words to its own column. */
function renderColumns(name: string, view: string, { label, columns }: Columns): readonly string[] {
  const names = wrapWords(name, label);
  const values = wrapWords(view, columns - label - gap);
  return Array.from({ length: Math.max(names.length, values.length) }, (_, at) => {
    const left = names[at] ?? '';
    const padding = ' '.repeat(Math.max(0, label - [...left].length) + gap);
    return `${left}${padding}${values[at] ?? ''}`.trimEnd();
  });
}

function wrapWords(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => splitWord(one, width))) {
    if (line !== '' && [...line].length + 1 + [...word].length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function splitWord(word: string, width: number): readonly string[] {
  const letters = [...word];
  const size = Math.max(1, width);
  const count = Math.max(1, Math.ceil(letters.length / size));
  return Array.from({ length: count }, (_, at) => letters.slice(at * size, (at + 1) * size).join(''));
}
