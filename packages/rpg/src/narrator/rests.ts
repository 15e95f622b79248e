// Rests: finds which kind of rest in the rules the player's words mean, lets its time pass, and tells of it.

import { findSpokenRest } from '../tools/moves/list-rests.ts';
import type { Chronicle } from './chronicle.ts';
import { readDays, readUntil } from './intent.ts';
import type { Script } from './script.ts';

const day = 1440;
const night = 480;

export function* playRest(c: Chronicle): Script<void> {
  const until = readUntil(c.intent.heard, c.world.minutes % day);
  // A nap that is too short to be a rest by the rules only lets time pass.
  if (until !== undefined && until < 60) {
    yield* c.execute([{ name: 'time_advance', arguments: { minutes: until } }]);
    c.narrate('rest-short');
    return;
  }
  const { id, minutes } = planRest(c, until);
  yield* c.execute([
    { name: 'time_advance', arguments: { minutes, ...(id === undefined ? {} : { rest: id }) } },
  ]);
  c.happened.hasRested = true;
  c.narrate(nameTold(minutes));
}

interface PlannedRest {
  /** Undefined if the time passes without a rest by the rules. */
  readonly id?: string;
  readonly minutes: number;
}

function planRest(c: Chronicle, until: number | undefined): PlannedRest {
  const { heard } = c.intent;
  const days = readDays(heard);
  const least = Math.max(until ?? 0, days ?? 0);
  const spoken = findSpokenRest(c.system, heard);
  const isLong = days !== undefined || isSleep(heard, until);
  const id = spoken?.id ?? (isLong ? 'long' : 'short');
  const usual = isLong ? night : 60;
  const ruled = (spoken ?? c.hints.rest?.[id])?.minutes ?? usual;
  // A rest of days is taken only if it is asked for; whoever only goes to bed sleeps for a night.
  const isAsked = spoken !== undefined || days !== undefined;
  if (ruled > day && !isAsked) return { minutes: Math.max(usual, least) };
  // A rest until a given hour may be longer than the rules say, but never shorter.
  return { id, minutes: Math.max(ruled, least) };
}

function isSleep(heard: string, until: number | undefined): boolean {
  if (until !== undefined) return until >= night / 2;
  const isShort = / (?:for a|a) (?:spell|bit|while|moment|minute|nap|short|little|wink) /.test(heard);
  return !isShort && / (?:sleep|camp|night|to bed|into bed|bed down|turn in|schlafe) /.test(heard);
}

/** The kind of lines that tell of a rest of this length. */
function nameTold(minutes: number): 'rest-days' | 'rest-long' | 'rest-short' {
  if (minutes > day) return 'rest-days';
  return minutes >= night / 2 ? 'rest-long' : 'rest-short';
}
