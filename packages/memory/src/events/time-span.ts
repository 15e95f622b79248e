// Time span: a stretch of time, in milliseconds since the Unix epoch.

export interface TimeSpan {
  readonly fromMs: number;
  /** The end, which is not part of the span. */
  readonly untilMs: number;
}
