// Renders minutes as days, hours and minutes (`2 d 3 h`), and as the time of day in the story (`day 2, 03:05`).

export function renderMinutes(minutes: number): string {
  const days = Math.floor(minutes / 1_440);
  const hours = Math.floor((minutes % 1_440) / 60);
  const parts = [
    days > 0 ? `${days} d` : '',
    hours > 0 ? `${hours} h` : '',
    minutes % 60 > 0 ? `${minutes % 60} min` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '0 min' : parts.join(' ');
}

/** A day has 24 hours in every world, until a manifest can say otherwise. */
export function renderClock(minutes: number): string {
  const day = Math.floor(minutes / 1440) + 1;
  const ofDay = ((minutes % 1440) + 1440) % 1440;
  const renderTwoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `day ${day}, ${renderTwoDigits(ofDay / 60)}:${renderTwoDigits(ofDay % 60)}`;
}
