// Addressed: schemas for the parts of a URL, which arrive as text.

import { z } from 'zod';

/**
 * The world in a URL: its name on the shelf. If the memory is not the companion's, `~` and the mind's name
 * follow.
 */
export const worldParams = z.object({ world: z.string().min(1).max(100) });

/**
 * A whole number that is read from text. Its type for the list of addresses is given here. Otherwise the list
 * would say that the number may be null, and that a part of the path may be left out.
 */
export function buildNumberInAddress(maximum = Number.MAX_SAFE_INTEGER) {
  const listed = { type: 'integer', minimum: 0, maximum };
  return z.coerce.number().int().min(0).max(maximum).meta(listed);
}

export const numberInAddress = buildNumberInAddress().meta({ param: { required: true } });

export const optionalNumberInAddress = buildNumberInAddress().optional();

/** How many items of a list come before the requested page. */
export const pageStart = buildNumberInAddress().default(0).meta({ default: 0 });

export const entryParams = z.object({ ...worldParams.shape, entry: numberInAddress });

/** The game in a URL: its id. */
export const gameParams = z.object({ ...worldParams.shape, game: z.string().min(1).max(100) });
