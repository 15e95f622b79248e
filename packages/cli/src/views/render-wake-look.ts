// Renders for people what the companion would have in mind now; its secrets are shown only if asked for.

import { buildWakeMeasure } from '@terrarium/composition/build-memory';
import { hideSecrets, renderForUser } from '@terrarium/memory/render-wake';
import type { WakePackage } from '@terrarium/memory/wake-package';
import type { Outward } from '@terrarium/protocol/shapes';
import { renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

export interface WakeLook {
  /** The system part as it was shown last time; if it has not changed, it is left out. */
  readonly known?: string | undefined;
  readonly withSecrets: boolean;
}

/** The wake as it is sent, line by line, and how many tokens its parts take. */
export function renderWakeLook(wake: WakePackage, { withSecrets }: WakeLook): readonly string[] {
  const { system, user } = renderForUser(wake, { withSecrets });
  const parts = wake.sections
    .filter(({ tokens }) => tokens > 0)
    .map(({ name, tokens }) => `${name} ${renderNumber(tokens)}`);
  const sums = [`${renderNumber(wake.tokens)} tokens in all`, ...parts].join(' · ');
  return [
    paint('── stays the same from turn to turn ──', 'dim'),
    ...system.split('\n'),
    '',
    paint('── this turn ──', 'dim'),
    ...user.split('\n'),
    '',
    paint(sums, 'dim'),
  ];
}

export function buildWakeValue(wake: WakePackage, { withSecrets }: WakeLook): Outward<'memoryWake'> {
  const { sections, image } = wake;
  const { message } = withSecrets ? wake : hideSecrets(wake);
  const { system, user } = renderForUser(wake, { withSecrets });
  return {
    ...buildWakeMeasure(wake),
    sections: sections.map((section) => ({
      name: section.name,
      tokens: section.tokens,
      lines: section.lines.filter(({ isSecret }) => withSecrets || !isSecret).map(({ text }) => text),
      withheld: withSecrets ? 0 : section.lines.filter(({ isSecret }) => isSecret).length,
    })),
    message: message ?? null,
    image: image ?? null,
    system,
    user,
  };
}
