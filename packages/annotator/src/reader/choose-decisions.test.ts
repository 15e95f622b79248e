// Tests of curating by rules: which decision is made about a dossier, and for what reason.

import type { Message } from '@terrarium/kernel/language-model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PostId } from '../corpus/corpus.ts';
import { parseDecisions } from '../curator/parse-decisions.ts';
import {
  type CuratorDossier,
  renderCurationFault,
  renderCurationRequest,
} from '../curator/render-curation.ts';
import type { EntryId } from '../glossary/entry.ts';
import { openBuiltInReader } from './built-in-reader.ts';
import type { Decision } from './choose-decisions.ts';

type Case = Partial<CuratorDossier> & { readonly quotes?: readonly string[] };

function build(id: number, term: string, { quotes = [], ...rest }: Case): CuratorDossier {
  return {
    entryId: id as EntryId,
    term,
    aliases: [],
    tags: ['character'],
    definition: quotes[0] ?? '',
    above: [],
    evidence: quotes.map((quote) => ({ postId: 7 as PostId, quote })),
    mentions: 5,
    posts: 4,
    threads: 2,
    firstAppearance: undefined,
    relations: [],
    similar: [],
    ...rest,
  };
}

function similar(id: number, term: string, mentions: number) {
  return { id: id as EntryId, term, aliases: [], definition: '', mentions };
}

async function ask(messages: readonly Message[]): Promise<string> {
  const request = { tools: [], toolChoice: 'auto', maxOutputTokens: 1000, temperature: 0 } as const;
  return (await openBuiltInReader().reply({ ...request, messages })).text;
}

async function decide(dossier: CuratorDossier): Promise<Decision | undefined> {
  const text = await ask([{ role: 'user', content: renderCurationRequest([dossier]) }]);
  return (JSON.parse(text) as Decision[])[0];
}

const once = { mentions: 1, posts: 1, threads: 1 } as const;

