// Renders who speaks in a transcript, whom they play, and how a person sets this.

import type { StorySpeaker } from '@terrarium/annotator/story-speakers';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';

/** Somebody who speaks, with the character that a model proposes if no person has decided. */
export type ShownSpeaker = StorySpeaker & { readonly proposed?: string | undefined };

interface SpeakersView {
  readonly width: number;
  /** The command that lists all speakers. */
  readonly look: string;
}

/**
 * A line for each speaker, with the character they play or, if nobody has set one, the character that the model or the
 * text suggests.
 */
export function renderSpeakers(speakers: readonly ShownSpeaker[], view: SpeakersView): readonly string[] {
  const lines = speakers.map((one) => `  ${one.label}  ${renderCount(one.lines, 'line')}${renderRole(one)}`);
  return [...lines, ...renderHint(speakers, view)];
}

function renderRole({ character, isNobody, proposed, mayBe }: ShownSpeaker): string {
  if (character !== undefined) return `, plays ${character}`;
  if (isNobody) return ', plays nobody';
  if (proposed !== undefined) return `, plays ${proposed} according to the model that read the story`;
  return mayBe === undefined ? '' : `, may play ${mayBe}`;
}

/** How many speakers an import found, and what to do about them. */
export function renderFoundSpeakers(
  speakers: readonly ShownSpeaker[],
  { width, look }: SpeakersView,
): readonly string[] {
  if (speakers.length === 0) return [];
  const played = speakers.flatMap(({ label, character }) =>
    character === undefined ? [] : [`${label} plays ${character}`],
  );
  const said = played.length === 0 ? 'no character yet' : played.join(', ');
  const text = `${renderCount(speakers.length, 'speaker')} (${look}): ${said}. A speaker who plays no character is not counted among the people of the story.`;
  return [
    ...wrapText(text, { width, indent: '    ', first: '  ' }),
    ...renderHint(speakers, { width, look }),
  ];
}

function renderHint(speakers: readonly ShownSpeaker[], { width, look }: SpeakersView): readonly string[] {
  const likely = speakers.flatMap(({ label, character, isNobody, proposed, mayBe }) => {
    const guess = proposed ?? mayBe;
    return character !== undefined || isNobody || guess === undefined ? [] : [{ label, guess }];
  });
  const [first] = likely;
  if (first === undefined) return [];
  const pairs = likely.map(({ label, guess }) => `"${label}=${guess}"`).join(' ');
  const text = `If this is right, type: ${look} ${pairs}. If ${first.label} plays nobody, write "${first.label}=" instead.`;
  return wrapText(text, { width, indent: '    ', first: '  ' });
}
