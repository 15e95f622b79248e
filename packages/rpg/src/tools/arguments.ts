// Arguments that several tools take, with their bounds.

import { z } from 'zod';

/** The maximum number of characters of a name, and of a text. */
export const longestName = 80;
export const longestText = 2_000;
export const longestTag = 40;

export const path = z.string().min(1).max(200);
/** The id, key or name of an entity; the player's character when absent. */
export const target = z.string().min(1).max(120).optional();
export const name = z.string().trim().min(1).max(longestName);
export const text = z.string().trim().min(1).max(longestText);
export const amount = z.number().min(-1_000_000_000).max(1_000_000_000);
/** At most ten years: one year is about half a million minutes. */
export const mostMinutes = 5_256_000;
export const minutes = z.number().int().min(0).max(mostMinutes);
export const tags = z.array(z.string().trim().min(1).max(longestTag)).max(20);
/** Values by path, as `set` takes them. */
export const values = z.record(z.string().min(1).max(200), z.unknown()).optional();
