// A stranger's hour: a new player does many things at a pseudo-terminal, in two systems, with the built-in narrator.

import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPlayTerminal, type PlayTerminal, readChoices } from './support/play-terminal.ts';
import { parseLines, runTerrarium } from './support/run-terrarium.ts';
import { createFolder } from './support/small-story.ts';

const turns = 60;
/** A sentence of the narrative must not be repeated within this many turns. */
const remembered = 5;

const ownWords = [
  'search the place',
  'what do I see?',
  'I talk to NAME about the weather',
  'ask NAME who they trust',
  'I would like to help NAME',
  'sneak past NAME',
  'wait a while and listen',
  'rest until morning',
  'attack NAME',
  'take everything that is not nailed down',
  'give the tin cup to NAME',
  'threaten NAME with my spear',
  'go back where I came from',
  'go somewhere else',
  'climb up and look about',
  'open the door',
  'I sing an old song, softly',
  'cast light',
  'run away',
  'persuade NAME to come with me',
  'read whatever is written here',
  'use the horn',
  'go north',
];
const nonsense = [
  'asdf',
  '???',
  'purple monkey dishwasher',
  'ok',
  'no',
  'why?',
  '...',
  '//7',
  'Ünïcödé 灯台',
];
const looks = [
  '/sheet',
  '/quests',
  '/map',
  '/people',
  '/log 5',
  '/why',
  '/roll 2d6 luck',
  '/choices',
  '/rules harm',
  '/branch here',
  '/note fog',
  '/help',
  '/style terse',
];

interface Told {
  readonly words: string;
  readonly shown: string;
}

/** Draws the same numbers each time, so that a proof that fails can be repeated. */
function buildChance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function chooseWords(chance: (below: number) => number, { choices, names }: Seen): string {
  const kind = chance(100);
  if (kind < 60 && choices.length > 0) return String(1 + chance(choices.length));
  const words = kind < 90 ? ownWords : nonsense;
  const name = names[chance(Math.max(1, names.length))] ?? 'somebody';
  return (words[chance(words.length)] ?? '').replace('NAME', name);
}

interface Seen {
  readonly choices: readonly string[];
  readonly names: readonly string[];
}

async function playAnHour(terminal: PlayTerminal, seed: number): Promise<readonly Told[]> {
  const chance = buildChance(seed);
  const told: Told[] = [];
  let choices = readChoices(await terminal.opening);
  while (told.length < turns) {
    if (chance(5) === 0) await terminal.say(looks[chance(looks.length)] ?? '/help');
    if (chance(12) === 0 && told.length > 0) await goBackAndForth(terminal);
    const people = await terminal.say('/people');
    const names = people
      .split('\n')
      .flatMap((line) => /^ {2}(?<name>[^·]+) · /u.exec(line)?.groups?.['name'] ?? []);
    const typed = chooseWords(chance, { choices, names });
    const shown = await terminal.say(typed);
    choices = readChoices(shown);
    told.push({ words: typed, shown });
  }
  return told;
}

/** Undoes a turn and redoes it, which leaves the game where it was. */
async function goBackAndForth(terminal: PlayTerminal): Promise<void> {
  expect(await terminal.say('/undo')).toContain('Back at turn');
  expect(await terminal.say('/redo')).toMatch(/At turn \d+ again/);
}

/**
 * Returns the sentences of the narrative that have more than four words. Lines that the screen adds are indented, so
 * they are left out.
 */
function readSentences(shown: string): readonly string[] {
  const lines = shown.split('\n').slice(1);
  const story = lines.filter((line) => !/^(?: {2}|>)/u.test(line)).slice(0, -2);
  const text = story
    .join('\n')
    .split(/\n\n+/u)
    .join('\n')
    .replace(/(?<=\S)\n(?=\S)/gu, ' ');
  return text.split(/(?<=[.!?]["”)]?)\s+/u).filter((sentence) => sentence.split(' ').length > 4);
}

function listRepeated(told: readonly Told[]): readonly string[] {
  const sentences = told.map(({ shown }) => readSentences(shown));
  return sentences.flatMap((own, at) =>
    own
      .filter((sentence) =>
        sentences.slice(Math.max(0, at - remembered), at).some((one) => one.includes(sentence)),
      )
      .map((sentence) => `turn ${at + 1}: ${sentence}`),
  );
}

interface Quest {
  readonly id: string;
  readonly sheet: { readonly status?: string; readonly steps?: readonly { readonly is_done?: boolean }[] };
}

function listQuests(out: string): readonly Quest[] {
  const [first = {}] = parseLines(out);
  return (first['quests'] ?? []) as readonly Quest[];
}

describe.each([
  { system: 'starter', scenario: 'the-unkept-lamp', seed: 11 },
  { system: 'dnd5e', scenario: 'the-winter-toll', seed: 23 },
])('an hour of $system', ({ system, scenario, seed }) => {
  it('has no dead end, says nothing twice, loses no quest, and ends well', async () => {
    const folder = createFolder();
    onTestFinished(() => folder.remove());
    const settled = ['--system', system, '--concept', '', '--scenario', scenario, '--seed', `hour-${seed}`];
    const quick = await runTerrarium(['play', 'new', ...settled], { cwd: folder.path, input: '\n' });
    expect(quick.exitCode).toBe(0);
    const terminal = openPlayTerminal(['play'], {
      cwd: folder.path,
      columns: 100,
      environment: { NO_COLOR: '1' },
    });
    const told = await playAnHour(terminal, seed);
    const quests = await runTerrarium(['play', '/quests', '--json'], { cwd: folder.path });
    terminal.press('/quit\r');
    expect(await terminal.ended).toBe(0);

    const transcripts = join(tmpdir(), 'terrarium-hours');
    mkdirSync(transcripts, { recursive: true });
    const { opening, readShown: _shown } = terminal;
    const text = [await opening, ...told.map(({ shown }) => shown)].join('');
    writeFileSync(join(transcripts, `${system}.txt`), text);

    expect(told.filter(({ shown }) => readChoices(shown).length < 3)).toEqual([]);
    expect(text).not.toMatch(
      /The turn failed|undefined|NaN|\[object|\b(?:location|npc|creature|item):[a-z]/u,
    );
    expect(told.flatMap(({ shown }) => readSentences(shown)).length).toBeGreaterThan(turns);
    expect(listRepeated(told)).toEqual([]);
    const open = listQuests(quests.out).filter(
      ({ sheet }) => sheet.status === undefined || sheet.status === 'open',
    );
    const lost = open.filter(({ sheet }) => !(sheet.steps ?? []).some((step) => step.is_done !== true));
    expect(lost.map(({ id }) => id)).toEqual([]);
    const replayed = await runTerrarium(['play', 'replay'], { cwd: folder.path });
    expect(replayed.out).toMatch(
      /"world" was played again up to its present turn, and \d+ turns came out as before/,
    );
  });
});
