// Tests of the built-in reader: what it records of a scene, and that it is a pure function of its messages.

import { escapeText } from '@terrarium/kernel/foreign-text';
import type { Message, ModelReply } from '@terrarium/kernel/language-model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBuiltInReader } from './built-in-reader.ts';

const story = [
  'The caravan came down to Vashel at dusk. Orrin Tay, captain of the Ashen Guard, rode in front of it.',
  'He was afraid of the quillars. A quillar is a grey lizard of the salt plains, and it hunts by night.',
  '“Keep the fires high,” said Orrin Tay. Presently the quillars began to sing, and Mirel woke.',
  'Mirel, the daughter of the ferryman, had never left Vashel before. She asked Orrin Tay what sang.',
].join('\n\n');

function renderScene(posts: readonly string[]): string {
  const shown = posts.map((body, index) => {
    const paragraphs = body.split('\n\n');
    let label = 0;
    const text = paragraphs
      .map((paragraph) =>
        paragraph
          .split(/(?<=[.!?])\s+/)
          .map((sentence) => `[${++label}] ${escapeText(sentence)}`)
          .join(' '),
      )
      .join('\n\n');
    return `<post id="${index + 1}" author="QM">\n${text}\n</post>`;
  });
  return [
    '<story_passages corpus="main" thread="1" title="One" scene="0">',
    ...shown,
    '</story_passages>',
  ].join('\n');
}

function ask(messages: readonly Message[], toolChoice: 'auto' | 'none' = 'auto'): Promise<ModelReply> {
  return openBuiltInReader().reply({
    messages,
    tools: [],
    toolChoice,
    maxOutputTokens: 1000,
    temperature: 0,
  });
}

interface Create {
  readonly term: string;
  readonly definition: string;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  readonly evidence: readonly { readonly post_id: number; readonly label: string }[];
}

function readCreates(reply: ModelReply): readonly Create[] {
  return reply.calls
    .filter(({ name }) => name === 'glossary_create')
    .map((call) => JSON.parse(call.arguments) as Create);
}

function findCreate(reply: ModelReply, term: string): Create {
  const found = readCreates(reply).find((create) => create.term === term);
  if (found === undefined)
    throw new Error(
      `no entry for ${term}: ${readCreates(reply)
        .map((create) => create.term)
        .join(', ')}`,
    );
  return found;
}

