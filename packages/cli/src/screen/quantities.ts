// Renders numbers, durations and times as a person reads them.

const numbers = new Intl.NumberFormat('en-US');

export function renderNumber(value: number): string {
  return numbers.format(Math.round(value));
}

/** Renders a count such as `1 post` or `2 posts`. */
export function renderCount(value: number, noun: string, plural = `${noun}s`): string {
  return `${renderNumber(value)} ${Math.round(value) === 1 ? noun : plural}`;
}

/** Renders a duration such as `40 s`, `12 min`, `3 h 20 min` or `2 d 4 h`. */
export function renderDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'unknown';
  if (seconds < 10) return `${Math.max(0, seconds).toFixed(1)} s`;
  if (seconds < 100) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Renders a time such as `2026-03-01 10:20`, in the person's own time zone. */
export function renderMoment(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  const renderTwoDigits = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${renderTwoDigits(date.getMonth() + 1)}-${renderTwoDigits(date.getDate())}`;
  return `${day} ${renderTwoDigits(date.getHours())}:${renderTwoDigits(date.getMinutes())}`;
}

export function renderShare(part: number | undefined, whole: number): string {
  if (part === undefined || whole <= 0) return 'unknown';
  return `${Math.round((part / whole) * 100)} %`;
}
