// Tests which facts a person's words tell, that any sign of doubt prevents a fact, and that any text can be read.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import { normalise } from '../working-memory/normal-form.ts';
import { readFacts } from './read-facts.ts';

const told = [
  ['My car is a red Fiat.', ':car', 'a red Fiat'],
  ["I'm coeliac.", ':health', 'coeliac'],
  ['I live in Leeds', ':home', 'Leeds'],
  ["I've just moved into a flat in Hull", ':home', 'a flat in Hull'],
  ['i moved to leeds', ':home', 'leeds'],
  ['My sister Mira lives in Bergen', 'sister:home', 'Bergen'],
  ['I work as a nurse', ':job', 'a nurse'],
  ["I'm a dispatcher", ':job', 'a dispatcher'],
  ['I quit my job', ':job', 'quit my job'],
  ['I work at the library', ':workplace', 'at the library'],
  ['I have a new job at the library', ':workplace', 'at the library'],
  ['My friend Tomas works at the harbour', 'friend Tomas:workplace', 'at the harbour'],
  ["I'm dating Ruven", ':love', 'Ruven'],
  ['Anselm and I broke up', ':love', 'Anselm and I broke up'],
  ['Please call me Jules', ':name', 'Jules'],
  ['My birthday is on 4 May', ':birthday', '4 May'],
  ["I'm afraid I'm allergic to nuts", ':allergy', 'nuts'],
  ["I've lived in York for ten years", ':home', 'York'],
  ["I've been living in York for a year now", ':home', 'York'],
  ['My sister Lene has lived in Kiel since 2010', 'sister:home', 'Kiel'],
  ["I've worked at Hartley's bakery since May", ':workplace', "at Hartley's bakery"],
  ["I've been a nurse for ages", ':job', 'a nurse'],
  ["I'm allergic to peanuts and shellfish", ':allergy', 'peanuts and shellfish'],
  ["I'm vegan", ':diet', 'vegan'],
  ["I don't eat meat any more", ':diet', "don't eat meat"],
  ['I love live music', ':likes', 'live music'],
  ["I can't stand loud music", ':dislikes', 'loud music'],
  ['My favourite book is The Salt Road', ':favourite book', 'The Salt Road'],
  ['We adopted a one-eyed cat', ':pet', 'a one-eyed cat'],
  ['My doctor is Dr. Pavlin', ':doctor', 'Dr. Pavlin'],
  ['My phone number is 0664 771 20', ':phone', '0664 771 20'],
] as const;
/** Clauses about oneself, as they follow a clause with "I". */
const carried = [
  ['work as a potter', ':job', 'a potter'],
  ['am allergic to celery', ':allergy', 'celery'],
  ['have two cats', ':pet', 'two cats'],
  ['love street food', ':likes', 'street food'],
  ['moved to Umea', ':home', 'Umea'],
  ['speak Danish', ':language', 'Danish'],
] as const;
const anyCarried = fc.constantFrom(...carried);

/** What is said of somebody else, as it follows their name. */
const saidOf = [
  ['lives in Tartu', 'home', 'Tartu'],
  ['is a glassblower', 'job', 'a glassblower'],
  ['is allergic to walnuts', 'allergy', 'walnuts'],
  ['has a tortoise', 'pet', 'a tortoise'],
  ['loves brass bands', 'likes', 'brass bands'],
  ['teaches maths', 'job', 'teaches maths'],
  ['is vegan', 'diet', 'vegan'],
  ["doesn't smoke", 'smoking', "doesn't smoke"],
  ['studies law', 'studies', 'law'],
  ['is 40', 'age', '40'],
] as const;
const anySaid = fc.constantFrom(...saidOf);
const anyPerson = fc.constantFrom(
  ['My sister Ylva', 'sister'],
  ['my older brother', 'brother'],
  ['My friend Tove', 'friend Tove'],
  ['our neighbour Mr Quist', 'neighbour Quist'],
  ['My dad, Henrik,', 'father'],
  ['my wife', 'wife'],
);

/** Words that only say when something began, or that it is so now. */
const openings = [
  'As of this week',
  'As of Monday,',
  'Since March',
  'Since last week,',
  'Since the beginning of May',
  'Since 2019',
  'These days',
  'Right now,',
  'Now',
  'At the moment',
  "Big news: I've moved. As of this week",
];

