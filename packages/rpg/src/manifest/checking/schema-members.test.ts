// Proves that members are found behind references and alternatives of a schema.

import { expect, it } from 'vitest';
import { z } from 'zod';
import { listMembers } from './schema-members.ts';

it('MF1: members are found behind a reference to a reference, and behind one to alternatives', () => {
  const weapon = z.strictObject({ damage: z.string() }).meta({ id: 'schemaWeapon' });
  const shield = z.strictObject({ block: z.number() }).meta({ id: 'schemaShield' });
  const gear = z.union([weapon, shield]).meta({ id: 'schemaGear' });
  const held = z.lazy(() => gear).meta({ id: 'schemaHeld' });
  const root = z.strictObject({ hands: z.array(held), worn: gear });
  expect(listMembers(root, [])).toEqual(['hands', 'worn']);
  expect(listMembers(root, ['worn'])).toEqual(['damage', 'block']);
  expect(listMembers(root, ['hands', 0])).toEqual(['damage', 'block']);
});
