// Renders who speaks in a transcript, whom they play, and how to say so.

import type { StorySpeaker } from '@terrarium/annotator/story-speakers';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';

interface SpeakersView {
  readonly width: number;
  /** The command that lists them all. */
  readonly look: string;
}

/** A line for each; those of whom nobody said whom they play come with what the text suggests. */
export function renderSpeakers(speakers: readonly StorySpeaker[], view: SpeakersView): readonly string[] {
  const lines = speakers.map((one) => `  ${one.label}  ${renderCount(one.lines, 'line')}${renderRole(one)}`);
  return [...lines, ...renderHint(speakers, view)];
}

function renderRole({ character, mayBe }: StorySpeaker): string {
  if (character !== undefined) return `, plays ${character}`;
  return mayBe === undefined ? '' : `, may play ${mayBe}`;
}

/** How many speakers an import found, and what to do about them. */
export function renderFoundSpeakers(
  speakers: readonly StorySpeaker[],
  { width, look }: SpeakersView,
): readonly string[] {
  if (speakers.length === 0) return [];
  const played = speakers.flatMap(({ label, character }) =>
    character === undefined ? [] : [`${label} plays ${character}`],
  );
  const said = played.length === 0 ? 'no character yet' : played.join(', ');
  const text = `${renderCount(speakers.length, 'speaker')} (${look}): ${said}. A speaker who plays nobody is nobody in the story.`;
  return [
    ...wrapText(text, { width, indent: '    ', first: '  ' }),
    ...renderHint(speakers, { width, look }),
  ];
}

function renderHint(speakers: readonly StorySpeaker[], { width, look }: SpeakersView): readonly string[] {
  const likely = speakers.flatMap(({ label, character, mayBe }) =>
    character !== undefined || mayBe === undefined ? [] : [`"${label}=${mayBe}"`],
  );
  if (likely.length === 0) return [];
  const text = `If it is so, say: ${look} ${likely.join(' ')}`;
  return wrapText(text, { width, indent: '    ', first: '  ' });
}
