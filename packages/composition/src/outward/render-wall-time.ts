// Renders a point in time as wall-clock time of the given time zone, which may differ from the machine's.

/** Renders a text such as `2026-03-01 10:20`. */
export function renderWallTime(ms: number, timeZone: string): string {
  const parts = new Map(
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' })
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${read('year')}-${read('month')}-${read('day')} ${read('hour')}:${read('minute')}`;
}

/** Renders a text such as `2026-03-01`. */
export function renderDate(ms: number, timeZone: string): string {
  return renderWallTime(ms, timeZone).slice(0, -' 10:20'.length);
}