describe('curating without judgment', () => {
  it('BR3: confirms what is defined, and says how often it was named', async () => {
    const dossier = build(3, 'Orrin Tay', {
      quotes: ['Orrin Tay, captain of the Ashen Guard, rode in front.'],
    });
    expect(await decide({ ...dossier, definition: 'Orrin Tay, captain of the Ashen Guard.' })).toEqual({
      entry_id: 3,
      verdict: 'CONFIRM',
      reason: 'Named 5 times in 4 posts of 2 threads, and its definition says what it is.',
    });
  });

  it('BR3: quotes the words of a definition as they are in the story, not with the marks and capitals of the definition', async () => {
    const quote =
      'It was late; the old man who came was Orrin Tay, captain of the Ashen Guard (of Vell), she said.';
    const dossier = build(3, 'Orrin Tay', { quotes: [quote, 'Orrin Tay came in and went to the fire.'] });
    const definition =
      'The old man who came was Orrin Tay, captain of the Ashen Guard… Orrin Tay came in and went to.';
    expect(await decide({ ...dossier, definition })).toMatchObject({
      verdict: 'REVISE',
      definition: 'The old man who came was Orrin Tay, captain of the Ashen Guard…',
      evidence: [{ quote: 'the old man who came was Orrin Tay, captain of the Ashen Guard' }],
    });
  });

  it('BR3: rejects a name of ordinary words that is named once and explained by nothing', async () => {
    const dossier = build(3, 'Great Power', { ...once, quotes: ['They went on beyond the Great Power.'] });
    expect(await decide({ ...dossier, tags: ['term'] })).toMatchObject({
      verdict: 'REJECT',
      reason: 'Named once, by plain words that nothing explains.',
    });
    expect(await decide({ ...dossier, mentions: 9 })).toMatchObject({ verdict: 'CONFIRM' });
    const invented = build(4, 'Ulvane', { ...once, quotes: ['They went on beyond Ulvane by night.'] });
    expect(await decide(invented)).toMatchObject({ verdict: 'CONFIRM' });
  });

  it('BR3: takes a word that consists of two words for a name, such as that of a village', async () => {
    const nameOf = (term: string) =>
      decide({ ...build(3, term, { ...once, quotes: [`I was born at ${term}.`] }), tags: ['term'] });
    expect(await nameOf('Waterstone')).toMatchObject({ verdict: 'CONFIRM' });
    expect(await nameOf('Stones')).toMatchObject({ verdict: 'REJECT' });
  });

  it('BR3: rejects a name that is only in a list, in a comparison or in another name', async () => {
    const reasonOf = async (term: string, quote: string, others: CuratorDossier['similar'] = []) =>
      (await decide(build(3, term, { ...once, tags: ['term'], quotes: [quote], similar: others })))?.reason;
    expect(await reasonOf('Brill', 'There sat Vance, Brill, Orla and Dorn Tay.')).toContain(
      'in a list of names',
    );
    expect(await reasonOf('Brill', 'It was as fast as the horses of a Brill farm.')).toContain('to compare');
    const other = similar(9, 'Watch of High Brill', 2);
    expect(
      await reasonOf('High Brill', 'They went, since somebody told the Watch of High Brill so.', [other]),
    ).toBe('Named once, and only inside the name of the Watch of High Brill.');
  });

  it('BR3: does not take somebody’s first name and surname for two names side by side', async () => {
    const halves = [similar(1, 'Ham', 9), similar(2, 'Brill', 30)];
    const quotes = ['There sat Ham Brill by the fire.'];
    const place = build(3, 'Ham Brill', { ...once, tags: ['location'], quotes, similar: halves });
    expect((await decide(place))?.verdict).toBe('REJECT');
    expect((await decide({ ...place, tags: ['character'] }))?.verdict).not.toBe('REJECT');
  });

  it('BR4: merges the entry that is named less often if a quote says that two are one', async () => {
    const quotes = ['It takes some getting used to: Quill is Orla Vance, and she laughs at it.'];
    const lesser = build(8, 'Orla Vance', { quotes, similar: [similar(2, 'Quill', 30)] });
    expect(await decide(lesser)).toMatchObject({ verdict: 'MERGE', target_id: 2 });
    expect((await decide(lesser))?.reason).toContain('Quill is Orla Vance');
    const greater = build(2, 'Quill', { quotes, mentions: 30, similar: [similar(8, 'Orla Vance', 5)] });
    expect((await decide(greater))?.verdict).not.toBe('MERGE');
    const stranger = build(8, 'Orla Vance', {
      quotes: ['Quill met Orla Vance at the gate of the town.'],
      similar: [similar(2, 'Quill', 30)],
    });
    expect((await decide(stranger))?.verdict).not.toBe('MERGE');
  });

  it('BR4: takes a calling before a surname for the person of that surname who has the calling', async () => {
    const quotes = ['“Wickwright Marr,” says the bailiff.'];
    const marr = { ...similar(2, 'Ysolde Marr', 9), definition: 'Ysolde Marr, last wickwright of Veyre.' };
    const dossier = build(8, 'Wickwright Marr', { ...once, quotes, similar: [marr] });
    expect(await decide(dossier)).toMatchObject({ verdict: 'MERGE', target_id: 2 });
    const two = { ...dossier, similar: [marr, similar(4, 'Dorn Marr', 9)] };
    expect((await decide(two))?.verdict).not.toBe('MERGE');
    const son = { ...similar(4, 'Dorn Marr', 9), definition: 'Dorn was the warden’s son, and lame.' };
    const warden = { ...similar(2, 'Ysolde Marr', 9), definition: 'She was the warden of the Long Pier.' };
    const called = build(8, 'Warden Marr', { ...once, quotes: ['“So it is, Warden Marr,” he said.'] });
    expect(await decide({ ...called, similar: [son, warden] })).toMatchObject({ target_id: 2 });
    const both = { ...son, definition: 'Dorn had been the warden once.' };
    expect((await decide({ ...called, similar: [both, warden] }))?.verdict).not.toBe('MERGE');
  });

  it('BR4: decides about a name with any signs in it', async () => {
    const marr = { ...similar(2, 'Ysolde Marr', 9), definition: 'Ysolde Marr, an old wickwright.' };
    for (const term of ['C++ Marr', '(Old Marr', '[X Marr', '*Old Marr', '\\ Marr']) {
      const dossier = build(8, term, { ...once, quotes: [`“${term},” says the bailiff.`], similar: [marr] });
      expect((await decide(dossier))?.verdict).not.toBe('MERGE');
    }
  });

  it('BR4: takes a bare name for the only listed person who has it in a full name', async () => {
    const quotes = ['Then Tarnov came in with the papers.'];
    const full = { ...similar(2, 'Pavel Ilyitch', 9), aliases: ['Pavel Ilyitch Tarnov'] };
    const dossier = build(8, 'Tarnov', { quotes, similar: [full] });
    expect(await decide(dossier)).toMatchObject({ verdict: 'MERGE', target_id: 2 });
    const kept: readonly CuratorDossier[] = [
      { ...dossier, similar: [full, similar(4, 'Dorn Tarnov', 9)] },
      { ...dossier, tags: ['location'] },
      { ...dossier, aliases: ['Tarnov of the Vale'] },
      build(8, 'Pavel', { quotes: ['Then Pavel came in.'], similar: [full] }),
    ];
    for (const each of kept) expect((await decide(each))?.verdict).not.toBe('MERGE');
  });

  it('BR4: takes a bare surname for a man’s, whatever woman of the family is listed', async () => {
    const dossier = build(8, 'Tarnov', {
      quotes: ['Then Tarnov came in with the papers.'],
      similar: [similar(2, 'Pavel Tarnov', 9), similar(4, 'Mrs. Tarnov', 3)],
    });
    expect(await decide(dossier)).toMatchObject({ verdict: 'MERGE', target_id: 2 });
  });

  it('BR4: takes a short first name for the only listed person who has the long one', async () => {
    const lizzy = (quote: string, ...others: readonly string[]) =>
      build(8, 'Lizzy', {
        quotes: [quote],
        similar: others.map((term, at) => similar(at + 2, term, 9)),
      });
    const came = 'Then Lizzy came in with the papers.';
    expect(await decide(lizzy(came, 'Elizabeth Vance'))).toMatchObject({ verdict: 'MERGE', target_id: 2 });
    const kept = [
      lizzy(came, 'Elizabeth Vance', 'Beth Orrin'),
      lizzy(came, 'Dorothy Vance'),
      lizzy('Then Lizzy came in with Elizabeth Vance.', 'Elizabeth Vance'),
    ];
    for (const each of kept) expect((await decide(each))?.verdict).not.toBe('MERGE');
  });

  it('BR4: takes somebody who is called by an office alone for the only listed person who is named with it', async () => {
    const squire = (...others: readonly string[]) =>
      build(8, 'the squire', {
        quotes: ['The squire took up the lamp.'],
        similar: others.map((term, at) => similar(at + 2, term, 9)),
      });
    expect(await decide(squire('Squire Vance'))).toMatchObject({ verdict: 'MERGE', target_id: 2 });
    expect((await decide(squire('Squire Vance', 'Squire Orrin')))?.verdict).not.toBe('MERGE');
  });

  it('BR4: takes a name after a title for the only listed person who has it so in full', async () => {
    const ask = (term: string, ...others: readonly string[]) =>
      decide(
        build(8, term, {
          quotes: [`Then ${term} came in with the papers.`],
          similar: others.map((other, at) => similar(at + 2, other, 9)),
        }),
      );
    const merged = { verdict: 'MERGE', target_id: 2 };
    expect(await ask('Mr. Tarnov', 'Mr. Pavel Tarnov')).toMatchObject(merged);
    expect(await ask('Aunt Tarnov', 'Mrs. Tarnov')).toMatchObject(merged);
    expect(await ask('Master Frederick', 'Frederick')).toMatchObject(merged);
    const kept = [
      ask('Mr. Tarnov', 'Pavel Tarnov'),
      ask('Mr. Tarnov', 'Mr. Pavel Tarnov', 'Ilya Tarnov'),
      ask('Aunt Tarnov', 'Mr. Tarnov'),
      ask('King Frederick', 'Frederick'),
      ask('Mrs. Frederick', 'Frederick'),
    ];
    for (const each of await Promise.all(kept)) expect(each?.verdict).not.toBe('MERGE');
  });

  it('BR4: joins the names of the only man and of the only teller of a family', async () => {
    const named = (term: string, mentions: number, ...aliases: readonly string[]) => ({
      term,
      mentions,
      aliases,
    });
    const ask = ([own, ...others]: readonly ReturnType<typeof named>[]) =>
      decide(
        build(8, own?.term ?? '', {
          aliases: own?.aliases ?? [],
          quotes: [`Then ${own?.term} came in with the papers.`],
          similar: others.map((other, at) => ({
            ...similar(at + 2, other.term, other.mentions),
            aliases: other.aliases,
          })),
        }),
      );
    const merged: readonly Parameters<typeof ask>[0][] = [
      [named('Mr. Tarnov', 5), named('Sherlo Tarnov', 9), named('Tarnov', 7)],
      [named('Mr. Harkes', 5), named('Sherlo Harkes', 9, 'Harkes')],
      [named('Tarnov', 5), named('Mr. Tarnov', 9), named('Mrs. Tarnov', 7), named('Tom Tarnov', 8, 'Tom')],
      [named('Miss Rosy', 5), named('Miss Tarnov', 9, 'Rosamond Tarnov', 'Rosy')],
    ];
    for (const each of merged)
      expect(await ask(each), each[0]?.term).toMatchObject({ verdict: 'MERGE', target_id: 2 });
    const kept: readonly Parameters<typeof ask>[0][] = [
      [named('Mr. Tarnov', 5), named('Tom Tarnov', 9, 'Tom', 'Tarnov')],
      [named('Mr. Tarnov', 5), named('Tarnov', 9), named('Tom Tarnov', 8), named('Pavel Tarnov', 7)],
      [named('Pavel Tarnov', 5), named('Mr. Tarnov', 9, 'Tarnov')],
      [named('Mr. Tarnov', 5), named('Pavel Tarnov', 9, 'Tarnov'), named('Old Tarnovs', 3)],
      [named('Miss Tarnov', 5), named('Elizabeth Tarnov', 9), named('Mr. Tarnov', 9)],
    ];
    for (const each of kept) expect((await ask(each))?.verdict, each[0]?.term).not.toBe('MERGE');
    const told = 'Tells the story as “I”.';
    const teller = build(8, 'Mr. Tarnov', {
      aliases: ['Mr. Tarnov of the Vale'],
      quotes: ['“You are late, Mr. Tarnov,” she said to me.'],
      definition: told,
      similar: [
        { ...similar(2, 'David Tarnov', 9), aliases: ['David'], definition: told },
        similar(3, 'Pavel Tarnov', 9),
      ],
    });
    expect(await decide(teller)).toMatchObject({ verdict: 'MERGE', target_id: 2 });
  });

  it('BR4: takes no title for a calling of the other sex', async () => {
    const sir = { ...similar(2, 'Sir John Tarnov', 9), definition: 'Sir John died, and my lady was left.' };
    const dossier = build(8, 'Lady Tarnov', { quotes: ['Then Lady Tarnov came in.'], similar: [sir] });
    expect((await decide({ ...dossier, term: 'lady Tarnov' }))?.verdict).not.toBe('MERGE');
    expect((await decide(dossier))?.verdict).not.toBe('MERGE');
  });

  it('BR4: takes a bare surname for the only listed man who has it after a title', async () => {
    const quotes = ['Then Vance came in with the papers.'];
    const dossier = build(8, 'Vance', { quotes, similar: [similar(2, 'Dr. Vance', 9)] });
    expect(await decide(dossier)).toMatchObject({ verdict: 'MERGE', target_id: 2 });
    const titled = { ...dossier, term: 'Dr. Vance', similar: [similar(2, 'Vance', 9)] };
    expect(await decide(titled)).toMatchObject({ verdict: 'MERGE', target_id: 2 });
    const kept: readonly CuratorDossier[] = [
      {
        ...dossier,
        similar: ['Mr. Vance', 'Tom Vance', 'Hew Vance'].map((term, at) => similar(at + 2, term, 9)),
      },
      { ...dossier, similar: [similar(2, 'Miss Vance', 9)] },
      { ...dossier, similar: [similar(2, 'Sir Vance', 9)] },
      build(8, 'Camilla', { quotes, similar: [similar(2, 'Mr. Camilla', 9)] }),
      { ...dossier, tags: ['location'] },
    ];
    for (const each of kept) expect((await decide(each))?.verdict).not.toBe('MERGE');
  });

  it('BR4: does not take a rank that many people have for somebody’s name', async () => {
    const full = similar(2, 'Dator Orrin', 30);
    const rank = build(9, 'Dator', { quotes: ['There lay the proud Dator.'], similar: [full] });
    expect(await decide(rank)).toMatchObject({ verdict: 'MERGE', target_id: 2 });
    const held = build(9, 'Dator', {
      quotes: ['There lay the proud Dator.', '“You fight like a Dator,” said one.'],
      similar: [full],
    });
    expect(await decide(held)).toMatchObject({ verdict: 'CONFIRM' });
  });

  it('BR4: takes an abbreviated title for the full title', async () => {
    const quotes = ['Then Mlle. Linon came in with the papers.'];
    const dossier = build(8, 'Mlle. Linon', { quotes, similar: [similar(2, 'Mademoiselle Linon', 9)] });
    expect(await decide(dossier)).toMatchObject({ verdict: 'MERGE', target_id: 2 });
  });

  it('BR22: keeps the statement that somebody tells the story, whatever other definition there is', async () => {
    const dossier = build(8, 'Hollin', {
      quotes: ['“Hollin, captain of the Ashen Guard, son of Tarn and heir of Vell, has come to me.”'],
    });
    expect((await decide({ ...dossier, definition: 'Hollin came in late.' }))?.verdict).toBe('REVISE');
    expect((await decide({ ...dossier, definition: 'Tells the story as “I”.' }))?.verdict).toBe('CONFIRM');
  });

  it('BR5: replaces statements that only mention by statements that define, in words of its quotes', async () => {
    const told = 'The Unlit are the people who gave up their names of their own free will.';
    const dossier = build(5, 'Unlit', {
      quotes: ['He ran from the Unlit by night.', told],
      tags: ['faction'],
    });
    const decision = await decide(dossier);
    expect(decision).toMatchObject({ verdict: 'REVISE' });
    expect(decision?.definition).toContain('Unlit are the people who gave up their names');
    for (const { quote } of decision?.evidence ?? []) expect(told).toContain(quote);
  });

  it('answers again when it is asked again', async () => {
    const question: Message = {
      role: 'user',
      content: renderCurationRequest([build(3, 'Orrin Tay', { quotes: ['Orrin Tay, captain of it all.'] })]),
    };
    const fault: Message = { role: 'user', content: renderCurationFault(['No list.'], [3 as EntryId]) };
    expect(await ask([question, { role: 'assistant', content: 'Yes.' }, fault])).toBe(await ask([question]));
  });

  it('BR3: answers any dossiers with decisions that are accepted, one for each', async () => {
    const text = fc.string({ maxLength: 120, unit: 'grapheme' });
    const anyDossier = fc.record({
      term: fc.string({ minLength: 1, maxLength: 30 }),
      definition: text,
      quote: text,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyDossier, { minLength: 1, maxLength: 4 }), async (rows) => {
        const dossiers = rows.map(({ term, definition, quote }, index) =>
          build(index + 1, term, { definition, quotes: [quote], similar: [similar(99, term, index)] }),
        );
        const reply = await ask([{ role: 'user', content: renderCurationRequest(dossiers) }]);
        const asked = dossiers.map(({ entryId }) => entryId);
        expect(parseDecisions(reply, asked)).toMatchObject({ faults: [] });
      }),
      { numRuns: 200 },
    );
  });
});
