// Tests rendering a large sheet in few lines: nothing of it is lost, and it takes far fewer tokens.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { expect, it } from 'vitest';
import { findShipped, shippedSystems } from '../../test/support/shipped-system.ts';
import { writeValue } from '../rules/read-value.ts';
import { settle } from '../rules/settle.ts';
import type { System } from '../system/system.ts';
import { requireSheet } from '../tools/workbench.ts';
import type { Entity } from '../values/entity.ts';
import type { JsonObject } from '../values/json.ts';
import { renderCompactSheet } from './render-compact-sheet.ts';
import { renderSheetForModel } from './render-sheet-for-model.ts';

function listCharacters(system: System): readonly Entity[] {
  const sheet = requireSheet(system, 'character');
  return (system.manifest.characters ?? []).map(({ set }) => {
    const values = Object.entries(set).reduce<JsonObject>(
      (sum, [path, value]) => writeValue(sum, path, value),
      {},
    );
    const settled = settle(sheet, values, { tables: system.tables });
    return { id: 'character:player', type: 'character', key: 'player', sheet: settled.values };
  });
}

it('MF17: every field of a sheet stands in its few lines, and whatever differs from nothing stands with its value', () => {
  for (const system of shippedSystems) {
    for (const entity of listCharacters(system)) {
      const text = renderCompactSheet(entity, system);
      for (const { path } of requireSheet(system, 'character').fields) {
        const [parent, name] = [path.slice(0, path.lastIndexOf('.')), path.slice(path.lastIndexOf('.') + 1)];
        const isAlone = new RegExp(`(?:^|[ \n])${path.replaceAll('.', '\\.')}(?:[ =\n]|$)`, 'u').test(text);
        const lines = text
          .split('\n')
          .filter((one) => /^[ :]/u.test(one.slice(`${parent}.*`.length)) && one.startsWith(`${parent}.*`));
        const line = lines.join(' ');
        const isListed = new RegExp(`${parent.replaceAll('.', '\\.')}\\.\\{[^}]*\\b${name}\\b`, 'u').test(
          text,
        );
        expect(
          isAlone || isListed || ` ${line} `.replaceAll(/[,;]/gu, ' ').includes(` ${name} `),
          `${system.manifest.id} ${path}`,
        ).toBe(true);
      }
    }
  }
});

it('MF17: a sheet of the fifth edition takes at most three quarters of the tokens', () => {
  const system = findShipped('dnd5e');
  for (const entity of listCharacters(system)) {
    const [whole, short] = [renderSheetForModel, renderCompactSheet].map((render) =>
      estimateTokens(render(entity, system)),
    );
    expect(Number(short) / Number(whole)).toBeLessThanOrEqual(0.75);
    expect(renderCompactSheet(entity, system)).toMatch(/\nskills\.\* score\/modifier: [a-z_]+ \d\/-?\d/);
  }
});

it('MF17: what there is stands before what there can be, and plain numbers of a group share a line', () => {
  const [entity] = listCharacters(findShipped('percentile'));
  if (entity === undefined) throw new Error('no character');
  const text = renderCompactSheet(entity, findShipped('percentile'));
  expect(text).toMatch(/^resources\.\* current\/max: hp 10\/10, luck 55\/99, willpower 11\/11$/mu);
  expect(text).toMatch(/^characteristics\.\*: str 45, con 55, /mu);
  expect(text).toMatch(/^skills\.\*: art 40, .*; 5 each: accounting appraise [^;]*; 1 each: /mu);
  const dice = listCharacters(findShipped('step-dice')).map((one) =>
    renderCompactSheet(one, findShipped('step-dice')),
  );
  expect(dice[0]).toMatch(/^skills\.\* dice: athletics d8, fighting d10; d4 each: boating /mu);
});
