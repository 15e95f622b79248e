// Tests finding the past times that a message names, and choosing moments spread over them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNamedSpans } from './find-named-spans.ts';
import { sortBySpread } from './sort-by-spread.ts';

/** A Saturday, 15 June 2024. */
const nowMs = Date.UTC(2024, 5, 15, 12);
const find = (text: string, timeZone = 'UTC') =>
  findNamedSpans(text, { nowMs, timeZone }).map(({ fromMs, untilMs }) =>
    [fromMs, untilMs].map((ms) => new Date(ms).toISOString().slice(0, 16)).join(' – '),
  );
const days = (from: string, until: string) => [`${from}T00:00 – ${until}T00:00`];

describe('times that a message names', () => {
  it.each([
    ['What did we talk about on 8 July 2023?', '2023-07-08', '2023-07-09'],
    ['What was on 8 July?', '2023-07-08', '2023-07-09'],
    ['What did we do on 8.5.?', '2024-05-08', '2024-05-09'],
    ['What was new between 3.5. and 10. 5.?', '2024-05-03', '2024-05-11'],
    ['What did you say last Tuesday?', '2024-06-11', '2024-06-12'],
    ['What was on Tuesday?', '2024-06-11', '2024-06-12'],
    ['And yesterday?', '2024-06-14', '2024-06-15'],
    ['What happened in March?', '2024-03-01', '2024-04-01'],
    ['What happened in December?', '2023-12-01', '2024-01-01'],
    ['What did we do in 2023, in May 2023?', '2023-05-01', '2023-06-01'],
    ['What was new between 3 May and 10 May 2024?', '2024-05-03', '2024-05-11'],
    ['What was new from 3 May to 10 May?', '2024-05-03', '2024-05-11'],
    ['What was new between 3 and 10 May?', '2024-05-03', '2024-05-11'],
    ['What was new from 3 May to 15 June?', '2024-05-03', '2024-06-16'],
    ['What was new from 3 May until today?', '2024-05-03', '2024-06-16'],
    ['What did I say last week?', '2024-06-03', '2024-06-10'],
    ['What is new this week?', '2024-06-10', '2024-06-17'],
    ['What did I say two weeks ago?', '2024-05-29', '2024-06-05'],
    ['How was Christmas for us at Christmas?', '2023-12-24', '2023-12-27'],
    ['What did we do at Easter 2023?', '2023-04-08', '2023-04-11'],
    ['Was it in the week of 8 May 2024?', '2024-05-06', '2024-05-13'],
    ['Was it in the week of 13 May?', '2024-05-13', '2024-05-20'],
    ['Was it in the week of 12 May?', '2024-05-12', '2024-05-19'],
    ['Was it in the week from 8 May?', '2024-05-08', '2024-05-15'],
    ['Was it in the week around 8 May?', '2024-05-05', '2024-05-12'],
    ['What did we do on the last Friday of May?', '2024-05-31', '2024-06-01'],
    ['What did we do on the first Monday in October?', '2023-10-02', '2023-10-03'],
    ['What did you say on Monday the 3rd?', '2024-06-03', '2024-06-04'],
    ['Where were we in the first week of May?', '2024-05-01', '2024-05-08'],
    ['Where were we in early May?', '2024-05-01', '2024-05-08'],
    ['Where were we in mid-May?', '2024-05-12', '2024-05-19'],
    ['What was on July the 4th?', '2023-07-04', '2023-07-05'],
    ['What was on 29 February?', '2024-02-29', '2024-03-01'],
  ])('TI1: %s', (text, from, until) => {
    expect(find(text)).toEqual(days(from, until));
  });

  it.each([
    ['de', 'Was habe ich letzten Dienstag gesagt?', '2024-06-11', '2024-06-12'],
    ['de', 'Was war gestern?', '2024-06-14', '2024-06-15'],
    ['de', 'Was war am 8. Juli 2023?', '2023-07-08', '2023-07-09'],
    ['de', 'Was war am 8. Juli?', '2023-07-08', '2023-07-09'],
    ['de', 'Was haben wir im März 2024 gemacht?', '2024-03-01', '2024-04-01'],
    ['de', 'Was war im Dezember?', '2023-12-01', '2024-01-01'],
    ['fr', 'Et en mars ?', '2024-03-01', '2024-04-01'],
    ['de', 'Was war letzte Woche?', '2024-06-03', '2024-06-10'],
    ['de', 'Was war vor zwei Wochen?', '2024-05-29', '2024-06-05'],
    ['fr', 'Qu’ai-je dit hier ?', '2024-06-14', '2024-06-15'],
    ['fr', 'Que faisions-nous le 8 juillet 2023 ?', '2023-07-08', '2023-07-09'],
    ['fr', 'Et la semaine dernière ?', '2024-06-03', '2024-06-10'],
    ['fr', 'Et mardi dernier ?', '2024-06-11', '2024-06-12'],
    ['es', '¿Qué dije ayer?', '2024-06-14', '2024-06-15'],
    ['es', '¿Qué dije la semana pasada?', '2024-06-03', '2024-06-10'],
    ['es', '¿Y este año?', '2024-01-01', '2025-01-01'],
    ['fr', 'Que disais-je l’an dernier ?', '2023-01-01', '2024-01-01'],
    ['it', 'Cosa ho detto lo scorso mese?', '2024-05-01', '2024-06-01'],
    ['pt', 'E no ano passado?', '2023-01-01', '2024-01-01'],
    ['de', 'Was war dieses Jahr?', '2024-01-01', '2025-01-01'],
    ['nl', 'Wat deed ik vorig jaar?', '2023-01-01', '2024-01-01'],
    ['nl', 'Wat is er deze week?', '2024-06-10', '2024-06-17'],
    ['nl', 'Wat zei ik twee jaar geleden?', '2022-01-01', '2023-01-01'],
    ['sv', 'Vad sa jag förra året?', '2023-01-01', '2024-01-01'],
    ['sv', 'Vad är nytt den här veckan?', '2024-06-10', '2024-06-17'],
    ['fi', 'Mitä sanoin viime viikolla?', '2024-06-03', '2024-06-10'],
    ['ru', 'Что было на прошлой неделе?', '2024-06-03', '2024-06-10'],
    ['uk', 'Що було минулого року?', '2023-01-01', '2024-01-01'],
    ['de', 'Was haben wir am 8.5. gemacht?', '2024-05-08', '2024-05-09'],
    ['id', 'Apa yang kukatakan minggu lalu?', '2024-06-03', '2024-06-10'],
    ['vi', 'Năm ngoái tôi ở đâu?', '2023-01-01', '2024-01-01'],
    ['zh', '我上个月说了什么？', '2024-05-01', '2024-06-01'],
    ['zh', '我去年在哪里？', '2023-01-01', '2024-01-01'],
    ['ja', '去年は何をした？', '2023-01-01', '2024-01-01'],
    ['ar', 'ماذا قلت الأسبوع الماضي؟', '2024-06-03', '2024-06-10'],
  ] as const)('TI1: is read in %s: %s', (language, text, from, until) => {
    const found = findNamedSpans(text, { nowMs, timeZone: 'UTC', languages: [language, 'en'] });
    expect(
      found.map((span) => [span.fromMs, span.untilMs].map((ms) => new Date(ms).toISOString().slice(0, 10))),
    ).toEqual([[from, until]]);
  });

  it.each([
    ['de', ['Was ist morgen?', 'Was machen wir in zwei Wochen?', 'Jetzt bin ich da.', 'Nächstes Jahr?']],
    ['fr', ['Ce matin-là, je dis non.', 'Cette année-là ?', 'La semaine prochaine ?']],
    ['sv', ['Två gånger i veckan.', 'Nästa vecka?']],
    [
      'zh',
      [
        '晚上月亮很亮。',
        '下个月呢？',
        '人类去月球。',
        '谁登上月球？',
        '我上月台。',
        '日本年轻人',
        '日本年糕',
      ],
    ],
  ] as const)(
    'TI1: in %s, words for a time to come, or for no time at all, name no time of the past',
    (language, texts) => {
      for (const text of texts)
        expect(findNamedSpans(text, { nowMs, timeZone: 'UTC', languages: [language] })).toEqual([]);
    },
  );

  it('TI1: a day in numbers is read as people write it where the person lives', () => {
    const read = (language: 'en' | 'en-GB', timeZone: string) =>
      findNamedSpans('What was on 5/4?', { nowMs, timeZone, languages: [language] }).map(({ fromMs }) =>
        new Date(fromMs).toISOString().slice(0, 10),
      );
    expect(read('en', 'America/Chicago')).toEqual(['2024-05-04']);
    expect([read('en', 'UTC'), read('en-GB', 'America/Chicago')]).toEqual([['2024-04-05'], ['2024-04-05']]);
  });

  it('TI1: what is said of the last days ends now', () => {
    expect(find('What did I do the last three days?')).toEqual(['2024-06-12T00:00 – 2024-06-15T12:00']);
    expect(find('What was new the past month?')).toEqual(['2024-05-15T00:00 – 2024-06-15T12:00']);
  });

  it.each([
    ['de', 'Was war in den letzten Wochen?', '2024-05-25'],
    ['de', 'Und in den letzten zwei Wochen?', '2024-06-01'],
    ['de', 'Und in den vergangenen 5 Tagen?', '2024-06-10'],
    ['fr', 'Et ces deux derniers mois ?', '2024-04-15'],
    ['fr', 'Et ces dernières années ?', '2021-06-15'],
  ] as const)('TI1: several of the last units end now in %s: %s', (language, text, from) => {
    const found = findNamedSpans(text, { nowMs, timeZone: 'UTC', languages: [language] });
    expect(found).toEqual([{ fromMs: Date.parse(`${from}T00:00Z`), untilMs: nowMs }]);
  });

  it.each([
    ['What was I reading before 3 May?', '2024-03-08', '2024-05-03'],
    ['What was new the week before Christmas?', '2023-12-17', '2023-12-24'],
    ['Where was I the week before 3 May?', '2024-04-26', '2024-05-03'],
    ['What did we do after March?', '2024-04-01', '2024-05-27'],
    ['What did we do until 3 May?', '2024-03-08', '2024-05-03'],
  ])('TI4: %s', (text, from, until) => {
    expect(find(text)).toEqual(days(from, until));
  });

  it('TI4: what is since a day reaches to the present', () => {
    expect(find('What is new since Christmas?')).toEqual(['2023-12-24T00:00 – 2024-06-15T12:00']);
    expect(find('How was our Christmas tree?')).toEqual([]);
  });

  it('TI1: days begin and end where the person lives', () => {
    expect(find('What was on 8 May 2024?', 'Europe/Vienna')).toEqual(['2024-05-07T22:00 – 2024-05-08T22:00']);
    expect(find('And in March 2024?', 'America/New_York')).toEqual(['2024-03-01T05:00 – 2024-04-01T04:00']);
  });

  it.each(['I may go now', 'see you tomorrow', 'on 8 July 2030', 'no time at all', 'wait a second'])(
    'TI1: %s names no time of the past',
    (text) => {
      expect(find(text)).toEqual([]);
    },
  );

  it('TI1: whatever the text, a span begins in the past and before its end', () => {
    const word = fc.constantFrom(
      'last',
      'in',
      'March',
      'Tuesday',
      '8',
      'July',
      'to',
      'between',
      'and',
      'week',
      '2023',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York'), (said, timeZone) => {
        for (const { fromMs, untilMs } of findNamedSpans(said, { nowMs, timeZone })) {
          expect(fromMs).toBeLessThan(untilMs);
          expect(fromMs).toBeLessThan(nowMs);
        }
      }),
    );
  });
});

describe('moments spread over a time', () => {
  const hourMs = 3_600_000;
  const moments = fc
    .array(fc.record({ gap: fc.nat(12), length: fc.nat(100) }), { maxLength: 80 })
    .map((gaps) => {
      let atMs = 0;
      return gaps.map(({ gap, length }) => {
        atMs += gap * hourMs;
        return { atMs, length };
      });
    });

  it('TI2: each moment comes once, and none is lost', () => {
    fc.assert(
      fc.property(moments, (some) => {
        const spread = sortBySpread(some);
        expect(spread).toHaveLength(some.length);
        expect(new Set(spread)).toEqual(new Set(some));
      }),
    );
  });

  it('TI2: every talk gets one before any gets two, and within a talk moments that say something come first', () => {
    const talk = (day: number, lengths: readonly number[]) =>
      lengths.map((length, at) => ({ atMs: day * 24 * hourMs + at, length }));
    const [one, two] = [talk(0, [50, 3, 60, 70]), talk(3, [40, 41])];
    const spread = sortBySpread([...one, ...two]);
    expect(spread.slice(0, 2)).toEqual([one[0], two[0]]);
    expect(spread.at(-1)).toBe(one[1]);
  });
});
