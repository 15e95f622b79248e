// Joins the readings in a paragraph (`御堂《みどう》`) to the names that are marked in it, as both are drawn together.

import { type KanaReading, listKanaReadings } from '@terrarium/kernel/list-kana-readings';
import type { NameMark } from './mark-names.ts';

export type ParagraphReading = Omit<KanaReading, 'kana'>;

interface Joined {
  readonly marks: readonly NameMark[];
  readonly readings: readonly ParagraphReading[];
}

/**
 * A reading belongs to a whole name where one ends or goes on before it (`鐘ノ浦《かねのうら》`). In a reading no name is
 * marked: it is drawn above the name that it reads.
 */
export function joinReadings(text: string, marks: readonly NameMark[]): Joined {
  const readings = listKanaReadings(text).map(({ start, base, bracket, end }) => {
    const crossed = marks.find((mark) => mark.start < base && mark.end > base);
    const from = start < base ? base : (crossed?.start ?? base);
    return { start: Math.min(start, from), base: from, bracket, end };
  });
  const isRead = (mark: NameMark) =>
    readings.some(({ bracket, end }) => bracket < mark.start && mark.end < end);
  return { marks: marks.filter((mark) => !isRead(mark)), readings };
}
