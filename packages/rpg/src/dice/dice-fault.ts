// Dice fault: the error for a bad dice expression or roll, with its position; public functions catch it and return it.

/** Limits of an expression. An expression that exceeds one of them is refused, never shortened. */
export const diceLimits = {
  characters: 500,
  dice: 1000,
  faces: 1000,
  explosions: 100,
  rerolls: 100,
  nesting: 20,
  /** How often dice may be thrown for one roll, including rerolls and explosions. */
  throws: 10_000,
  digits: 9,
  alternatives: 20,
} as const;

export class DiceFault extends Error {
  readonly say: string;
  readonly at: number;

  constructor(say: string, at: number) {
    super(say);
    this.say = say;
    this.at = at;
  }
}

/** Returns what `act` returns, or the fault that it threw; any other error is rethrown. */
export function guardDice<Value>(
  act: () => Value,
): { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: DiceFault } {
  try {
    return { ok: true, value: act() };
  } catch (error) {
    if (error instanceof DiceFault) return { ok: false, fault: error };
    throw error;
  }
}
