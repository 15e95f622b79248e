// Addressed: schemas for the parts of an address, which arrive as text.

import { z } from 'zod';

/**
 * The address of a world: its name on the shelf; after a `~`, who remembers there, if it is not the companion of the
 * world.
 */
export const worldParams = z.object({ world: z.string().min(1).max(100) });

/**
 * A whole number that is read from text. Its type for the list of addresses is written here, because the list would
 * otherwise say that the number may be null, and that the part of a path may be left out.
 */
export function buildNumberInAddress(maximum = Number.MAX_SAFE_INTEGER) {
  const listed = { type: 'integer', minimum: 0, maximum };
  return z.coerce.number().int().min(0).max(maximum).meta(listed);
}

/** A whole number that stands in an address. */
export const numberInAddress = buildNumberInAddress().meta({ param: { required: true } });

/** A whole number that may stand in an address. */
export const optionalNumberInAddress = buildNumberInAddress().optional();

/** How many items of a list come before the page that is asked for. */
export const pageStart = buildNumberInAddress().default(0).meta({ default: 0 });

export const entryParams = z.object({ ...worldParams.shape, entry: numberInAddress });

/** The address of a game: its id. */
export const gameParams = z.object({ ...worldParams.shape, game: z.string().min(1).max(100) });
