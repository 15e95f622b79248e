// Tests finding unsupported names, numbers and dates: in single cases, and in statements made from real conversations.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findForeignWords } from './find-foreign-words.ts';
import { buildKnownWords } from './known-words.ts';
import { readDates } from './read-dates.ts';
import { readNumbers } from './read-numbers.ts';

const data = fileURLToPath(
  new URL('../../../../../shared/data/locomo/conversations.dev.json', import.meta.url),
);
const atMs = Date.UTC(2023, 4, 8, 13, 56);

function find(text: string, ...texts: readonly string[]): readonly string[] {
  return findForeignWords(
    text,
    buildKnownWords({ texts, names: ['Nina'], moments: [atMs], timeZone: 'UTC' }),
  );
}

it.each([
  ['2,400 and 2.400, 2400', [[2400, 2.4], [2400, 2.4], [2400]]],
  ['2.5k, 3 million', [[2500, 25_000], [3_000_000]]],
  ['two thousand four hundred and five', [[2405]]],
  ['twenty-five, a dozen, three dozen', [[25], [12], [36]]],
  ['thousands of hundred ways', []],
] as const)('MT28: numbers are read by their value, in digits or words: %s', (text, values) => {
  expect(readNumbers(text).map((number) => number.values)).toEqual(values);
});

it.each([
  ['on 8 May 2023 at 13:56', '2023-5-8'],
  ['May 8th, 2023', '2023-5-8'],
  ['am 8. Mai 2023', '2023-5-8'],
  ['le 8 mai', '-5-8'],
  ['2023-05-08', '2023-5-8'],
  ['in May 2023', '2023-5-'],
  ['the opening is on the 20th, after the 3rd try', '--20'],
  ['came on the 21st instead, and by the 22nd it was all boxes', '--21,--22'],
  ['on the 3rd floor, her 20th birthday', ''],
  ['it may be; 8 mice, page 2023-99', ''],
] as const)('MT28: dates are read as they are written: %s', (text, wanted) => {
  const { dates } = readDates(text);
  expect(dates.map(({ year, month, day }) => [year, month, day].join('-')).join()).toBe(wanted);
});

it('MT28: words that are related to a word that was said are known, and other words are not', () => {
  const said = 'Melanie took Swedish lessons in Sankt Pölten for 25 weeks, ten years ago, with O’Brien.';
  expect(find('Now Mel is in Sweden, at Polten, with O’Brien; it took 25 weeks in 2013.', said)).toEqual([]);
  expect(find('Now Mark is in Norway; it took 26 weeks in 2009.', said)).toEqual([
    'Mark',
    'Norway',
    '26',
    '2009',
  ]);
});

interface Talk {
  readonly conversation: Readonly<Record<string, unknown>>;
  readonly observation: Readonly<Record<string, Readonly<Record<string, readonly (readonly unknown[])[]>>>>;
}
interface Turn {
  readonly dia_id: string;
  readonly text: string;
  readonly blip_caption?: string;
}
interface Told {
  readonly text: string;
  readonly near: readonly string[];
  readonly names: readonly string[];
  readonly atMs: number;
}

/** Parses a time such as `1:56 pm on 8 May, 2023`. */
function parseTime(text: string): number {
  const [, hour, minute, half, day] = /^(\d+):(\d+) (am|pm) on (.*)$/.exec(text) ?? [];
  const halfDay = half === 'pm' ? 12 : 0;
  return Date.parse(`${day} ${(Number(hour) % 12) + halfDay}:${minute} UTC`);
}

/**
 * Lists the statements that others wrote about a conversation, each with the talk around the turn to which it refers.
 */
function listTold({ conversation, observation }: Talk): readonly Told[] {
  const names = [String(conversation['speaker_a']), String(conversation['speaker_b'])];
  return Object.entries(observation).flatMap(([session, bySpeaker]) => {
    const name = session.replace('_observation', '');
    const turns = conversation[name] as readonly Turn[];
    const moment = parseTime(String(conversation[`${name}_date_time`]));
    const says = turns.map(({ text, blip_caption = '' }) => `${text} ${blip_caption}`);
    return Object.values(bySpeaker)
      .flat()
      .flatMap(([text, id]) => {
        const at = turns.findIndex((turn) => turn.dia_id === id);
        const near = says.slice(Math.max(0, at - 6), at + 3);
        return at < 0 ? [] : [{ text: String(text), near, names, atMs: moment }];
      });
  });
}

describe.skipIf(!existsSync(data))(
  'statements about real conversations (skipped where the shared evaluation data is absent)',
  () => {
    const told = existsSync(data)
      ? (JSON.parse(readFileSync(data, 'utf8')) as readonly Talk[]).flatMap(listTold)
      : [];
    const judge = ({ text, names }: Told, { near, atMs: moment }: Told) =>
      findForeignWords(text, buildKnownWords({ texts: near, names, moments: [moment], timeZone: 'UTC' }));

    it('MT28: fewer than one honest statement in a hundred is refused', () => {
      const refused = told.filter((one) => judge(one, one).length > 0);
      expect(told.length).toBeGreaterThan(1_000);
      expect(refused.length / told.length).toBeLessThan(0.01);
    });

    it('MT28: of statements with a name or number, nineteen of twenty are refused if they are based on another talk', () => {
      const empty = { text: '', near: [], names: [], atMs: 0 };
      const telling = told.filter((one) => judge(one, empty).length > 0);
      const refused = telling.filter((one) => {
        const other = told[(told.indexOf(one) + 700) % told.length] ?? one;
        return judge(one, other).length > 0;
      });
      expect(refused.length / telling.length).toBeGreaterThan(0.95);
    });
  },
);
