// Describes the voices for the prompt: who the companion is, its other voices, and with whom it speaks.

import { escapeTagsInLine } from '../render/escape-tags-in-block.ts';
import type { Voice, Voices } from '../tags/voices.ts';

/**
 * Returns an empty text if the settings give only one voice for each side, describe nobody, and give nobody a
 * memory of their own.
 */
export function describeVoices({ user, companion }: Voices): string {
  const all = [...companion, ...user];
  const isPlain = all.every(({ about, ownMemory }) => about === undefined && ownMemory !== true);
  if (isPlain && all.length === 2) return '';
  const [self, ...faces] = companion;
  const others = user.map((voice) => `- ${describeOne(voice)}`);
  const heading =
    others.length === 1
      ? 'The one who speaks with you:'
      : 'Those who speak with you, though not always all of them:';
  return [
    '## Who is who',
    `You are ${describeOne(self)}`,
    ...describeFaces(faces),
    heading,
    ...others,
    ...describeHearing(user),
  ].join('\n');
}

/**
 * Tells the companion to keep what it was told alone: its memory contains the talks with everybody, and a message does
 * not say who was absent. Empty if only one person speaks with it, or nobody has a memory of their own.
 */
function describeHearing(others: readonly Voice[]): readonly string[] {
  if (others.length < 2 || others.every(({ ownMemory }) => ownMemory !== true)) return [];
  return [
    'Each of them heard only what was said while they were there. What one of them told you alone, tell nobody else unless they let you.',
  ];
}

function describeOne({ name, about, role }: Voice): string {
  const what = role === 'companion' ? ', a companion as you are' : '';
  return `${escapeTagsInLine(name)}${what}${about === undefined ? '.' : `: ${escapeTagsInLine(about)}`}`;
}

function describeFaces(faces: readonly Voice[]): readonly string[] {
  if (faces.length === 0) return [];
  return [
    'You also speak as one of these, if you begin the whole reply with its tag:',
    ...faces.map((face) => `- <${face.id}/> for ${describeOne(face)}`),
  ];
}

/**
 * The line for a look into a person's own memory: a person, unlike a companion, is never woken. Undefined for a
 * companion.
 */
export function describePerson({ companion: [self] }: Voices): string | undefined {
  return self.role === 'user' ? `What ${escapeTagsInLine(self.name)} has in mind.` : undefined;
}
