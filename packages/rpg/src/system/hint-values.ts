// Hint values: schemas of the texts in a system's hints for the narrator, such as formulas, dice and paths.

import { z } from 'zod';

export const formula = z.string().min(1).max(500);
export const dice = z.string().min(1).max(200);
export const path = z.string().min(1).max(200);
export const id = z.string().min(1).max(80);
export const words = z.string().min(1).max(300);