const begun = [
  ['I live in York', ':home', 'York'],
  ['we are living in a flat in Hull', ':home', 'a flat in Hull'],
  ['my sister lives in Kiel', 'sister:home', 'Kiel'],
  ['my friend Tomas works at the harbour', 'friend Tomas:workplace', 'at the harbour'],
  ["I'm vegan", ':diet', 'vegan'],
] as const;

const notBegun = [
  'Since the move I live in York.',
  'Since I live in York, I sleep well.',
  'Since when do I live in York?',
  'Since March I would live in York.',
];

const lives = [
  ["I've moved from Leeds to York", [':home=York']],
  ['We moved from a flat in Leeds to York last week', [':home=York']],
  ['My sister moved from Kiel to Ghent', ['sister:home=Ghent']],
  ['My new home is York', [':home=York']],
  ['I live with my sister Kirsty in York', [':household=my sister Kirsty', 'sister:name=Kirsty']],
  ['I live in York with my husband and two cats', [':home=York', ':household=my husband and two cats']],
  ['I share a small flat with Tomas', [':household=Tomas']],
  ['I live on my own in York', [':home=York', ':household=on my own']],
  ['I live alone', [':household=alone']],
  [
    'I live in York with my dog and my brother lives in Leeds',
    [':home=York', ':household=my dog', 'brother:home=Leeds'],
  ],
  ['I was born in Leeds in 1987', [':birthplace=Leeds']],
  ['I was born in Leeds 1987', [':birthplace=Leeds']],
  ['I was born on Christmas Day 1990', [':birthday=Christmas Day 1990']],
  ['I was born in May 1987 in Leeds', [':birthday=May 1987']],
  ['I have a cat that sleeps all day', [':pet=a cat']],
  ["I have a dog and I'm late for work", [':pet=a dog']],
  ['I lost my job, but I have a cat', [':job=lost my job', ':pet=a cat']],
  ['My dog is called Rex and I passed my exam', [':pet dog=Rex']],
  ['I have a dog back home', [':pet=a dog']],
  ["I don't have a dog any more, he died", ['over :pet=a dog']],
  ["I moved in with Jonas's brother in Leeds already", [":household=Jonas's brother"]],
  ['I moved in with my sister', [':household=my sister']],
  ['I moved in last week', []],
  ['I sold the red Fiat yesterday', [':car=sold the red Fiat']],
  ['I sold the red sofa yesterday', []],
  ['We sold the car seat', []],
  ['I sold my car radio', []],
  ['I sold the toy truck', []],
  ['Lee and I split up last week', [':love=Lee and I split up']],
  ['Lee and I broke up a year ago', [':love=Lee and I broke up']],
  ['Lee and I split up the chores', []],
  ['Lee and I broke up a fight', []],
  ['My sister lives with her parents', ['sister:household=her parents']],
  ["I don't live with my sister any more", ['over :household=my sister']],
  ['I live alone now with the dog, and I might sell the piano', [':household=alone']],
  ['I work as a nurse, but I would like to paint', [':job=a nurse']],
  ['I live alone now, and I am joking', []],
  ['I live alone now, and I wish I did, if only', []],
  ['If she goes, I live alone, and I might sell the piano', []],
  ['I might move and I live alone', []],
  ['I live with fear', []],
  ["I'm allergic to Mondays", []],
  ["I'm allergic to early mornings", []],
  ['I live with the consequences', []],
  [
    "I work as a night nurse at St James's Hospital",
    [':job=a night nurse', ":workplace=at St James's Hospital"],
  ],
  ["I work nights as a nurse at St James's", [':job=a nurse', ":workplace=at St James's"]],
  ['I work nights at the hospital', [':workplace=at the hospital']],
  ['I am a day nurse at York Hospital from Monday', [':job=a day nurse', ':workplace=at York Hospital']],
  [
    "My sister works as a teacher at St Mary's School",
    ['sister:job=a teacher', "sister:workplace=at St Mary's School"],
  ],
  ['I am a nurse at heart', [':job=a nurse']],
  ['I work as a cook at night', [':job=a cook']],
] as const;