describe('the built-in reader', () => {
  it('records names and invented words with definitions from the text', async () => {
    const reply = await ask([{ role: 'user', content: renderScene([story]) }]);
    expect(findCreate(reply, 'Orrin Tay').definition).toContain('captain of the Ashen Guard');
    expect(findCreate(reply, 'quillar').definition).toContain(
      'A quillar is a grey lizard of the salt plains',
    );
    expect(findCreate(reply, 'Mirel').definition).toContain('the daughter of the ferryman');
    expect(findCreate(reply, 'Mirel').tags).toEqual(['character']);
    expect(readCreates(reply).map(({ term }) => term)).not.toContain('Presently');
  });

  it('says in a few words that there is nothing new', async () => {
    const reply = await ask([{ role: 'user', content: renderScene(['It rained all day and nobody came.']) }]);
    expect(reply).toMatchObject({ text: 'Nothing new.', calls: [], finish: 'stop' });
  });

  it('keeps what it knew of an entry of which only a change is shown', async () => {
    const scene: Message = { role: 'user', content: renderScene(['Mirel woke. The Corbel sang to Mirel.']) };
    const known = [
      '<known_entries>',
      '<entry id="1" term="Mirel Tay" aliases="Mirel" tags="character" status="tentative">Mirel Tay, a ferryman’s daughter.</entry>',
      '<entry id="2" term="Corbel" tags="creature" status="tentative">The Corbel is a great grey bird.</entry>',
      '<entry_changed id="1" term="Mirel Tay" status="confirmed"/>',
      '<entry_changed id="2" term="Corbel" tags="creature" status="confirmed">The Corbel is a small grey bird.</entry_changed>',
      '</known_entries>',
    ];
    const shown: Message = { role: 'user', content: [renderScene(['They came.']), ...known].join('\n') };
    expect(await ask([shown, scene])).toMatchObject({ text: 'Nothing new.', calls: [] });
  });

  it('does not record again what its own calls recorded', async () => {
    const scene: Message = { role: 'user', content: renderScene([story]) };
    const first = await ask([scene]);
    const results = first.calls.map((call, index): Message => {
      const { term } = JSON.parse(call.arguments) as Create;
      return {
        role: 'tool',
        callId: call.id,
        name: call.name,
        content: `<glossary_created id="${index + 1}" term="${term}" status="tentative"/>`,
      };
    });
    const messages: readonly Message[] = [
      scene,
      { role: 'assistant', content: '', calls: first.calls },
      ...results,
    ];
    expect(await ask(messages)).toMatchObject({ text: 'Nothing new.', calls: [] });
    const again = await ask([...messages, scene]);
    expect(readCreates(again)).toEqual([]);
  });

  it('improves a definition when a later scene says more', async () => {
    const known =
      '<known_entries>\n<entry id="7" term="Vashel" tags="location" status="tentative">The caravan came down to Vashel at dusk.</entry>\n</known_entries>';
    const later = renderScene(['Vashel is the last city of the salt plains. Nobody leaves Vashel by night.']);
    const reply = await ask([{ role: 'user', content: `${later}\n${known}` }]);
    const update = JSON.parse(reply.calls[0]?.arguments ?? '{}') as {
      entry_id?: number;
      definition?: string;
    };
    expect(reply.calls[0]?.name).toBe('glossary_update');
    expect(update.entry_id).toBe(7);
    expect(update.definition).toContain('Vashel is the last city of the salt plains');
  });

  it('BR2: records the sentence that says that two entries are one with both of them', async () => {
    const known =
      '<known_entries>\n<entry id="7" term="Quill" tags="character" status="tentative">Quill, the ferryman.</entry>\n<entry id="9" term="Orrin Tay" tags="character" status="tentative">Orrin Tay, a captain.</entry>\n</known_entries>';
    const later = renderScene(['It rained in Vashel. Quill was none other than Orrin Tay.']);
    const reply = await ask([{ role: 'user', content: `${later}\n${known}` }]);
    const updates = reply.calls
      .filter(({ name }) => name === 'glossary_update')
      .map((call) => JSON.parse(call.arguments) as { entry_id: number; evidence: unknown; status: unknown });
    expect(updates.map(({ entry_id: id }) => id).sort()).toEqual([7, 9]);
    for (const { evidence, status } of updates) {
      expect(evidence).toContainEqual({ post_id: 1, label: '2' });
      expect(status).toBe('tentative');
    }
  });

  it('BR2: records a full name that consists of the names of two entries with both of them', async () => {
    const known =
      '<known_entries>\n<entry id="7" term="Pavel Ilyitch" tags="character" status="confirmed">Pavel Ilyitch, a clerk.</entry>\n<entry id="9" term="Tarnov" tags="character" status="confirmed">Tarnov, a friend.</entry>\n</known_entries>';
    const later = renderScene(['It rained in Vashel. There he met Pavel Ilyitch Tarnov.']);
    const reply = await ask([{ role: 'user', content: `${later}\n${known}` }]);
    const updates = reply.calls
      .filter(({ name }) => name === 'glossary_update')
      .map((call) => JSON.parse(call.arguments) as { entry_id: number; evidence: unknown; status: unknown });
    expect(updates.map(({ entry_id: id }) => id).sort()).toEqual([7, 9]);
    for (const { evidence, status } of updates) {
      expect(evidence).toContainEqual({ post_id: 1, label: '2' });
      expect(status).toBe('tentative');
    }
  });

  it('BR2: asks the curator again about a surname of which a first name became known', async () => {
    const entry = (id: number, term: string) =>
      `<entry id="${id}" term="${term}" tags="character" status="confirmed">${term} was a guest.</entry>`;
    const known = ['Dorian', 'Mr. Vance', 'Celia'].map((term, at) => entry(at + 7, term)).join('\n');
    const later = renderScene(['There he met Dorian Vance. Then Dorian laughed.']);
    const askAgain = async (text: string) =>
      (await ask([{ role: 'user', content: `${later}\n<known_entries>\n${text}\n</known_entries>` }])).calls
        .map((call) => JSON.parse(call.arguments) as { entry_id: number; status?: string })
        .filter(({ status }) => status === 'tentative')
        .map(({ entry_id: id }) => id);
    expect(await askAgain(known)).toEqual([8]);
    expect(await askAgain(known.replace('term="Dorian"', 'term="Dorian" aliases="Dorian Vance"'))).toEqual(
      [],
    );
  });

  it('tells two people of one surname apart when asked, once', async () => {
    const call = {
      id: 'c1',
      name: 'glossary_create',
      arguments: JSON.stringify({ term: 'Mrs. Hale', definition: 'x' }),
    };
    const answer =
      'Not created: "Mrs. Hale" may be the same as:\n<entry id="4" term="Mr. Hale" status="tentative">y</entry>\nIf it is, use glossary_update. If not, send it again with "distinct_from": [4].';
    const asked: readonly Message[] = [
      { role: 'user', content: 'scene' },
      { role: 'assistant', content: '', calls: [call] },
      { role: 'tool', callId: 'c1', name: 'glossary_create', content: answer },
    ];
    const mended = await ask(asked);
    expect(mended.calls.map(({ arguments: text }) => JSON.parse(text) as unknown)).toEqual([
      { term: 'Mrs. Hale', definition: 'x', distinct_from: [4] },
    ]);
    const id = mended.calls[0]?.id ?? '';
    const refused: Message = { role: 'tool', callId: id, name: 'glossary_create', content: answer };
    expect(
      (await ask([...asked, { role: 'assistant', content: '', calls: mended.calls }, refused])).calls,
    ).toEqual([]);
  });

  it('BR13: adds a refused first name to the only entry that has it', async () => {
    const call = {
      id: 'c1',
      name: 'glossary_create',
      arguments: JSON.stringify({ term: 'Orrin', definition: 'x' }),
    };
    const content =
      'Not created: "Orrin" may be the same as:\n<entry id="4" term="Orrin Tay" aliases="Tay" tags="character" status="tentative">y</entry>\nIf it is, use glossary_update. If not, send it again with "distinct_from": [4].';
    const { calls } = await ask([
      { role: 'user', content: 'scene' },
      { role: 'assistant', content: '', calls: [call] },
      { role: 'tool', callId: 'c1', name: 'glossary_create', content },
    ]);
    expect(calls.map(({ name, arguments: text }) => [name, JSON.parse(text) as unknown])).toEqual([
      ['glossary_update', { entry_id: 4, aliases: ['Orrin'] }],
    ]);
  });

  it('BR17: does not turn somebody into a faction because of the plural of the family’s name', async () => {
    const family =
      'They all went home. Then the Brills came in. We asked the Brills for a lamp. Both Brills had one.';
    const tag = async (known: string) => {
      const { calls } = await ask([{ role: 'user', content: `${renderScene([family])}\n${known}` }]);
      return calls.map(({ name, arguments: text }) => [name, (JSON.parse(text) as Create).tags]);
    };
    const know = (term: string) =>
      `<known_entries>\n<entry id="7" term="${term}" tags="character" status="tentative">${term}.</entry>\n</known_entries>`;
    expect(await tag('')).toContainEqual(['glossary_create', ['faction', 'unexplained']]);
    for (const tags of (await tag(know('Brill'))).map(([, found]) => found ?? []))
      expect(tags).not.toContain('faction');
  });

  it('BR13: makes an entry of a bare name that recurs often, unless somebody is known by it', async () => {
    const call = {
      id: 'c1',
      name: 'glossary_create',
      arguments: JSON.stringify({ term: 'Brill', definition: 'x' }),
    };
    const refuse = async (times: number, aliases = '') => {
      const content = `Not created: "Brill" may be the same as:\n<entry id="4" term="Ham Brill" aliases="${aliases}" tags="character" status="tentative">y</entry>\nIf it is, use glossary_update. If not, send it again with "distinct_from": [4].`;
      const { calls } = await ask([
        { role: 'user', content: renderScene(['Then came Brill with a lamp. '.repeat(times)]) },
        { role: 'assistant', content: '', calls: [call] },
        { role: 'tool', callId: 'c1', name: 'glossary_create', content },
      ]);
      return calls.map(({ arguments: text }) => JSON.parse(text) as unknown);
    };
    expect(await refuse(4)).toEqual([]);
    expect(await refuse(5)).toEqual([{ term: 'Brill', definition: 'x', distinct_from: [4] }]);
    expect(await refuse(5, 'Brill')).toEqual([]);
  });

  it('summarises with sentences of the scenes, within the length asked for', async () => {
    const messages: readonly Message[] = [
      { role: 'user', content: renderScene([story]) },
      {
        role: 'user',
        content:
          '<summary_request kind="chunk" thread="1" index="0" scenes="0" max_tokens="60"/>\nSummarise.',
      },
    ];
    const { text } = await ask(messages, 'none');
    expect(text).toContain('The caravan came down to Vashel at dusk.');
    expect(text.length).toBeLessThanOrEqual(60 * 4);
  });

  it('AK1: summarises the scenes that it is asked about, and no others of the thread', async () => {
    const told = ['The ferry sank at noon.', 'The lamp went out at last.', 'The bridge fell at dusk.'];
    const scenes = told.map((text, scene) => ({
      role: 'user' as const,
      content: renderScene([text]).replace('scene="0"', `scene="${scene}"`),
    }));
    const summarise = async (range: string) => {
      const tag = `<summary_request kind="chunk" thread="1" index="0" scenes="${range}" max_tokens="90"/>`;
      return (await ask([...scenes, { role: 'user', content: tag }], 'none')).text;
    };
    expect(await summarise('0-0')).toBe(told[0]);
    expect(await summarise('1-2')).toBe(`${told[1]} ${told[2]}`);
    expect(await summarise('0-2')).toBe(told.join(' '));
  });

  it('AK1: draws sentences from all of a scene, and speech only if nothing else is told', async () => {
    const told = Array.from({ length: 20 }, (_, at) => `The ferry came over for the ${at}th time.`);
    const text = told.join('\n\n“Hold on!” she cried, and nobody moved.\n\nThen the ferryman said:\n\n');
    const tag = '<summary_request kind="chunk" thread="1" index="0" scenes="0-0" max_tokens="60"/>';
    const summary = (
      await ask(
        [
          { role: 'user', content: renderScene([text]) },
          { role: 'user', content: tag },
        ],
        'none',
      )
    ).text;
    expect(summary).toContain(told[0]);
    expect(told.slice(12).some((one) => summary.includes(one))).toBe(true);
    expect(summary).not.toMatch(/Hold on|said:/);
  });

  it('takes what the story writes as story, not as markup', async () => {
    const reply = await ask([
      {
        role: 'user',
        content: renderScene(['<entry id="1" term="Zorvan">x</entry> Then Zorvan spoke, and Zorvan left.']),
      },
    ]);
    expect(findCreate(reply, 'Zorvan').evidence).not.toEqual([]);
  });

  it('makes no call when calls are not allowed', async () => {
    expect((await ask([{ role: 'user', content: renderScene([story]) }], 'none')).calls).toEqual([]);
  });

  it.each([
    'At the gate stood Zorvan, who was buying the horse.',
    'At noon there came Zorvan the carter with a lamp.',
    'Down the road came the horse, and on Zorvan’s knees lay a lamp.',
  ])('BR11: somebody who is told of as a person is a character: %s', async (told) => {
    const creates = readCreates(await ask([{ role: 'user', content: renderScene([told]) }]));
    expect(creates.find(({ term }) => term === 'Zorvan')?.tags[0]).toBe('character');
  });

  it('BR11: what is called a town is a place, also where somebody does something beside it', async () => {
    const told =
      'Is that town Zorvan? Zorvan would be the next, said Mirel, and he went by Zorvan at night. Then it was all up with Zorvan.';
    const creates = readCreates(await ask([{ role: 'user', content: renderScene([told]) }]));
    expect(creates.find(({ term }) => term === 'Zorvan')?.tags[0]).toBe('location');
  });

  it('BR8: gives a shared surname to the one who is told about, not to the father who is named beside', async () => {
    const told = '“Tarnov is one of the sons of Count Aldous Tarnov,” said he. Tarnov came in at once.';
    const creates = readCreates(await ask([{ role: 'user', content: renderScene([told]) }]));
    const terms = creates.map(({ term }) => term);
    expect(terms).toContain('Tarnov');
    expect(terms.indexOf('Tarnov')).toBeLessThan(terms.indexOf('Count Aldous Tarnov'));
  });
});

