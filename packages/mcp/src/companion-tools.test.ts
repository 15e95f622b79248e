// Proves that each tool declares the output shape that the protocol lists for it.

import { shapes } from '@terrarium/protocol/shapes';
import { toolOutputs } from '@terrarium/protocol/tool-outputs';
import { expect, it } from 'vitest';
import { companionTools } from './companion-tools.ts';

it('OS3: every tool declares the shape that is listed for it', () => {
  const declared = Object.fromEntries(companionTools.map(({ name, output }) => [name, output]));
  const listed = Object.entries(toolOutputs).map(([name, shape]) => [name, shapes[shape]]);
  expect(declared).toStrictEqual(Object.fromEntries(listed));
});