const introductions = [
  [
    'Hi, I am Rune. I live in Bergen and I am a bookbinder.',
    [':name=Rune', ':home=Bergen', ':job=a bookbinder'],
  ],
  [
    "I'm Tomke, 34, a train driver, and allergic to walnuts, eggs and milk.",
    [':name=Tomke', ':age=34', ':job=a train driver', ':allergy=walnuts, eggs and milk'],
  ],
  [
    'I come from Aarhus, run a small bakery and have three kids.',
    [':origin=Aarhus', ':job=run a small bakery', ':family=three kids'],
  ],
  [
    "My name's Ilse, I'm married, I teach chemistry and I can't eat nuts.",
    [':name=Ilse', ':love=married', ':job=teach chemistry', ":food=can't eat nuts"],
  ],
  [
    'I have a sister called Runa. She lives in Tartu and her birthday is on 4 May.',
    [':family=a sister', 'sister:name=Runa', 'sister:home=Tartu', 'sister:birthday=4 May'],
  ],
  [
    'My sister Ylva, who lives in Lund, is a midwife, and my sister Tuva is vegan.',
    [
      'sister:name=Ylva',
      'sister Tuva:name=Tuva',
      'sister:home=Lund',
      'sister:job=a midwife',
      'sister Tuva:diet=vegan',
    ],
  ],
  ['My dog Pelle is allergic to chicken.', [':pet dog=Pelle', 'dog Pelle:allergy=chicken']],
  ['My cat is called Pepper.', [':pet cat=Pepper']],
  ['I have a dog named Max.', [':pet dog=Max']],
  ['My dog’s name is Rex.', [':pet dog=Rex']],
  ['We have two cats called Pip and Pop.', [':pet cats=Pip and Pop']],
  ['I got a dog named after my aunt.', [':pet=a dog']],
] as const;

/** Sentences that tell no fact of the speaker or of others, although they sound like one. */
const notCarried = [
  'I want to live in Rome and work as a baker.',
  'I had to leave the house and drive a car.',
  'I never smoke and drink milk again.',
  "I'm fine, Rune.",
  "I'm Batman.",
  "I'm Danish, not German.",
  'I am a good cook.',
  'I am a big eater.',
  'I know my sister and work as a nurse.',
  'The husband of my sister is a baker.',
  'Did my sister live in Rome?',
  'My sister said she lives in Rome.',
  "My sister isn't a nurse.",
  'My friend is a nurse.',
  'My cousin and I are tired. He lives in fear.',
];

const anyTold = fc.constantFrom(...told.map(([sentence]) => sentence));

const silent = [
  'I left York at six.',
  "I left Hartley's at noon.",
  "I think I'm pregnant.",
  "And don't tell anyone but I think I'm pregnant.",
  "I'm pregnant, I think.",
  'I fear I have diabetes.',
  "I'm afraid that I'm allergic to nuts.",
  'I am afraid I might be pregnant.',
  "I'm scared I'm pregnant.",
  'I believe that my sister Lene is vegan.',
  'The doctor suspects I have diabetes.',
  'I started my first job at the bakery when I was sixteen.',
  'I worked as a cook when I was young.',
  "I'm not vegan today.",
  'I have a dog bed in the hall.',
  'We have a cat flap.',
  'Our dog Rex died last week.',
  'My cat Pepper had to be put down.',
  'My dog Rex was ill and died.',
  'I have a dog, but he died in May.',
  'We lost our dog Rex in May.',
  'My late dog Rex was a rascal.',
  'I live in fear.',
  'I work at night.',
  'We moved to the next room.',
  'I love you.',
  'I love it here.',
  "I'd love a coffee.",
  'My boss is German.',
  "I'm studying for my exam.",
  'I lived in Leeds.',
  'I have lived in Leeds.',
  'I have lived in Leeds for ten years in my youth.',
  'I have lived in fear for years.',
  'I used to live in Leeds.',
  "I'm going to live in Leeds.",
  'The things I love make writing fun.',
  'You live in Leeds.',
  'Call me tomorrow.',
  'I live in Leeds no more.',
  'I live in Leeds, no more.',
  'I live in Leeds, no.',
  'I live in Leeds, no longer.',
  "I'm 30 minutes late.",
];

