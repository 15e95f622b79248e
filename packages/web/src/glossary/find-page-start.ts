// Finds the first row of a page of the glossary that exists: decisions about its entries may have emptied the last page.

export const rowsAtOnce = 60;

export function findPageStart(from: number, total: number): number {
  if (from < total) return from;
  return Math.max(0, Math.ceil(total / rowsAtOnce) - 1) * rowsAtOnce;
}
