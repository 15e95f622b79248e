// Renders a moment as the clock on the wall shows it where the person lives.

/** `2026-03-01 10:20` */
export function renderTime(ms: number, timeZone: string): string {
  // The Swedish locale writes dates and times as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(ms);
}
