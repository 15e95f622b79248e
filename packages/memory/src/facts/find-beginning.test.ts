// Tests from which future day a fact holds, and that work for today only is not taken for a job.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readFacts } from './read-facts.ts';

const list = (text: string) =>
  readFacts(text).map(
    ({ owner, relation, value, isOver, begins }) =>
      `${isOver === true ? 'over ' : ''}${owner}:${relation}=${value}${begins === undefined ? '' : ` from ${begins}`}`,
  );

const days = [
  'Monday',
  'next Monday',
  'this Friday',
  'the coming Saturday',
  'tomorrow',
  'next week',
  'next month',
  'the fifteenth',
  'the 1st',
  'the 1st of March',
  '15 December',
  'December',
  'the twenty-first of June',
];
const joints = ['From', 'As of', 'Starting', 'Beginning', 'Starting from'];
const told = [
  ['I live in York', ':home=York'],
  ['I am a day nurse', ':job=a day nurse'],
  ['I bake at the hotel', ':workplace=at the hotel'],
  ['my sister lives in Kiel', 'sister:home=Kiel'],
  ["I'm vegan", ':diet=vegan'],
] as const;

it('FP16: a coming day is that from which on it is so, before and behind what is told', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...days),
      fc.constantFrom(...joints),
      fc.constantFrom(...told),
      fc.constantFrom(' ', ', '),
      (day, joint, [said, fact], mark) => {
        expect(list(`${joint} ${day}${mark}${said}.`)).toEqual([`${fact} from ${day}`]);
        expect(list(`${said}${mark}${joint.toLowerCase()} ${day}.`)).toEqual([`${fact} from ${day}`]);
        expect(list(`${joint} ${day} ${said} instead.`)).toEqual([`${fact} from ${day}`]);
      },
    ),
    { numRuns: 300 },
  );
});

it.each([
  ['I work at the port from Monday to Friday.', [':workplace=at the port']],
  ['I work at the port from Monday till Friday.', [':workplace=at the port']],
  ['I work at the port from 9 to 5.', [':workplace=at the port']],
  ['I work at the port since Monday.', [':workplace=at the port']],
  ['Since March I live in York.', [':home=York']],
  ['As of this week I live in York.', [':home=York']],
  ['As of today I live in York.', [':home=York']],
  ['I moved from a flat in Leeds to York.', [':home=York']],
  ['I come from York.', [':origin=York']],
  ['From the second window: my brother is called Max.', ['brother:name=Max']],
  ['I live in Leeds and I am a nurse from Monday.', [':home=Leeds', ':job=a nurse from Monday']],
  [
    'I work at the library, but from Monday I work at the museum.',
    [':workplace=at the library', ':workplace=at the museum from Monday'],
  ],
  ['From Monday I live in York, not Leeds.', [':home=York from Monday', 'over :home=Leeds from Monday']],
  [
    'I am a nurse at York Hospital from Monday.',
    [':job=a nurse from Monday', ':workplace=at York Hospital from Monday'],
  ],
  ['I start a new job at the museum on Monday.', [':workplace=at the museum from Monday']],
  ["I'm starting work at the port in March.", [':workplace=at the port from March']],
  ["I'll be working at the cinema from next week.", [':workplace=at the cinema from next week']],
  ["I'm starting a new job at the port soon.", []],
  ["I'll work at the library today.", []],
  ["I'll be working at the library tomorrow.", []],
  ['I start at the university in October.', []],
  ["I'm starting with a new diet on Monday.", []],
  ['He said “from Monday”, and I live in York.', []],
  ['I live in York. From Monday it rains.', [':home=York']],
] as const)('FP16: "%s" tells %s', (text, facts) => {
  expect(list(text)).toEqual(facts);
});

it.each([
  "I'm working at the port on my boat today.",
  "I'm working at the port on my boat.",
  "I'm working at the library on a thesis.",
  "Today I'm working at the hospital.",
  'I work at the port today.',
  "I'm working as a waiter tonight.",
  "This morning I'm working at the museum.",
  "I'm working at the museum this afternoon.",
  "I'm working in the archive this weekend because Tom is ill.",
])('FP2: "%s" tells no work, as it is only done today or on one thing', (text) => {
  expect(list(text)).toEqual([]);
});

it.each([
  ["I'm working at the port.", ':workplace=at the port'],
  ["I'm working at the port these days.", ':workplace=at the port'],
  ["I'm working at the port now, and today I'm tired.", ':workplace=at the port'],
  ["I'm working at the port, and today it rains.", ':workplace=at the port'],
  ['I work at the port, on the night ferry.', ':workplace=at the port'],
  ['As of today I work at the port.', ':workplace=at the port'],
  ['I started work at the port today.', ':workplace=at the port'],
  ['I got a new job at the port today.', ':workplace=at the port'],
  ['I bake at the hotel now.', ':workplace=at the hotel'],
  ['I started a new job at the aquarium.', ':workplace=at the aquarium'],
  ['I recently began my first job at a garden centre.', ':workplace=at a garden centre'],
  ['My new job is at the theatre.', ':workplace=at the theatre'],
  ['I got hired at the zoo.', ':workplace=at the zoo'],
  ["I teach at St Mary's School.", ":workplace=at St Mary's School"],
  ['My sister cooks at the hospital.', 'sister:workplace=at the hospital'],
])('FP2: "%s" tells %s', (text, fact) => {
  expect(list(text)).toEqual([fact]);
});

it.each([
  'I cook at home.',
  'I bake at Christmas.',
  'I started a new puzzle at the library.',
  'I started a fight at the pub.',
  'I was hired by the museum in 2001.',
  'I work in the garden.',
  'I bake at night.',
  'I cook at the weekend.',
  "I bake at Anna's.",
])('FP2: "%s" tells no work', (text) => {
  expect(list(text)).toEqual([]);
});
