// Renders a wake as a system part and a user part, or as one text.

import type { SectionName, WakeLine, WakePackage, WakeSection } from '../ledger/wake-package.ts';
import { cutSecrets } from '../tags/secrets.ts';

export interface RenderedWake {
  /**
   * Who the companion is and what it knows about itself: the same from turn to turn, so that a server can keep
   * it in its cache.
   */
  readonly system: string;
  /** What is in mind, the time, and the message word for word, which comes last. */
  readonly user: string;
}

/** Renders the wake for the companion, with its secrets. */
export function renderParts(wake: WakePackage): RenderedWake {
  // Without a heading of its own, `ambient` would read as part of the page above it.
  const ambient = wake.ambient && `## Always in mind\n\n${wake.ambient}`;
  const system = [wake.activation, wake.imageContext, ambient];
  const user = wake.sections.map(({ name, lines }) => renderSection(name, lines));
  return { system: joinParts(system), user: joinParts([...user, renderMessage(wake)]) };
}

/** Renders the wake for the companion as one text: first the system part, then the user part. */
export function render(wake: WakePackage): string {
  const { system, user } = renderParts(wake);
  return [system, user].filter((part) => part !== '').join('\n\n');
}

/** Renders the wake for people: secrets are left out, with a note that there are some, unless they are asked for. */
export function renderForUser(wake: WakePackage, { withSecrets = false } = {}): RenderedWake {
  return renderParts(withSecrets ? wake : hideSecrets(wake));
}

/**
 * The part of the wake that people may see. Secrets in the message are hidden too, since somebody else may be
 * looking at the screen.
 */
export function hideSecrets(wake: WakePackage): WakePackage {
  const { message, sections } = wake;
  const text = message && cutSecrets(message.text, '(a secret is not shown here)');
  return {
    ...wake,
    sections: sections.map(hideInSection),
    message: message && { ...message, text: text ?? '' },
  };
}

function hideInSection(section: WakeSection): WakeSection {
  const secrets = section.lines.filter((line) => line.isSecret).length;
  if (secrets === 0) return section;
  const text = `- (${secrets === 1 ? 'a secret is' : `${secrets} secrets are`} not shown here)`;
  const shown = section.lines.filter((line) => !line.isSecret);
  return { ...section, lines: [...shown, { text, isSecret: false }] };
}

function renderMessage({ message, image }: WakePackage): string {
  if (message === undefined) return '';
  return `## ${message.from}${image === undefined ? '' : ', with an image'}\n${message.text}`;
}

function joinParts(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

/** The heading of each section, followed by what a reader needs to know to understand its lines. */
const headings: Readonly<Record<SectionName, string>> = {
  lingering:
    '## Lingering\nWhat is still in mind, oldest first, beside what your newest replies below note. What is not taken up again fades.',
  recalled: '## Recalled\nWhat was asked for by name, and what lies next to it.',
  known:
    '## Known\nWhat is true of people now, and what was compiled about the things that the message mentions.',
  echoes: '## Echoes\nEarlier moments that this one brings back.',
  recent: '## Recent',
  now: '## Now',
};

/** Returns an empty text if there are no lines. Ends without a line break. */
export function renderSection(name: SectionName, lines: readonly WakeLine[]): string {
  if (lines.length === 0) return '';
  return [headings[name], ...lines.map((line) => line.text)].join('\n');
}
