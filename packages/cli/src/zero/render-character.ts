// Renders a character that is being made: what the rules ask for, the present values, and which rules are not met yet.

import type { BuiltCharacter } from '@terrarium/rpg/build-character';
import { listSettable, type Settable } from '@terrarium/rpg/list-settable';
import { readValue } from '@terrarium/rpg/read-value';
import type { System } from '@terrarium/rpg/system';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { describeTyped } from './describe-typed.ts';

export function renderManner({ manifest }: System, width: number): readonly string[] {
  const { character_creation: manner } = manifest.procedures;
  return manner === undefined ? [] : ['', ...wrapText(paint(manner, 'dim'), { width })];
}

export function renderWho({ name, about }: BuiltCharacter, width: number): readonly string[] {
  return wrapText(`${paint(name, 'bold')} · ${about}`, { width, indent: '    ', first: '  ' });
}

export function renderWrong({ refused, unmet }: BuiltCharacter, width: number): readonly string[] {
  const lines = [...refused.map(({ at, say }) => `${at}: ${say}`), ...unmet.map(({ say }) => say)];
  return lines.flatMap((line) =>
    wrapText(`${paint('!', 'yellow')} ${line}`, { width, indent: '    ', first: '  ' }),
  );
}

/** The groups of values that a person chooses. From other groups, only values that were set are shown. */
const chosen: readonly string[] = ['identity', 'attributes', 'skills', 'features', 'combat', 'resources'];

export function renderValues(
  system: System,
  { values, set }: BuiltCharacter,
  width: number,
): readonly string[] {
  const fields = system.sheets.get('character')?.fields ?? [];
  const isSet = (path: string) => Object.keys(set).some((key) => key === path || key.startsWith(`${path}.`));
  const others = fields.map(({ definition }) => definition.category).filter((one) => !chosen.includes(one));
  return [...chosen, ...new Set(others)].flatMap((category) => {
    const shown = fields.flatMap(({ path, definition, kind }) => {
      if (definition.category !== category) return [];
      if (!isSet(path) && (definition.formula !== undefined || !chosen.includes(category))) return [];
      const value = readValue(values, path);
      return [`${definition.label} ${value === undefined ? '–' : kind.view(value)}`];
    });
    if (shown.length === 0) return [];
    const text = `${paint(category, 'cyan')}: ${shown.join(' · ')}`;
    return wrapText(text, { width, indent: '    ', first: '  ' });
  });
}

/** Finds the values that can be set and have the word in their path, label or category; an empty word finds all. */
export function findSettable(system: System, word: string): readonly Settable[] {
  const wanted = word.toLowerCase();
  return listSettable(system).filter(({ path, label, category }) =>
    [path, label, category].some((text) => text.toLowerCase().includes(wanted)),
  );
}

export function renderSettable(system: System, word: string, width: number): readonly string[] {
  const found = findSettable(system, word);
  if (found.length === 0) return [`Nothing that can be set is called "${word}".`];
  return found.flatMap((one) => {
    const hint = one.hint === undefined ? '' : paint(` · ${one.hint}`, 'dim');
    const said = `${paint(one.label, 'cyan')} · ${describeTyped(system, one)}${hint}`;
    return wrapText(said, { width, indent: '    ', first: '  ' });
  });
}
