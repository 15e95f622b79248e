// Addressed: schemas for the parts of an address, which arrive as text.

import { z } from 'zod';

/**
 * The address of a world: its name on the shelf; after a `~`, who remembers there, if it is not the companion of the
 * world.
 */
export const worldParams = z.object({ world: z.string().min(1).max(100) });

/** A whole number that stands in an address. */
export const numberInAddress = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const entryParams = z.object({ ...worldParams.shape, entry: numberInAddress });

/** The address of a game: its id. */
export const gameParams = z.object({ ...worldParams.shape, game: z.string().min(1).max(100) });
