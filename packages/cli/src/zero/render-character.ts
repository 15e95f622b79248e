// Renders a character that is being made: what the rules ask for, how the values stand, what does not hold yet.

import type { BuiltCharacter } from '@terrarium/rpg/build-character';
import { readValue } from '@terrarium/rpg/read-value';
import type { System } from '@terrarium/rpg/system';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

export function renderManner({ manifest }: System, width: number): readonly string[] {
  const { character_creation: manner } = manifest.procedures;
  return manner === undefined ? [] : ['', ...wrapText(paint(manner, 'dim'), { width })];
}

export function renderWrong({ refused, unmet }: BuiltCharacter, width: number): readonly string[] {
  const lines = [...refused.map(({ at, say }) => `${at}: ${say}`), ...unmet.map(({ say }) => say)];
  return lines.flatMap((line) =>
    wrapText(`${paint('!', 'yellow')} ${line}`, { width, indent: '    ', first: '  ' }),
  );
}

/** Groups of values that a person chooses; those that follow from them are shown when the game begins. */
const chosen: readonly string[] = ['identity', 'attributes', 'skills', 'features', 'combat', 'resources'];

export function renderValues(system: System, { values }: BuiltCharacter, width: number): readonly string[] {
  const fields = system.sheets.get('character')?.fields ?? [];
  return chosen.flatMap((category) => {
    const shown = fields.flatMap(({ path, definition, kind }) => {
      if (definition.category !== category || definition.formula !== undefined) return [];
      const value = readValue(values, path);
      return [`${definition.label} ${value === undefined ? '–' : kind.view(value)}`];
    });
    if (shown.length === 0) return [];
    const text = `${paint(category, 'cyan')}: ${shown.join(' · ')}`;
    return wrapText(text, { width, indent: '    ', first: '  ' });
  });
}