/** Sentences that contain a statement, whatever it says, but do not state it. */
const doubts: readonly ((sentence: string) => string)[] = [
  (sentence) => `${sentence}?`,
  (sentence) => `If ${sentence}, it would be easier.`,
  (sentence) => `Maybe ${sentence}.`,
  (sentence) => `I wish ${sentence}.`,
  (sentence) => `Imagine ${sentence}!`,
  (sentence) => `She said "${sentence}".`,
  (sentence) => `Tom says ${sentence}.`,
  (sentence) => `He wrote: ${sentence}.`,
  (sentence) => `“${sentence}”, that was the first line.`,
  (sentence) => `Tom: ${sentence}.`,
  (sentence) => `> ${sentence}.`,
  (sentence) => `When ${sentence}, everything was new.`,
  (sentence) => `In a dream ${sentence}.`,
  (sentence) => `I used to think ${sentence}.`,
];

/** Sentences that tell something by denying something else, or tell that something is over; some only seem to do so. */
const changed = [
  ['My favourite colour is blue, not green.', [':favourite colour=blue', 'over :favourite colour=green']],
  ['My favourite colour is blue not green.', [':favourite colour=blue', 'over :favourite colour=green']],
  ['My favourite colour is blue instead of green.', [':favourite colour=blue']],
  ['My favourite colour is blue rather than green.', [':favourite colour=blue']],
  ['My favourite colour is blue now.', [':favourite colour=blue']],
  ['My favourite colour is now blue.', [':favourite colour=blue']],
  ['My favourite colour is no longer green but blue.', [':favourite colour=blue']],
  ['I live not in York but in Leeds.', [':home=Leeds']],
  ['I am not a doctor but a nurse.', [':job=a nurse']],
  ['I work as a nurse now, not as a cook.', [':job=a nurse', 'over :job=a cook']],
  [
    'I live in York, not Leeds any more, on my own.',
    [':home=York', ':household=on my own', 'over :home=Leeds'],
  ],
  ['I live in York, not Leeds, and I sing, on my own, of course.', [':home=York', 'over :home=Leeds']],
  ['I live in York now, not in Leeds anymore.', [':home=York', 'over :home=Leeds']],
  ['I live in York and no longer in Leeds.', [':home=York', 'over :home=Leeds']],
  ['My sister lives in Kiel, no longer in Ghent.', ['sister:home=Kiel', 'over sister:home=Ghent']],
  ['I used to live in Leeds, but now I live in York.', [':home=York']],
  ['I used to live in Leeds, but I miss it.', []],
  ['I live in York, no longer.', []],
  ['My favourite colour is no longer green.', ['over :favourite colour=green']],
  ["I'm not allergic to shellfish, only to prawns.", ['over :allergy=shellfish', ':allergy=prawns']],
  ["I'm not allergic to pollen after all, but only to grass.", ['over :allergy=pollen', ':allergy=grass']],
  ["It turns out I'm not allergic to cats.", ['over :allergy=cats']],
  ["My sister isn't vegan, just vegetarian.", ['over sister:diet=vegan', 'sister:diet=vegetarian']],
  ["I'm not just allergic to nuts.", []],
  [
    "It turns out I'm not allergic to mussels after all, the doctor says it's prawns.",
    ['over :allergy=mussels', ':allergy=prawns'],
  ],
  ["I'm not allergic to cats, it's actually dust.", ['over :allergy=cats', ':allergy=dust']],
  [
    "My sister isn't allergic to nuts after all, it turns out that it's milk.",
    ['over sister:allergy=nuts', 'sister:allergy=milk'],
  ],
  ["My sister isn't called Bea, it's Bee.", ['over sister:name=Bea', 'sister:name=Bee']],
  ["My birthday isn't on 5 May, it's 6 May.", ['over :birthday=5 May', ':birthday=6 May']],
  ["My favourite colour isn't green, it's blue.", ['over :favourite colour=green', ':favourite colour=blue']],
  ["I don't live in York after all.", ['over :home=York']],
  ["I don't live in York, it's Leeds.", ['over :home=York', ':home=Leeds']],
  ["My sister doesn't live in Kiel, it's Ghent.", ['over sister:home=Kiel', 'sister:home=Ghent']],
  [
    "I'm not allergic to mussels after all. The doctor says it's prawns.",
    ['over :allergy=mussels', ':allergy=prawns'],
  ],
  ["I'm not allergic to mussels after all. It's probably prawns.", ['over :allergy=mussels']],
  [
    "My favourite book used to be Dune, but these days it's Piranesi.",
    ['over :favourite book=Dune', ':favourite book=Piranesi'],
  ],
  ["I've started drinking coffee again.", [':diet=started drinking coffee again']],
  ["I'm not allergic to cats, it's fine.", ['over :allergy=cats']],
  ["I'm not allergic to cats, it's annoying.", ['over :allergy=cats']],
  ["I'm not allergic to cats, it's quite annoying.", ['over :allergy=cats']],
  ["I'm not allergic to cats, it's purely seasonal.", ['over :allergy=cats']],
  ["I'm not allergic to mussels, it's mostly prawns.", ['over :allergy=mussels', ':allergy=prawns']],
  ["I'm not allergic to cats. It's been years.", ['over :allergy=cats']],
  ["I'm not at York Hospital today, it's closed.", []],
  ["She said I'm not allergic to cats, it's dust.", []],
  ["I don't work at the port, it's cold there.", []],
  ["I don't live in York any more.", ['over :home=York']],
  ['I am not a nurse anymore.', ['over :job=a nurse']],
  [
    "Änderung: Ich fange erst im Mai an. And I'm not vegetarian anymore, I eat fish now.",
    ['over :diet=vegetarian'],
  ],
  ['My sister no longer lives in Kiel.', ['over sister:home=Kiel']],
  ['I no longer eat meat.', [':diet=no longer eat meat']],
  ['I live in York, not any more.', []],
  ['I live in York, not really.', []],
  ['I do not live in York.', []],
  ['Do I no longer live in York?', []],
  ['She said I no longer live in York.', []],
  ['If I no longer live in York, it is far.', []],
  ['I did not move but live in York.', []],
] as const;

