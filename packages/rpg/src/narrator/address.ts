// Finds whom the player's words address by name or by a word such as "old man", before or after what is said.

import { type Entity, type GameState, playerId } from '../values/entity.ts';
import type { ScenarioPerson } from './scenario.ts';
import { menWords, womenWords } from './somebody-words.ts';
import { nameOf } from './world.ts';

export interface Addressed {
  readonly words: string;
  /** The id of the person addressed. */
  readonly to?: string | undefined;
}

const before =
  /^(?:hey |oh |excuse me,? |hey you,? |you,? |you there,? )?((?:[\p{L}'’]+\.? ){0,2}[\p{L}'’]+)(?:[!?:]|,) (?=\S)/iu;
const greeting =
  /^(?:good (?:evening|morning|day|afternoon)|evening|morning|hello|hullo|hi|hey|greetings|well met),? /i;
const behind = /, ((?:[\p{L}'’]+\.? ){0,2}[\p{L}'’]+)(?:([.!?]*)$|([.!?]) (?=\S))/u;

export function readAddress(
  words: string,
  state: Pick<GameState, 'list'>,
  findPerson: (who: Entity) => ScenarioPerson | undefined,
): Addressed {
  if (/["“]/.test(words)) return { words };
  const here = state.list('character').find(({ id }) => id === playerId)?.sheet['at'];
  const people = [...state.list('npc'), ...state.list('creature')].filter(
    ({ sheet }) => sheet['at'] === here,
  );
  const find = (said: string) => {
    const spoken = said
      .toLowerCase()
      .replaceAll('.', '')
      .split(' ')
      .filter((word) => word !== 'the');
    return (
      people.find((one) => {
        const named = `${nameOf(one)} ${findPerson(one)?.role?.split(' ').at(-1) ?? ''}`
          .toLowerCase()
          .replaceAll('.', '')
          .split(' ');
        return spoken.length > 0 && spoken.every((word) => named.includes(word));
      }) ??
      findCalled(
        people.map((one) => ({ one, person: findPerson(one) })),
        spoken,
      )
    );
  };
  const [greeted = ''] = greeting.exec(words) ?? [];
  const [lead = '', first = ''] = before.exec(words.slice(greeted.length)) ?? [];
  const to = first === '' ? undefined : find(first);
  const hello = greeted === '' ? '' : 'Hello! ';
  if (to !== undefined) return { words: `${hello}${words.slice(greeted.length + lead.length)}`, to: to.id };
  const [tail = '', last = '', end = '', between = ''] = behind.exec(words) ?? [];
  const spokenTo = last === '' ? undefined : find(last);
  const within = between === '' ? end : `${between} `;
  return spokenTo === undefined ? { words } : { words: words.replace(tail, within), to: spokenTo.id };
}

/** Words by which a person may be addressed, each with the pronoun of that person. */
const callings: Readonly<Record<string, 'he' | 'she'>> = {
  ...Object.fromEntries(menWords.map((word) => [word, 'he'] as const)),
  ...Object.fromEntries(womenWords.map((word) => [word, 'she'] as const)),
  sir: 'he',
  grandfather: 'he',
  miss: 'she',
  madam: 'she',
  mistress: 'she',
};

interface Callable {
  readonly one: Entity;
  readonly person: ScenarioPerson | undefined;
}

/**
 * Finds whom a word such as "man" means: the only man here. "Old man" may also mean the only one of several men who is
 * described as old.
 */
function findCalled(people: readonly Callable[], spoken: readonly string[]): Entity | undefined {
  const gender = callings[spoken.at(-1) ?? ''];
  if (gender === undefined) return undefined;
  const such = people.filter(({ person }) => person?.gender === gender);
  const told = such.filter(({ person }) => {
    const text = [person?.role, person?.about, ...(person?.look ?? [])].join(' ').toLowerCase();
    return spoken.slice(0, -1).every((word) => text.split(/[^\p{L}]+/u).includes(word));
  });
  const [only, ...others] = spoken.length > 1 && told.length > 0 ? told : such;
  return others.length === 0 ? only?.one : undefined;
}
