// Guess limit: limits how often a token or passphrase may be guessed.

import type { Clock } from '@terrarium/kernel/environment';

const mostGuesses = 6;
const withinMs = 60_000;

export interface GuessLimit {
  /** Counts a guess before it is judged. Returns how many seconds there are to wait if there were too many guesses. */
  countGuess(): number | undefined;
  /** Forgets the guesses; called after somebody entered the only right secret. */
  clear(): void;
  /** Takes back one guess, which was right. The others may be of somebody who guesses the secrets of others. */
  forgetOne(): void;
}

/** People who were let in before are not affected, so that nobody can shut them out by guessing. */
export function openGuessLimit(clock: Clock): GuessLimit {
  let guessedAtMs: number[] = [];
  return {
    countGuess() {
      const nowMs = clock.now();
      guessedAtMs = guessedAtMs.filter((atMs) => nowMs - atMs < withinMs);
      const [first = nowMs] = guessedAtMs;
      if (guessedAtMs.length >= mostGuesses) return Math.max(1, Math.ceil((first + withinMs - nowMs) / 1000));
      guessedAtMs.push(nowMs);
      return undefined;
    },
    clear() {
      guessedAtMs = [];
    },
    forgetOne() {
      guessedAtMs.pop();
    },
  };
}