const list = (text: string) =>
  readFacts(text).map(({ owner, relation, value }) => [`${owner}:${relation}`, value]);

describe('a fact of a person', () => {
  it.each(told)('FP2: "%s" tells %s: %s', (sentence, fact, value) => {
    expect(list(`${sentence}.`)).toContainEqual([fact, value]);
    expect(
      list(`By the way, ${sentence}, as of this week!`.replace('By the way, Please', 'Please')),
    ).toContainEqual([fact, value]);
  });

  it.each([
    ['Please remember that I am allergic to nuts.', ':allergy', 'nuts'],
    ["Don't forget that I live in Leeds.", ':home', 'Leeds'],
    ['Remember, my sister Mira lives in Bergen.', 'sister:home', 'Bergen'],
    ['And please keep in mind I work as a nurse.', ':job', 'a nurse'],
    ['Just so you know, I live in Hull.', ':home', 'Hull'],
  ])('FP2: to ask that it be remembered does not hide a fact: "%s"', (sentence, fact, value) => {
    expect(list(sentence)).toContainEqual([fact, value]);
  });

  it.each([
    ["I'm allergic to walnuts by the way, so no nut cake, please.", ':allergy', 'walnuts'],
    ['I live in York, no pets.', ':home', 'York'],
    ["I'm allergic to walnuts, so no more walnut cake, please.", ':allergy', 'walnuts'],
    ["I'm vegan, you know.", ':diet', 'vegan'],
  ])('FP2: what is only said beside it does not hide a fact: "%s"', (sentence, fact, value) => {
    expect(list(sentence)).toEqual([[fact, value]]);
  });

  it.each([
    'Remember when I lived in York.',
    'Remember that Tom said I live in York.',
    'Please remember that I might live in York.',
    'Do you remember that I live in York?',
    'Remember that I do not live in York.',
    'Never forget how I moved to York.',
  ])('FP2: to ask that something else be remembered tells no fact: "%s"', (sentence) => {
    expect(list(sentence)).toEqual([]);
  });

  it('FP11: a person who stands in place of a place that is denied is no home', () => {
    const known = new Map([['tom', 'husband']]);
    const readHomes = (text: string) =>
      readFacts(text, known).map(({ value, isOver = false }) => [value, isOver]);
    expect(readHomes("I don't live in Leeds, it's Tom.")).toEqual([]);
    expect(readHomes("I don't live in Leeds, it's Ada who does.")).toEqual([]);
    expect(readHomes("I don't live in Leeds, it's York.")).toEqual([
      ['Leeds', true],
      ['York', false],
    ]);
  });

  it.each(changed)('FP11: "%s" tells what is so, and what no longer is', (sentence, facts) => {
    const told = readFacts(sentence).map(
      ({ owner, relation, value, isOver }) => `${isOver ? 'over ' : ''}${owner}:${relation}=${value}`,
    );
    expect(told).toEqual(facts);
  });

  it.each(silent)('FP2: "%s" tells none', (sentence) => {
    expect(list(sentence)).toEqual([]);
  });

  it.each(openings)('FP2: "%s" takes nothing from what it opens', (opening) => {
    for (const [sentence, fact, value] of begun)
      expect(list(`${opening} ${sentence}.`)).toContainEqual([fact, value]);
    expect(list(`My sister moved. ${opening.replace(/^.*\. /u, '')} she lives in Kiel.`)).toContainEqual([
      'sister:home',
      'Kiel',
    ]);
  });

  it.each(notBegun)('FP2: "%s" tells none', (sentence) => {
    expect(list(sentence)).toEqual([]);
  });

  it.each(lives)(
    'FP3: "%s" tells where and with whom one lives, and where one works as what',
    (said, facts) => {
      expect(
        readFacts(`${said}.`)
          .map(
            ({ owner, relation, value, isOver }) => `${isOver ? 'over ' : ''}${owner}:${relation}=${value}`,
          )
          .toSorted(),
      ).toEqual([...facts].toSorted());
    },
  );

  it('FP2: whatever is told, a question, a doubt, a condition or other people’s words do not tell it', () => {
    fc.assert(
      fc.property(anyTold, fc.constantFrom(...doubts), (sentence, cast) => {
        expect(list(cast(sentence))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it.each(introductions)('FP2: "%s" tells all of it', (text, facts) => {
    expect(
      list(text)
        .map(([fact, value]) => `${fact}=${value}`)
        .toSorted(),
    ).toEqual([...facts].toSorted());
  });

  it.each(notCarried)('FP2: "%s" tells nothing of the speaker or of others', (sentence) => {
    expect(list(sentence)).toEqual([]);
  });

  it('FP2: a clause that names nobody is about the person of the clause before it', () => {
    fc.assert(
      fc.property(
        anyCarried,
        anyCarried,
        fc.constantFrom(' and ', ', ', ' but also '),
        (one, other, joint) => {
          fc.pre(one[1] !== other[1]);
          const told = list(`I live in Hull${joint}${one[0]} and ${other[0]}.`);
          expect(told).toEqual(
            expect.arrayContaining([
              [one[1], one[2]],
              [other[1], other[2]],
            ]),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('FP9: what is said of somebody belongs to them, in the same sentence, by a pronoun or by their name', () => {
    fc.assert(
      fc.property(anyPerson, anySaid, anySaid, ([words, owner], one, other) => {
        const told = list(`${words} ${one[0]} and ${other[0]}.`);
        const facts = [one, other].map(([, relation, value]) => [`${owner}:${relation}`, value]);
        expect(told).toEqual(expect.arrayContaining(facts));
        expect(told.filter(([fact]) => fact?.startsWith(':'))).toEqual([]);
      }),
      { numRuns: 60 },
    );
    for (const [said, relation, value] of saidOf)
      expect(
        readFacts(`Ylva ${said}.`, new Map([['ylva', 'sister']])).map((fact) => [
          fact.owner,
          fact.relation,
          fact.value,
        ]),
      ).toEqual([['sister', relation, value]]);
  });

  it('FP1: in any text, the quote is there word for word, and the value is in the quote', () => {
    const anyPart = fc.oneof(
      anyTold,
      fc.constantFrom(...silent),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
    );
    const anyText = fc.array(fc.tuple(anyPart, fc.constantFrom('. ', '! ', ', ', '\n', ' and ')), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(anyText, (parts) => {
        const text = parts.flat().join('');
        const facts = readFacts(text);
        expect(facts.length).toBeLessThanOrEqual(12);
        for (const { quote, value } of facts) {
          expect(text).toContain(quote);
          const found = findFactValue({ content: quote, normalForm: normalise(value) });
          expect(normalise(found)).toBe(normalise(value));
        }
      }),
    );
  });
});
