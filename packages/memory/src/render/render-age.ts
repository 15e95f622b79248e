// Ages and waits in words, as one would say them.

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Units with their lengths in milliseconds; a span is given in the largest unit of which it has at least one and a
 * half.
 */
const units: readonly (readonly [name: string, ms: number])[] = [
  ['year', 365.25 * dayMs],
  ['month', 30.44 * dayMs],
  ['week', 7 * dayMs],
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
];

/** Such as "20 minutes", "3 weeks"; "a moment" under one and a half minutes. Never negative. */
export function renderSpan(ms: number): string {
  const length = Math.max(0, ms);
  for (const [name, unitMs] of units) {
    const count = Math.round(length / unitMs);
    if (length >= unitMs * 1.5) return `${count} ${name}s`;
    if (length >= unitMs && name !== 'minute') return `${name === 'hour' ? 'an' : 'a'} ${name}`;
  }
  return length >= minuteMs ? 'a minute' : 'a moment';
}

/** How long ago: "just now", "20 minutes ago", "3 weeks ago". What lies ahead, as by a clock set back, is just now. */
export function renderAge(ms: number): string {
  return ms < minuteMs ? 'just now' : `${renderSpan(ms)} ago`;
}

/** When something is due: "in 3 days", "now", "2 hours ago". */
export function renderWait(msUntil: number): string {
  if (Math.abs(msUntil) < minuteMs) return 'now';
  return msUntil > 0 ? `in ${renderSpan(msUntil)}` : `${renderSpan(-msUntil)} ago`;
}
