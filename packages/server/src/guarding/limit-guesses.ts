// Guess limit: limits how often a token or passphrase may be guessed.

import type { Clock } from '@terrarium/kernel/environment';

const mostGuesses = 6;
const withinMs = 60_000;

/** A guess that was counted. */
interface Guess {
  readonly atMs: number;
}

/** How many seconds there are to wait. */
interface Wait {
  readonly waitSeconds: number;
}

export interface GuessLimit {
  /**
   * Counts a guess before it is judged. If there were too many guesses, returns how long to wait: then the guess is not
   * counted, and must not be judged.
   */
  countGuess(): Guess | Wait;
  /** Forgets the guesses; called after somebody entered the only right secret. */
  clear(): void;
  /**
   * Takes back a guess that was right. The other guesses stay, because they may come from somebody who guesses other
   * people's secrets.
   */
  forget(guess: Guess): void;
}

/** People who were let in before are not affected, so that nobody can shut them out by guessing. */
export function openGuessLimit(clock: Clock): GuessLimit {
  let guesses: readonly Guess[] = [];
  return {
    countGuess() {
      const nowMs = clock.now();
      guesses = guesses.filter(({ atMs }) => nowMs - atMs < withinMs);
      const firstMs = guesses[0]?.atMs ?? nowMs;
      if (guesses.length >= mostGuesses)
        return { waitSeconds: Math.max(1, Math.ceil((firstMs + withinMs - nowMs) / 1000)) };
      const guess = { atMs: nowMs };
      guesses = [...guesses, guess];
      return guess;
    },
    clear() {
      guesses = [];
    },
    forget(guess) {
      guesses = guesses.filter((one) => one !== guess);
    },
  };
}
