// Renders a sheet for people: values by category, in plain lines of a given width.

import { readMember } from '../prefabs/read-json.ts';
import { cutLine } from '../prefabs/show-text.ts';
import { readValue } from '../rules/read-value.ts';
import { baseFields } from '../system/base-entities.ts';
import type { Field, System } from '../system/system.ts';
import type { Entity } from '../values/entity.ts';
import { isObject, type JsonObject } from '../values/json.ts';
import { type GroupedField, groupSheet, type SheetGroup } from './group-sheet.ts';
import { renderField } from './render-field.ts';
import { renderRank } from './render-rank.ts';

export interface SheetSection {
  readonly category: SheetGroup['category'];
  /** Lines without colour, none wider than the given width. */
  readonly lines: readonly string[];
}

export interface SheetOptions {
  readonly width?: number;
  readonly fields?: readonly Field[];
  /** Turns a value into what a person reads, such as ids into names, before it is wrapped. */
  readonly translate?: (view: string) => string;
  /** Whether also to show what is empty, and what only the rules reckon with. */
  readonly isWhole?: boolean;
}

const narrowest = 30;
const widestLabel = 24;
const gap = 2;

/**
 * The sections in the order of `groupSheet`; sections without lines are left out. Unless the whole sheet is asked for,
 * much is left out or shortened, such as empty values and skills at their base. Never throws.
 */
export function renderSheet(
  entity: Entity,
  system: System,
  { width = 80, fields, translate = (view) => view, isWhole = false }: SheetOptions = {},
): readonly SheetSection[] {
  const house = new Set((baseFields.get(entity.type) ?? []).map((field) => field['path']));
  const render: Render = (one) => translate(renderValue(one, entity.sheet));
  const sections = groupSheet(entity, system, { fields }).flatMap((group) => {
    if (group.category === 'meta' && !isWhole) return [];
    // If a field that every entity has is empty, it never gets a line.
    const shown = group.fields.filter((one) => !one.isEmpty || (isWhole && !house.has(one.field.path)));
    const apart =
      isWhole || shown.every(({ isAtBase }) => isAtBase) ? [] : shown.filter((one) => one.isAtBase);
    const rows = shown
      .filter((one) => !apart.includes(one))
      .map((one) => ({ label: cutLine(one.field.definition.label), view: render(one) }));
    const others =
      apart.length === 0 ? [] : [{ label: 'Others', view: renderAlike(apart, entity.sheet, render) }];
    return [{ category: group.category, rows: [...rows, ...others] }];
  });
  const layout = chooseColumns(
    sections.flatMap(({ rows }) => rows.map(({ label }) => label)),
    Math.max(narrowest, Math.floor(width)),
  );
  return sections.flatMap(({ category, rows }) => {
    const lines = rows.flatMap(({ label, view }) => renderColumns(label, view, layout));
    return lines.length === 0 ? [] : [{ category, lines }];
  });
}

/** No word of a label is split unless it takes more than half of the width. */
function chooseColumns(labels: readonly string[], columns: number): Columns {
  const longest = Math.max(0, ...labels.map((one) => [...one].length));
  const word = Math.max(0, ...labels.flatMap((one) => one.split(' ').map((each) => [...each].length)));
  const least = Math.min(word, Math.floor(columns / 2));
  return { columns, label: Math.max(least, Math.min(widestLabel, Math.floor(columns / 3), longest)) };
}

/** Such as `+1: Acrobatics, Insight; -1: Arcana`, the best ones first. */
function renderAlike(fields: readonly GroupedField[], sheet: JsonObject, render: Render): string {
  const best = fields.toSorted((one, other) => readRolled(other, sheet) - readRolled(one, sheet));
  return [...Map.groupBy(best, render)]
    .map(
      ([view, alike]) => `${view}: ${alike.map(({ field }) => cutLine(field.definition.label)).join(', ')}`,
    )
    .join('; ');
}

/** The number with which a skill is rolled; 0 if it has none. */
function readRolled({ field }: GroupedField, sheet: JsonObject): number {
  const value = readValue(sheet, field.path) ?? field.kind.blank();
  const read = field.kind.read(value, isObject(value) ? 'modifier' : '');
  return typeof read === 'number' ? read : 0;
}

/**
 * For a skill with a rank, renders the modifier, with which the skill is rolled, and the rank. Its score is nothing but
 * the rank.
 */
function renderValue({ field, rank }: GroupedField, sheet: JsonObject): string {
  const modifier = rank === undefined ? undefined : readMember(readValue(sheet, field.path), 'modifier');
  if (rank === undefined || typeof modifier !== 'number') return renderField(field, sheet);
  return renderRank(modifier, rank);
}

type Render = (one: GroupedField) => string;

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
