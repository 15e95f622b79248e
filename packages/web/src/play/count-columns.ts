// Counts how many characters fit in a line of the box that shows what a command prints.

/** The padding of the box at its sides (see `.shown pre` in `foot.module.css`), and the room for its scroll bar. */
const paddingPx = 16 + 40;
const scrollBarPx = 12;
const font = '13px ui-monospace, "Cascadia Mono", Menlo, monospace';
/** The fewest and the most columns that the terminal lays text out in. */
const [fewest, most] = [24, 100];

/** Undefined if there is no column yet, or if the width of a character cannot be measured. */
export function countColumns(column: HTMLElement | null): number | undefined {
  const drawing = document.createElement('canvas').getContext('2d');
  if (column === null || drawing === null) return undefined;
  drawing.font = font;
  const character = drawing.measureText('0').width;
  return character > 0 ? countFitting(column.clientWidth, character) : undefined;
}

/** A long answer gets a scroll bar once it is laid out, so every line leaves room for one. */
export function countFitting(boxPx: number, characterPx: number): number {
  const room = boxPx - paddingPx - scrollBarPx;
  return Math.min(most, Math.max(fewest, Math.floor(room / characterPx)));
}
