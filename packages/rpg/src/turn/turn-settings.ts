// Turn settings: how turns are told and what they may cost.

export interface TurnSettings {
  /** How the narrative is written, in the player's words, such as "terse, second person, present tense". */
  readonly style?: string | undefined;
  /** How long it is, in words. */
  readonly length?: { readonly from: number; readonly to: number } | undefined;
  /** What the player wants the narrator to keep in mind, until it is changed. */
  readonly authorNote?: string | undefined;
  readonly temperature: number;
  /** Any further option of the sampler or the server, passed on as it is, such as `min_p`. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  /** Most calls of the model in which it may use tools. */
  readonly maxRounds: number;
  /** One call decides and narrates. */
  readonly isFast: boolean;
  /** Whether a narrative that was flagged is asked for once more. */
  readonly isRewriting: boolean;
  /** Tokens the prompt may have; where absent, what the model's window leaves, 24,000 at most. */
  readonly promptTokens?: number | undefined;
  /** Hard cap on one reply, thinking included. */
  readonly maxOutputTokens: number;
  readonly retries: { readonly attempts: number; readonly baseDelayMs: number };
}

export const defaultTurnSettings: TurnSettings = {
  temperature: 0.8,
  maxRounds: 5,
  isFast: false,
  isRewriting: false,
  maxOutputTokens: 4000,
  retries: { attempts: 5, baseDelayMs: 1000 },
};
