// Tests which words of a person ask for a reminder, and which words only sound like it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDueDate, type Writing } from '../events/find-due-date.ts';
import { readReminders } from './read-reminders.ts';

/** Friday, 27 November 2026, 10:00. */
const writing: Writing = { atMs: Date.UTC(2026, 10, 27, 10), timeZone: 'UTC', languages: ['en'] };
const read = (text: string) => readReminders(text, writing);

describe('PL16 plans in plain words', () => {
  it('PL16 takes what a person asks to be reminded of, with a date or without one', () => {
    expect(read('Remind me to water the beans on Monday')).toEqual(['water the beans on Monday']);
    expect(read('Could you remind me to call Anna tomorrow at 9?')).toEqual(['call Anna tomorrow at 9']);
    expect(read("Don't let me forget the cake. I love cake.")).toEqual(['the cake']);
    expect(read('I am tired. Please remind me about the dentist on Friday.')).toEqual([
      'the dentist on Friday',
    ]);
    expect(read('Remind me on Monday to water the beans.')).toEqual(['on Monday to water the beans']);
    expect(read("Make sure I don't forget to post the letter")).toEqual(['post the letter']);
  });

  it.each([
    [
      'Remind me to water her ferns on Sunday evening, and call her on Tuesday.',
      ['water her ferns on Sunday evening', 'call her on Tuesday'],
    ],
    [
      'Remind me to call Anna, Bob and Mum on Monday, water the beans on Tuesday and then feed the cat tomorrow.',
      ['call Anna, Bob and Mum on Monday', 'water the beans on Tuesday', 'feed the cat tomorrow'],
    ],
    [
      'I have the dentist on Friday at 9 and a meeting on Tuesday.',
      ['the dentist on Friday at 9', 'a meeting on Tuesday'],
    ],
    [
      'Remind me on Monday to call Anna and feed the cat, and on Tuesday to call Bob.',
      ['on Monday to call Anna and feed the cat', 'on Tuesday to call Bob'],
    ],
    [
      'On Saturday 28 November at 9 I have a dentist appointment, and I must renew my passport by 10 December.',
      ['On Saturday 28 November at 9 I have a dentist appointment', 'renew my passport by 10 December'],
    ],
    [
      'Remind me to call Anna on Monday, and I have a lesson on Friday.',
      ['call Anna on Monday', 'a lesson on Friday'],
    ],
    ['Tomorrow I have to post the letter, and I have to call Bob.', ['Tomorrow I have to post the letter']],
    ['If I have a lesson on Friday, and I have a meeting on Monday, I am tired.', []],
    [
      "Remind me to buy flowers on Friday, because Anna's birthday is on Saturday.",
      ["buy flowers on Friday, because Anna's birthday is on Saturday"],
    ],
    [
      "Remind me to call the vet on Monday, or Tuesday if they're closed.",
      ["call the vet on Monday, or Tuesday if they're closed"],
    ],
    [
      'I must renew the passport by 5 December, my old one expires on 1 January.',
      ['renew the passport by 5 December, my old one expires on 1 January'],
    ],
    [
      "Remind me to collect the cake on Friday, call Jo on Saturday and wrap Anna's gift on Sunday.",
      ['collect the cake on Friday', 'call Jo on Saturday', "wrap Anna's gift on Sunday"],
    ],
    [
      'I have a meeting on Tuesday, a haircut on Friday and guests on Sunday.',
      ['a meeting on Tuesday', 'a haircut on Friday', 'guests on Sunday'],
    ],
    ['Remind me to call Anna on Monday and Tuesday.', ['call Anna on Monday and Tuesday']],
    [
      'Remind me to call Anna on Monday and buy bread and milk.',
      ['call Anna on Monday and buy bread and milk'],
    ],
    ['Remind me to see Anna on Monday at 9 and Bob at 10.', ['see Anna on Monday at 9 and Bob at 10']],
    [
      'Remind me to buy bread on Monday, 30 November, and milk.',
      ['buy bread on Monday, 30 November, and milk'],
    ],
  ])('PL16 makes a plan of each thing with a day of its own: %s', (text, plans) => {
    expect(read(text)).toEqual(plans);
  });

  it('PL16 makes no plan of a time that counts from something else', () => {
    expect(read('I have the dentist on Friday at 9; remind me the evening before, will you?')).toEqual([
      'the dentist on Friday at 9',
    ]);
    expect(read('Remind me the evening before, will you?')).toEqual([]);
    expect(read('Please remind me the day before.')).toEqual([]);
    expect(findDueDate('pack the evening before', writing)).toBeUndefined();
    expect(findDueDate('pack on Friday before noon', writing)).toBeDefined();
  });

  it('PL16 takes what a person must do only with a time that is to come', () => {
    expect(read('I must call the dentist on Friday at 3pm.')).toEqual(['call the dentist on Friday at 3pm']);
    expect(read("I've got to be at work by 8 tomorrow")).toEqual(['be at work by 8 tomorrow']);
    expect(read('Tomorrow I have to post the letter.')).toEqual(['Tomorrow I have to post the letter']);
    expect(read('I must call the vet every Monday.')).toEqual(['call the vet every Monday']);
    expect(read('We have to pay the rent on the 1st of every month.')).toEqual([
      'pay the rent on the 1st of every month',
    ]);
    expect(read('I have to work a lot.')).toEqual([]);
    expect(read('I had to call the dentist yesterday.')).toEqual([]);
  });

  it('PL16 takes what a person will do, or has before them, only on a day that is to come', () => {
    expect(read('I will visit my grandmother on Sunday.')).toEqual(['visit my grandmother on Sunday']);
    expect(read("I'm going to see the dentist tomorrow.")).toEqual(['see the dentist tomorrow']);
    expect(read('On Sunday I will bake a cake.')).toEqual(['On Sunday I will bake a cake']);
    expect(read('I have a job interview on Friday at 3pm.')).toEqual(['a job interview on Friday at 3pm']);
    expect(read('Dinner with Lea is on Saturday. Yum!')).toEqual(['Dinner with Lea is on Saturday']);
    expect(read('My last exam is on Friday. My last exam was on Saturday.')).toEqual([
      'My last exam is on Friday',
    ]);
    expect(read('Oh, and my dentist appointment is tomorrow at 9.')).toEqual([
      'my dentist appointment is tomorrow at 9',
    ]);
  });

  it('PL16 takes what a person has arranged in the present tense, only with a day that is to come', () => {
    expect(read("I'm going to the dentist next Tuesday at 9")).toEqual([
      'going to the dentist next Tuesday at 9',
    ]);
    expect(read('Next Tuesday at 9 I am going to the dentist.')).toEqual([
      'Next Tuesday at 9 I am going to the dentist',
    ]);
    expect(read("We're meeting Anna on Sunday. Nice!")).toEqual(['meeting Anna on Sunday']);
    expect(read("I'm flying to Leeds tomorrow")).toEqual(['flying to Leeds tomorrow']);
    expect(read("I'm going to Leeds on Friday.")).toEqual(['going to Leeds on Friday']);
    expect(read("So, I'm going swimming on Sunday at 8.")).toEqual(['going swimming on Sunday at 8']);
    expect(read("I've got the dentist on Tuesday at 9")).toEqual(['the dentist on Tuesday at 9']);
  });

  it.each([
    "I'm going to the dentist.",
    "I'm not going to the dentist on Tuesday.",
    "I'm going to the dentist every Tuesday.",
    "I'm going to the dentist on Tuesdays.",
    "I'm going to the choir on Wednesday evenings.",
    'Am I going to the dentist next Tuesday?',
    "I'm going to the dentist next Tuesday?",
    "She says I'm going to the dentist next Tuesday.",
    'My sister is going to the dentist next Tuesday.',
    "You're going to the dentist next Tuesday.",
    'I was going to the dentist next Tuesday.',
    "If I'm going to the dentist next Tuesday, I need a bib.",
    "Maybe I'm meeting Anna on Sunday.",
    "I'm looking forward to Sunday.",
    "I'm dreading Monday.",
    "I'm going mad on Monday.",
    "I'm going to love Sunday.",
    "I'm seeing a doctor since Monday.",
    "I'm playing the piano.",
    '"I am going to the dentist next Tuesday", he wrote.',
  ])('PL16 takes no arrangement out of: %s', (text) => {
    expect(read(text)).toEqual([]);
  });

  it.each([
    ["I've got physio every Tuesday at 8:30 from now on", 'physio every Tuesday at 8:30 from now on'],
    [
      'We have band practice on alternate Fridays from now on.',
      'band practice on alternate Fridays from now on',
    ],
    ['My Italian lesson is every Wednesday at seven.', 'My Italian lesson is every Wednesday at seven'],
    ["I'll have physio each Thursday at 4.", 'physio each Thursday at 4'],
  ])(
    'PL16 makes a plan of an appointment that comes again and has an hour or a beginning: %s',
    (text, plan) => {
      expect(read(text)).toEqual([plan]);
    },
  );

  it.each([
    ['Water the ferns tomorrow, remind me please.', 'Water the ferns tomorrow'],
    ['Dentist on Monday at 9, can you remind me?', 'Dentist on Monday at 9'],
    ['I need to post the form by Friday, please remind me.', 'post the form by Friday'],
    ['Send Mira the photos tomorrow. Remind me please.', 'Send Mira the photos tomorrow'],
    ['Buy stamps – remind me, please.', 'Buy stamps'],
  ])('PL16 takes what stands before the request: %s', (text, plan) => {
    expect(read(text)).toEqual([plan]);
  });

  it.each([
    'I will come on Sunday if it rains.',
    'I will never forget Sunday.',
    "I'll tell you tomorrow.",
    'I will not come on Sunday.',
    'Maybe I will go on Sunday.',
    'I will be late today.',
    "Now I'm going to write it down.",
    'I have a cat since Monday.',
    "Anna's wedding is on Saturday.",
    'Her exam is on Friday.',
    'Choir practice is on Mondays.',
    'Is dinner on Saturday?',
    'Dinner is on the table.',
    'The concert was on Friday.',
    'The dinner is on Saturday if Lea can come.',
    'The shop is open on Sunday.',
    'I have a lesson every Monday.',
    'I have coffee every morning at nine.',
    'I have dinner from the chippy every Friday.',
    "I've had physio every Tuesday for years.",
    'She has physio every Tuesday at 8 from now on.',
    "The match on Friday was awful, don't remind me.",
    'What did she say on Friday, can you remind me?',
    'Is it on Friday, can you remind me?',
    'What did she say? Remind me please.',
    'A long story, remind me please.',
    'I had a great time on Friday. Remind me please.',
    'The concert was on Friday. Please remind me.',
    'I will have finished the course by Friday.',
    'Will I see her on Sunday?',
    'Last Monday I got to teach a class.',
    'You always remind me of my mother.',
    'Remind me why we did this.',
    'She said "remind me to water the beans on Monday".',
    'Do I have to call the dentist on Friday?',
    "I don't have to call the dentist on Friday.",
    'She thinks I must call the dentist on Friday.',
    'If it rains I must stay at home on Monday.',
    'I must say, Monday was lovely and so is tomorrow.',
    'I have to take the bus every day.',
    'I have to get up early every weekday.',
    'I must greet each of them on Monday.',
    'I have to work on Friday nights.',
    'It reminds me to breathe.',
    'Tom: remind me to water the beans',
  ])('PL16 takes no plan out of: %s', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('PL16 asks for reminders in other languages of dates, where the settings name them', () => {
    const text = 'Erinnere mich daran, am Montag die Bohnen zu gießen.';
    expect(read(text)).toEqual([]);
    expect(readReminders(text, { ...writing, languages: ['de'] })).toEqual([
      'am Montag die Bohnen zu gießen',
    ]);
    for (const plan of ['am 5. Juni an Oma', 'am 3.6. an Oma', 'am 5. Oma anzurufen'])
      expect(readReminders(`Erinnere mich ${plan}. Danke!`, { ...writing, languages: ['de'] })).toEqual([
        plan,
      ]);
    expect(read('Remind me that the shop is closed from 1.6. to 12.6. Thanks!')).toEqual([
      'the shop is closed from 1.6. to 12.6',
    ]);
  });

  it.each([
    ['明日の3時に歯医者に電話するのをリマインドして。', '明日の3時に歯医者に電話する'],
    ['金曜までに家賃を払うのを忘れないように教えてね', '金曜までに家賃を払う'],
    ['提醒我明天给妈妈打电话', '明天给妈妈打电话'],
    ['你能提醒我明天吃药吗？', '明天吃药'],
    ['明天下午三点提醒我吃药', '明天下午三点提醒我吃药'],
    ['别让我忘了买牛奶', '买牛奶'],
    ['明日の三時に歯医者の予約があるんだ', '明日の三時に歯医者の予約'],
    ['我明天下午三点有个牙医预约。', '明天下午三点有个牙医预约'],
    ['金曜に家賃のことを思い出させてくれる？', '金曜に家賃'],
    ['周五以前提醒我交报告', '周五以前提醒我交报告'],
    ['别忘了提醒我买牛奶', '买牛奶'],
    ['3時には予約がある', '3時には予約'],
  ])('PL23 takes what is asked in Japanese or Chinese: %s', (text, plan) => {
    expect(read(text)).toEqual([plan]);
  });

  it.each([
    '昨日リマインドしてくれてありがとう',
    '明日の天気を教えて',
    '不用提醒我',
    '你昨天提醒我了',
    '谢谢你提醒我买牛奶',
    '明日会議があるかもしれない',
    '明日、会議がある？',
    '健太さんは明日会議がある',
    '予約がある',
    '你明天有会吗？',
    'この写真は夏を思い出させてくれる。',
    'なんでリマインドしてくれないの？',
    'ちゃんとリマインドしてね',
    '健太に忘れないように言ってね',
    '明日リマインドして',
    '健太は明日試験がある',
    '明日会議がありますか。',
    '他提醒我买牛奶。',
    '手机提醒我充电。',
    '请不要再提醒我吃药了。',
    '你忘了提醒我吃药。',
    '明天有机会',
    '小李明天有会',
  ])('PL23 takes no plan out of: %s', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('PL16 gives words of the text as they stand, whatever it holds', () => {
    const words = fc.constantFrom(
      'remind me',
      'to',
      'I must',
      'call',
      'Anna',
      'tomorrow',
      '.',
      ',',
      '"',
      '\n',
      '?',
      '<plan>',
      'please',
      'forget',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
        const text = parts.join(' ');
        const found = read(text);
        expect(found.length).toBeLessThanOrEqual(5);
        for (const plan of found) expect(text).toContain(plan);
      }),
      { numRuns: 60 },
    );
  });
});
