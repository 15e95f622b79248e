// Names a turn by its number; the opening has number 0.

export function nameTurn(number: number): string {
  return number === 0 ? 'The opening' : `Turn ${number}`;
}
