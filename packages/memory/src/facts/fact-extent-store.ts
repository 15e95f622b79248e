// Fact extent: stores whether facts have also been read from older and imported messages.
import type { Connection } from '@terrarium/kernel/open-database';

export interface FactExtent {
  isFilled(): boolean;
  markFilled(): void;
  /** Notes that facts have not been read from imported messages yet. They are read when the memory is next opened. */
  reset(): void;
}

export function openFactExtent(connection: Connection): FactExtent {
  const filled = connection.prepare<[], number>('SELECT is_filled FROM fact_extent').pluck();
  const fill = connection.prepare('UPDATE fact_extent SET is_filled = 1');
  const reset = connection.prepare('UPDATE fact_extent SET is_filled = 0');
  return {
    reset: () => void reset.run(),
    isFilled: () => filled.get() === 1,
    markFilled: () => void fill.run(),
  };
}
