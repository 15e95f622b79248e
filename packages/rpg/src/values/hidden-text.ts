// Hides texts that only the game master may know: stores them in a form that nobody reads by accident, and reveals them.

const beginning = 'hidden:';
const hiddenForm = /^hidden:[A-Za-z0-9_-]*$/;
const secretPart = /<secret>([^<]*)<\/secret>/g;

/** Covers a text without encrypting it: anybody can decode it, but no screen, export or search shows it by mistake. */
export function hideText(text: string): string {
  return `${beginning}${Buffer.from(text, 'utf8').toString('base64url')}`;
}

export function isHidden(text: string): boolean {
  return hiddenForm.test(text);
}

/** A text that is not hidden is returned as it is. */
export function revealText(text: string): string {
  return isHidden(text) ? Buffer.from(text.slice(beginning.length), 'base64url').toString('utf8') : text;
}

/** Marks a part of an answer as for the game master alone; the part must already be escaped. */
export function markSecret(escaped: string): string {
  return escaped === '' ? '' : `<secret>${escaped}</secret>`;
}

/** The answer as it is stored: its secret parts are hidden. */
export function hideSecrets(say: string): string {
  return say.replace(secretPart, (_part, text: string) => markSecret(hideText(text)));
}

/** The answer as the game master hears it. */
export function revealSecrets(say: string): string {
  return say.replace(secretPart, (_part, text: string) => markSecret(revealText(text)));
}

/** The answer as a player may see it. */
export function stripSecrets(say: string): string {
  return say.includes('<secret>')
    ? say
        .replace(secretPart, '')
        .replace(/\n{2,}/g, '\n')
        .trim()
    : say;
}
