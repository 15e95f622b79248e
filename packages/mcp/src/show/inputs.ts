// Inputs that several tools take, defined once.

import { z } from 'zod';

/** The longest message: a long pasted text is still accepted. */
const mostCharacters = 2_000_000;

export const messageText = z
  .string()
  .min(1, 'must not be empty')
  .max(mostCharacters, `must have at most ${mostCharacters} characters: say it in parts`);

export const voice = z.string().min(1).max(100).optional();

export const rowNumber = z.int().min(1);

export const shortText = z.string().min(1, 'must not be empty').max(2_000);
