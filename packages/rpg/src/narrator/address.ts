// Address: whom the words are put to by name, before or behind what is said.

import { type Entity, type GameState, playerId } from '../values/entity.ts';
import { nameOf } from './world.ts';

export interface Addressed {
  readonly words: string;
  /** The id of whom the words are put to. */
  readonly to?: string | undefined;
}

const before =
  /^(?:hey |oh |excuse me,? |hey you,? |you,? |you there,? )?((?:[\p{L}'’]+ ){0,2}[\p{L}'’]+)(?:[!?:]|,) (?=\S)/iu;
const greeting =
  /^(?:good (?:evening|morning|day|afternoon)|evening|morning|hello|hullo|hi|hey|greetings|well met),? /i;
const behind = /, ((?:[\p{L}'’]+ ){0,2}[\p{L}'’]+)(?:([.!?]*)$|([.!?]) (?=\S))/u;

export function readAddress(
  words: string,
  state: Pick<GameState, 'list'>,
  findRole: (who: Entity) => string | undefined,
): Addressed {
  if (/["“]/.test(words)) return { words };
  const here = state.list('character').find(({ id }) => id === playerId)?.sheet['at'];
  const people = [...state.list('npc'), ...state.list('creature')].filter(
    ({ sheet }) => sheet['at'] === here,
  );
  const find = (said: string) => {
    const spoken = said
      .toLowerCase()
      .split(' ')
      .filter((word) => word !== 'the');
    return people.find((one) => {
      const named = `${nameOf(one)} ${findRole(one)?.split(' ').at(-1) ?? ''}`.toLowerCase().split(' ');
      return spoken.length > 0 && spoken.every((word) => named.includes(word));
    });
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
