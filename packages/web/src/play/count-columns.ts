// Counts how many characters fit in a line of the box that shows what a command prints.

/** What the padding of the box takes: see `.shown pre` in `foot.module.css`. */
const paddingPx = 16 + 32;
const font = '13px ui-monospace, "Cascadia Mono", Menlo, monospace';
/** The fewest and the most columns that the terminal lays text out in. */
const [fewest, most] = [24, 100];

/** Undefined if the width of a character cannot be measured. */
export function countColumns(column: HTMLElement | null): number | undefined {
  const drawing = document.createElement('canvas').getContext('2d');
  if (column === null || drawing === null) return undefined;
  drawing.font = font;
  const character = drawing.measureText('0').width;
  if (!(character > 0)) return undefined;
  return Math.min(most, Math.max(fewest, Math.floor((column.clientWidth - paddingPx) / character)));
}
