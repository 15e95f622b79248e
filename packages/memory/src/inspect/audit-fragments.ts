// Audits fragments against their source events: finds text without a source, wrong speakers and repetition.

import type { Connection } from '@terrarium/kernel/open-database';
import { addOwnNames } from '../facts/find-named-facts.ts';
import { readKnownNames } from '../facts/known-fact.ts';
import { type Fragment, tiers } from '../fragments/fragment.ts';
import { checkLine, readWords, splitLines } from '../maintenance/check-lines.ts';
import { openCompiledEventStore } from '../maintenance/compiled-event-store.ts';
import { findForeignWords } from '../maintenance/find-foreign-words.ts';
import { listDoubledLines } from '../maintenance/inventory-lines.ts';
import { buildKnownWords } from '../maintenance/known-words.ts';
import { readNearby } from '../maintenance/read-nearby.ts';
import { listSpeakers } from '../maintenance/refuse-ungrounded.ts';
import { exampleVoices, type Voices } from '../tags/voices.ts';
import { type MemoryFinding, renderExample, shownExamples } from './finding.ts';

export interface AuditedPeople {
  readonly voices?: Voices | undefined;
  readonly timeZone?: string | undefined;
}

interface Faults {
  readonly key: string;
  readonly ungrounded: readonly string[];
  readonly doubled: readonly string[];
  readonly misattributed: readonly string[];
}

const latest = 8.64e15;
const shownFaults = 3;

/** The findings about fragments; each finding lists the fragments with the most faults first. */
export function auditFragments(
  connection: Connection,
  fragments: readonly Fragment[],
  people: AuditedPeople,
): readonly MemoryFinding[] {
  // Fragments without sources come from a companion's card or from a person: nobody said them in the talk.
  const compiled = fragments.filter(({ sources }) => sources.length > 0);
  // Lines of a fragment call the person by the name that the person told.
  const voices = addOwnNames(people.voices ?? exampleVoices, readKnownNames(connection, latest));
  const faults = compiled.map((fragment) => findFaults(connection, fragment, { ...people, voices }));
  const build = (
    kind: 'ungrounded' | 'doubled' | 'misattributed',
    about: Pick<MemoryFinding, 'name' | 'say' | 'todo'>,
  ): MemoryFinding => {
    const found = faults.filter((one) => one[kind].length > 0);
    const ranked = found.toSorted((one, other) => other[kind].length - one[kind].length);
    const examples = ranked.slice(0, shownExamples).map((one) => renderFaults(one.key, one[kind]));
    return { ...about, count: found.length, of: compiled.length, examples };
  };
  return [
    build('ungrounded', {
      name: 'ungrounded',
      say: 'fragments have quotes, names or numbers that are in none of the messages from which they were made.',
      todo: 'Fix them with "memory fragment KEY", or undo the run that wrote them.',
    }),
    build('misattributed', {
      name: 'wrong-speaker',
      say: 'fragments attribute words to somebody who did not say them.',
      todo: 'Fix these lines with "memory fragment KEY --inventory", or undo the run that wrote them.',
    }),
    build('doubled', {
      name: 'doubled-lines',
      say: 'fragments have lines that repeat what another of their lines says.',
      todo: 'The next deep maintenance ("memory maintain deep") may fix it. Or rewrite the inventory yourself with "memory fragment KEY --inventory".',
    }),
  ];
}

function renderFaults(key: string, faults: readonly string[]): string {
  const more = faults.length > shownFaults ? ` and ${faults.length - shownFaults} more` : '';
  return renderExample({ name: `[${key}]`, text: `${faults.slice(0, shownFaults).join('; ')}${more}` });
}

function findFaults(connection: Connection, fragment: Fragment, people: AuditedPeople): Faults {
  const { voices = exampleVoices, timeZone } = people;
  const { read } = openCompiledEventStore(connection);
  const speakers = listSpeakers(voices);
  const sources = read(fragment.sources);
  const events = new Map(sources.map((event) => [Number(event.id), event]));
  const grounds = { find: (id: number) => events.get(id), speakers };
  const checked = splitLines(fragment.inventory).flatMap((line) => checkLine(line, grounds) ?? []);
  const near = readNearby(read, sources);
  const known = buildKnownWords({
    texts: near.map(readWords),
    names: speakers.flatMap(({ names }) => names),
    moments: near.flatMap(({ atMs, isUndated }) => (isUndated ? [] : [atMs])),
    timeZone,
  });
  const text = tiers.map((tier) => fragment[tier]).join('\n');
  // An older version wrote lines without an event: their names and numbers are judged with the rest of the text.
  const misquoted = checked.filter(({ kind }) => kind !== 'no-event' && kind !== 'wrong-speaker');
  return {
    key: fragment.key,
    ungrounded: [
      ...findForeignWords(text, known).map((word) => `"${word}"`),
      ...misquoted.map(({ line }) => line),
    ],
    doubled: listDoubledLines(fragment.inventory),
    misattributed: checked.filter(({ kind }) => kind === 'wrong-speaker').map(({ line }) => line),
  };
}
