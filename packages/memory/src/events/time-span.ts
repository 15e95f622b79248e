// Time span: a stretch of time, in milliseconds since the Unix epoch.

export interface TimeSpan {
  readonly fromMs: number;
  /** Not part of it. */
  readonly untilMs: number;
}
