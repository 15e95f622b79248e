// Tests that commands for plans, and pins that are only notes, are moved out of what a reply says.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showPartial, showSpans } from '../events/show-event.ts';
import { moveCommands } from './move-commands.ts';
import { listTold } from './nested-parts.ts';
import { parseResponse } from './parse-message.ts';

const show = (text: string) => showSpans(parseResponse(text).spans);
const listHeld = (text: string) =>
  parseResponse(text).spans.flatMap((span) => listTold(span).map(({ content }) => content));

describe('commands within what is said', () => {
  it.each([
    [
      '<say>In the afternoon, I take it. <plan>move dentist to Thursday at 16:30</plan> I’ll remind you.</say>',
      '<say>In the afternoon, I take it. I’ll remind you.</say><plan>move dentist to Thursday at 16:30</plan>',
    ],
    [
      '<say>Good! <plan>done dentist</plan>. <plan>cancel the party</plan></say><do>nods</do>',
      '<say>Good!</say><plan>done dentist</plan><plan>cancel the party</plan><do>nods</do>',
    ],
    [
      '<do>nods. <feeling>glad</feeling> <plan>done dentist</plan></do>',
      '<do>nods. <feeling>glad</feeling></do><plan>done dentist</plan>',
    ],
    ['<say><plan>skip yoga</plan> Rest!</say>', '<say>Rest!</say><plan>skip yoga</plan>'],
  ])('TG14: is not said in %s', (reply, moved) => {
    expect(moveCommands(reply)).toBe(moved);
    expect(listHeld(moved).toSorted()).toEqual(listHeld(reply).toSorted());
  });

  it.each([
    '<say>I will <plan>move the sofa to the attic</plan> for you.</say>',
    '<say>Fine. <plan>buy oil tomorrow</plan></say>',
    '<say>Fine. <plan>Drop by the library on Friday.</plan></say>',
    '<say>Fine. <pin>keep the door locked</pin></say>',
    '<say>Fine. <secret>no <plan>done dentist</plan></say>',
    '<thought>Fine. <plan>done dentist</plan></thought>',
    '<plan>done dentist</plan><say>Fine.</say>',
  ])('TG14: leaves %s', (reply) => {
    expect(moveCommands(reply)).toBe(reply);
  });

  it('TG14, IO16: what has arrived of a reply shows a beginning of what the whole shows', () => {
    const piece = fc.constantFrom(
      'Good. ',
      'well ',
      '\n',
      '. ',
      '<plan>done dentist</plan>',
      '<plan>move yoga to Friday</plan>',
      '<plan>buy oil</plan>',
      '<feeling>glad</feeling>',
    );
    const part = fc
      .tuple(fc.constantFrom('say', 'do'), fc.array(piece, { maxLength: 6 }))
      .map(([tag, pieces]) => `<${tag}>${pieces.join('')}</${tag}>`);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 3 }), (parts) => {
        const text = parts.join('');
        const whole = show(moveCommands(text));
        for (let length = 0; length <= text.length; length += 1)
          expect(whole.startsWith(showPartial(text.slice(0, length)).trimEnd())).toBe(true);
        expect(showPartial(text)).toBe(whole);
      }),
    );
  });
});

it('TG14: a note in a pin, which is a sentence of its own, is held and not said; part of a sentence is said', () => {
  const note = "Ada teaches in Leeds; a pupil's mother shouted at her";
  expect(moveCommands(`<say>Sit down. <pin>${note}</pin>\nWhat was it about?</say>`)).toBe(
    `<say>Sit down.\nWhat was it about?</say><pin>${note}</pin>`,
  );
  expect(moveCommands(`<say>Sit down. <pin>${note}</pin></say>`)).toBe(
    `<say>Sit down.</say><pin>${note}</pin>`,
  );
  for (const said of [
    '<say>Listen: <pin>the key is under the mat</pin>, and nowhere else.</say>',
    '<say>Listen. <pin>The key is under the mat.</pin> Take it.</say>',
    '<say>Listen. <pin>The key</pin> is under the mat.</say>',
    '<say><pin>The key is under the mat</pin></say>',
  ])
    expect(moveCommands(said)).toBe(said);
});
