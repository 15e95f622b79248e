// Converts the name of a move, as a call gives it, to the form of ids: `Foe attack` means `foe_attack`.

export function normaliseMove(move: string): string {
  return move.trim().toLowerCase().replaceAll(' ', '_');
}
