// Tests reading tags that models write in another form.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showPartial, showSpans } from '../events/show-event.ts';
import { closeTags } from './close-tags.ts';
import { completeReply } from './complete-reply.ts';
import { moveCommands } from './move-commands.ts';
import { parseResponse } from './parse-message.ts';
import { displayTags } from './tag.ts';
import { translateTags } from './translate-tags.ts';

/** What a reply shows, and what it holds in mind, as it is kept. */
function read(reply: string) {
  const parsed = completeReply(parseResponse(moveCommands(closeTags(translateTags(reply)))), {});
  const held = parsed.spans.filter(({ tag }) => !displayTags.some((one) => one === tag));
  return { shown: showSpans(parsed.spans), held: held.map(({ tag, content }) => `${tag}: ${content}`) };
}

describe('tags in another form', () => {
  it('TG15: attributes are left out, but for the date of a plan, which counts before the days in its words', () => {
    expect(
      read(
        "I'll remember the cake.\n<plan due=\"2026-11-07\">Check the cake before Maja's party on Saturday</plan>\n<feeling intensity='high'>glad</feeling>",
      ),
    ).toEqual({
      shown: "I'll remember the cake.",
      held: ["plan: 2026-11-07: Check the cake before Maja's party on Saturday", 'feeling: glad'],
    });
    expect(read('<say tone="soft">Hi.</say><plan date="2026-11-07T18:00" priority="1">gym</plan >')).toEqual({
      shown: 'Hi.',
      held: ['plan: 2026-11-07 18:00: gym'],
    });
    expect(read('<say>Hi.</say><plan due="Friday">done gym</plan>').held).toEqual(['plan: done gym']);
    expect(read('<say>I will <plan due="Friday">call</plan> you.</say>')).toMatchObject({
      shown: 'I will call you.',
    });
  });

  it.each([
    ['due="2026-11-07" repeat="none"', '2026-11-07: gym'],
    ['due="TBD"', 'gym'],
    ['at="home"', 'gym'],
    ['at="18:00" on="Friday"', '18:00 Friday: gym'],
    ['every="week"', 'every week: gym'],
    ['recurrence="RRULE:FREQ=WEEKLY" day="3"', 'gym'],
    ['on="明日"', '明日: gym'],
  ])('TG15: of the attributes %s only a date comes before a plan', (given, held) => {
    expect(read(`<say>Hi.</say><plan ${given}>gym</plan>`).held).toEqual([`plan: ${held}`]);
  });

  it('TG15: full-width tags are tags, and a feeling in brackets on a line of its own is one', () => {
    expect(read('＜say＞おかえり。＜/say＞\n＜plan＞歯医者 明日＜／plan＞\n（feeling：うれしい）')).toEqual({
      shown: 'おかえり。',
      held: ['plan: 歯医者 明日', 'feeling: うれしい'],
    });
    expect(read('おかえり。＜secret＞寂しい＜/secret＞')).toEqual({
      shown: 'おかえり。',
      held: ['secret: 寂しい'],
    });
    expect(read('It is 1＜2, (feeling: you know) and I mean it.').held).toEqual([]);
  });

  it('TG15: of an unknown tag around whole lines the words are shown; what is to be remembered is a pin', () => {
    expect(read('<response mood="warm">\nEvening, Nora.\n</response>')).toEqual({
      shown: 'Evening, Nora.',
      held: [],
    });
    expect(read('Evening.\n<fact>Maja is allergic to nuts</fact>')).toEqual({
      shown: 'Evening.',
      held: ['pin: Maja is allergic to nuts'],
    });
    // Where a reply says nothing else, the person reads it.
    expect(read('<feeling>glad</feeling>\n<fact>Maja is allergic to nuts</fact>')).toEqual({
      shown: 'Maja is allergic to nuts',
      held: ['feeling: glad'],
    });
    expect(read('<fact>Maja is allergic to nuts</fact>')).toEqual({
      shown: 'Maja is allergic to nuts',
      held: [],
    });
  });

  it.each([
    'Write <fact>it</fact> like this.',
    'A list:\n<ul>\n<li>one</li>\n</ul>',
    '<companion>\nHello.\n</companion>',
    '<thinking>\nWhat now?\n</thinking>',
    '<recall>key</recall>',
    '<fact>never closed',
    'a < b, c > d, 1 ＜ 2',
  ])('TG15: %j stays as it is', (reply) => {
    expect(translateTags(reply)).toBe(reply);
  });

  it('TG15, IO16: while it arrives, each part shows a beginning of what the whole shows', () => {
    const piece = fc.constantFrom(
      '<say>',
      '</say>',
      '＜say＞',
      '＜/say＞',
      '<plan due="2026-11-07">',
      '</plan>',
      '<fact>',
      '</fact>',
      '\n',
      '(feeling: glad)',
      'a b ',
      '1＜2 ',
      '(so) ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const inner = pieces.join('');
        const text = `<say>Hm.</say>\n<say>${inner.replaceAll(/[<＜]\/?say[>＞]/gu, '')}</say>`;
        const whole = read(text).shown;
        for (let length = 0; length <= text.length; length += 1)
          expect(whole.startsWith(showPartial(text.slice(0, length)).trimEnd())).toBe(true);
      }),
    );
  });

  it('TG15, IO16: what is to be remembered is not shown meanwhile, as other words may follow', () => {
    const remembered = '<say>\n<fact>Maja</fact>\n';
    expect(showPartial(remembered)).toBe('');
    expect(showPartial(`${remembered}</sa`)).toBe('');
    expect(read(`${remembered}</say>`).shown).toBe('Maja');
  });

  it('TG15: whatever a reply holds, nothing of a full-width secret is shown', () => {
    const noise = fc.array(
      fc.constantFrom('<say>', '＜/say＞', '<fact>', '\n', '</fact>', '（', '<do a="b">', 'b'),
      {
        maxLength: 5,
      },
    );
    fc.assert(
      fc.property(noise, noise, (before, after) => {
        const text = `${before.join('')}＜secret＞xyzzy＜/secret＞${after.join('')}`;
        expect(read(text).shown).not.toContain('xyzzy');
        for (let length = 0; length <= text.length; length += 1)
          expect(showPartial(text.slice(0, length))).not.toContain('x');
      }),
    );
  });

  it('TG15: takes little time, whatever stands in a reply', () => {
    for (const unit of ['<fact>\n', '<a b="', '＜plan due="', '(feeling:', '<plan a="b" c="d">', ' <x'])
      expect(translateTags(unit.repeat(40_000)).length).toBeGreaterThan(0);
  });
});