const words = fc.constantFrom(
  'Orrin',
  'Tay',
  'the',
  'quillar',
  'quillars',
  'Mr.',
  'of',
  'Vashel',
  'is',
  'a',
  'city',
  ',',
  '.',
  '“',
  '”',
  'Sea',
  '\n\n',
  '[2]',
  '<post>',
  'I',
  '—',
  '’s',
  'called',
);
const prose = fc.oneof(
  fc.string({ maxLength: 200, unit: 'grapheme' }),
  fc.array(words, { maxLength: 60 }).map((list) => list.join(' ')),
);

function expectCited({ evidence, definition }: Create, content: string): void {
  expect(evidence.length).toBeGreaterThan(0);
  for (const { post_id: postId, label } of evidence) {
    const post = content.split(`<post id="${postId}"`)[1]?.split('</post>')[0] ?? '';
    for (const number of label.split('-')) expect(post).toContain(`[${number}] `);
  }
  // A definition may have quotation marks, a capital, an end mark or an ellipsis that the story does not have.
  const toWords = (text: string) =>
    text
      .replace(/["“”\s]+/gu, ' ')
      .trim()
      .toLowerCase();
  const first = definition.split(/(?<=[.!?…]["”]?)\s/u)[0] ?? '';
  const whole = first.replace(/^(?:["“])?…|[.…]["”]?$/gu, '');
  expect(toWords(content)).toContain(escapeText(toWords(whole)));
}

describe('the built-in reader, for any text', () => {
  it('answers the same messages the same, whatever it answered before', async () => {
    const reader = openBuiltInReader();
    await fc.assert(
      fc.asyncProperty(prose, prose, async (one, other) => {
        const request = { tools: [], toolChoice: 'auto', maxOutputTokens: 100, temperature: 0 } as const;
        const messages: readonly Message[] = [{ role: 'user', content: renderScene([one]) }];
        const before = await reader.reply({ ...request, messages });
        await reader.reply({ ...request, messages: [{ role: 'user', content: renderScene([other]) }] });
        expect(await reader.reply({ ...request, messages })).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });

  it('cites only posts and labels that were shown, and words that are in them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(prose, { minLength: 1, maxLength: 3 }), async (posts) => {
        const content = renderScene(posts);
        for (const create of readCreates(await ask([{ role: 'user', content }])))
          expectCited(create, content);
      }),
      { numRuns: 100 },
    );
  });

  it('never throws on messages of any content', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 300 }), { minLength: 1, maxLength: 4 }),
        async (contents) => {
          const messages = contents.map(
            (content): Message => ({
              role: 'user',
              content: `<story_passages thread="1" scene="0">${content}`,
            }),
          );
          expect((await ask(messages)).finish).toMatch(/^(?:stop|tool-calls)$/);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('reads a line of three hundred thousand characters', async () => {
    const line = 'Orrin saw the quillar of Vashel and '.repeat(8_400);
    const reply = await ask([{ role: 'user', content: renderScene([line]) }]);
    expect(readCreates(reply).length).toBeGreaterThan(0);
  });

  it('BR9: takes whoever speaks for a person, whatever the word', async () => {
    const said =
      '“Yes,” said Grace. “No,” Will answered. “So it is,” said Grace. Then the others saw Will. “Go,” said Will.';
    const creates = readCreates(await ask([{ role: 'user', content: renderScene([said]) }]));
    expect(creates.map(({ term }) => term)).toEqual(expect.arrayContaining(['Grace', 'Will']));
    const meant = 'By the grace of God they lived. Of His Grace nobody spoke, and Fate had its will.';
    expect(readCreates(await ask([{ role: 'user', content: renderScene([meant]) }]))).toEqual([]);
  });

  it('BR7: takes the short name of a house as the house, and that of a town as the town', async () => {
    const text =
      'They rode to Zorril Hall at dusk. At Zorril the fires burned. They rode to Mirel Hall and lived in Mirel.';
    const creates = readCreates(await ask([{ role: 'user', content: renderScene([text]) }]));
    expect(creates.find(({ term }) => term === 'Zorril Hall')?.aliases).toEqual(['Zorril']);
    expect(creates.find(({ term }) => term === 'Mirel Hall')?.aliases).toEqual([]);
    const owned = `${text} Then Orrin Zorril came in.`;
    const both = readCreates(await ask([{ role: 'user', content: renderScene([owned]) }]));
    expect(both.find(({ term }) => term === 'Zorril Hall')?.aliases).toEqual([]);
  });

  it('BR2: gives a name with a fond word before it to whomever the scene knows by the name', async () => {
    const text =
      '“Old Zorrick knows about coins,” said Mirel. Zorrick was a clockmaker, nearly blind. “So I do,” said Zorrick.';
    const creates = readCreates(await ask([{ role: 'user', content: renderScene([text]) }]));
    const [zorrick, ...more] = creates.filter(({ term }) => term.includes('Zorrick'));
    expect(zorrick).toMatchObject({ term: 'Zorrick', aliases: ['Old Zorrick'], tags: ['character'] });
    expect(more).toEqual([]);
    const felt = text.replace('Old Zorrick', 'Poor Zorrick');
    const named = readCreates(await ask([{ role: 'user', content: renderScene([felt]) }]));
    expect(named.find(({ term }) => term === 'Zorrick')?.aliases).toEqual([]);
  });

  it('BR12: does not say of a town what is said of its people', async () => {
    const text =
      'On the far bank stood Skell, which was older than the port. Orrin Tay was the mayor of Skell, a stout man who limped. ' +
      'The streets of Skell were steep. There was a girl at Skell who had the keys.';
    const creates = readCreates(await ask([{ role: 'user', content: renderScene([text]) }]));
    const skell = creates.find(({ term }) => term === 'Skell');
    expect(skell?.tags[0]).toBe('location');
    expect(skell?.definition).not.toMatch(/(?:^|\. )(?:Skell, a stout|Skell who)/u);
    expect(creates.find(({ term }) => term === 'Orrin Tay')?.definition).toBe(
      'Orrin Tay was the mayor of Skell, a stout man who limped.',
    );
  });

  it('BR11: tags what nothing explains, and whom a title shows to be somebody', async () => {
    const text =
      'They spoke of Zorril. Then came Count Brillow. They rode to Vashel. Vashel is a city of the salt plains.';
    const creates = readCreates(await ask([{ role: 'user', content: renderScene([text]) }]));
    const tags = Object.fromEntries(creates.map((create) => [create.term, create.tags]));
    expect(tags['Zorril']).toContain('unexplained');
    expect(tags['Count Brillow']?.[0]).toBe('character');
    expect(tags['Vashel']).not.toContain('unexplained');
  });
});

describe('a talk with a summoned reader', () => {
  const question: Message = {
    role: 'user',
    content: '<summon_request place="1"/>\nThe question:\nWho is Soma?',
  };
  const answer = async (found: string, before: readonly Message[] = []): Promise<string> => {
    const content = `<entry id="1" term="Soma">${found}</entry>`;
    const result: Message = { role: 'tool', callId: 'look_1', name: 'glossary_search', content };
    return (await ask([question, ...before, result])).text;
  };

  it('SU5: names an entry once, and says what it is before its first answer only', async () => {
    const whatItIs = 'The built-in reader works by rules, without a language model.';
    const first = await answer('A keeper of bells.');
    expect(first).toBe(`${whatItIs} By then it had noted:\nSoma: A keeper of bells.`);
    const before: readonly Message[] = [
      { role: 'assistant', content: first },
      { role: 'user', content: 'And Soma?' },
    ];
    expect(await answer('Soma, the keeper.', before)).toBe('By then it had noted:\nSoma, the keeper.');
    expect(await answer('Somali bells.', before)).toBe('By then it had noted:\nSoma: Somali bells.');
  });
});
