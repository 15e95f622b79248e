// Shows who speaks in a transcript, or sets which character each of them plays.

import { editSpeakers } from '@terrarium/annotator/edit-speakers';
import { openWorld } from '@terrarium/annotator/open-world';
import type { ProposedSpeaker } from '@terrarium/annotator/speaker-proposal';
import { listSpeakerProposals } from '@terrarium/annotator/speaker-proposals';
import {
  listStorySpeakers,
  parseSpeaker,
  type SpeakerWish,
  setSpeakers,
} from '@terrarium/annotator/story-speakers';
import type { World } from '@terrarium/annotator/world';
import { readFromWorld, updateReadWorld } from '@terrarium/composition/annotator-world';
import { renderCommand } from '@terrarium/composition/render-command';
import { readAtPlace } from '@terrarium/composition/standing';
import { UsageError } from '@terrarium/kernel/errors';
import { findNearest } from '@terrarium/kernel/find-nearest';
import { isThere } from '@terrarium/kernel/is-there';
import { wrapText } from '../screen/layout.ts';
import type { WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { renderSpeakers } from '../views/render-speakers.ts';

export interface SpeakerOptions extends WorldOptions {
  readonly corpus?: string;
}

export async function setOrShowSpeakers(
  shell: Shell,
  said: readonly string[],
  options: SpeakerOptions,
): Promise<void> {
  const { printer } = shell;
  const wishes = said.map(parseSpeaker);
  const world = openWorld(options.world);
  const speakers = listStorySpeakers(world, options.corpus);
  for (const { label } of wishes)
    refuseUnknown(
      label,
      speakers.map((one) => one.label),
    );
  const { proposed, isKnown } = await readKnown(shell, world);
  const changed = wishes.length === 0 ? [] : await recordWishes(shell, world, { wishes, options });
  const now = wishes.length === 0 ? speakers : listStorySpeakers(openWorld(options.world), options.corpus);
  const guessed = now.map((one) => ({ ...one, mayBe: isKnown(one.mayBe ?? '') ? one.mayBe : undefined }));
  const shown = guessed.map((one) => {
    const isOpen = one.character === undefined && !one.isNobody;
    const found = isOpen ? proposed.findLast(({ label }) => label === one.label) : undefined;
    return found === undefined ? one : { ...one, proposed: found.character };
  });
  if (options.json === true) {
    printer.writeJson('storySpeakers', { speakers: shown });
    return;
  }
  const how = { width: printer.width, look: renderCommand('annotate speakers', world.dir) };
  printer.writeLines(
    ...(shown.length === 0
      ? ['No line begins with the name of a speaker: the story is not a transcript.']
      : []),
    ...renderSpeakers(shown, how),
    ...(changed.length === 0
      ? []
      : wrapText(`Changed in the glossary: ${changed.join(', ')}.`, { width: printer.width, indent: '  ' })),
  );
}

interface Known {
  /** For each speaker, the character that the reading model proposes. */
  readonly proposed: readonly ProposedSpeaker[];
  /**
   * Whether a name may be shown at the reader's place: guesses are made from the whole story, so they may
   * name later characters.
   */
  readonly isKnown: (name: string) => boolean;
}

/** Reads what is known of speakers as far as the reader has come in the story. */
async function readKnown(shell: Shell, world: World): Promise<Known> {
  let known: Known = { proposed: [], isKnown: () => true };
  if (!isThere(world.annotatorPath)) return known;
  await readFromWorld(shell, world.dir, (annotator) => {
    known = readAtPlace(shell, { annotator, asOf: undefined }, ({ view, place }) => {
      const names = new Set(
        [...view.stores.glossary.iterateNames()].flatMap(({ term, aliases }) => [term, ...aliases]),
      );
      const isKnown = (name: string) => place === undefined || names.has(name);
      return { proposed: listSpeakerProposals(view), isKnown };
    });
  });
  return known;
}

interface Wished {
  readonly wishes: readonly SpeakerWish[];
  readonly options: SpeakerOptions;
}

/** First applies the wishes to the part that was already read. If this fails, the wishes are not recorded. */
async function recordWishes(
  shell: Shell,
  world: World,
  { wishes, options }: Wished,
): Promise<readonly string[]> {
  const changed: string[] = [];
  if (isThere(world.annotatorPath)) {
    await updateReadWorld(shell, options.world, (annotator) => {
      changed.push(...editSpeakers(annotator, wishes));
    });
  }
  setSpeakers(options.world, wishes, options.corpus);
  return changed;
}

function refuseUnknown(label: string, known: readonly string[]): void {
  if (known.includes(label)) return;
  const near = findNearest(label, known);
  const todo =
    near === undefined
      ? `Those who do: ${known.slice(0, 8).join(', ') || 'none'}.`
      : `Did you mean "${near}"?`;
  throw new UsageError({ code: 'world.unknown-speaker', happened: `Nobody speaks as "${label}".`, todo });
}
