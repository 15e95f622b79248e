// Tests parsing: what is tagged is found, everything else is text, and nothing is lost.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showSpans } from '../events/show-event.ts';
import { asSaid } from './complete-reply.ts';
import { parseResponse, parseUserMessage } from './parse-message.ts';
import { parseRecallRequests } from './parse-recall-requests.ts';
import { renderMessage } from './render-message.ts';
import { displayTags, type Tag, workingTags } from './tag.ts';
import type { Voices } from './voices.ts';

const tags: readonly Tag[] = [...displayTags, ...workingTags];
const anyTag = fc.constantFrom(...tags);
const voices: Voices = {
  user: [{ id: 'iris', name: 'Iris' }],
  companion: [
    { id: 'sage', name: 'Sage' },
    { id: "o'hara", name: 'O’Hara' },
  ],
};

/** Text with tags, whole and broken, at any place. */
const anyHostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      anyTag.map((tag) => `<${tag}>`),
      anyTag.map((tag) => `</${tag}>`),
      fc.constantFrom('<sage>', '</sage>', '<sage/>', '<say', '<<say>>', '<SAY>', '</Say>', '<i>', '\n', ' '),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

function listParts(text: string) {
  return parseResponse(text).spans.map(({ tag, content }) => [tag, content]);
}

describe('parsing', () => {
  it('TG1: finds tagged parts in order, and leaves the rest untagged', () => {
    const text = 'Hm. <say>Hello.</say> now <do>waves</do><FEELING>glad</Feeling>';
    const parsed = parseResponse(text);
    expect(parsed.spans).toEqual([
      { tag: 'say', content: 'Hello.', start: 9 },
      { tag: 'do', content: 'waves', start: 30 },
      { tag: 'feeling', content: 'glad', start: 49 },
    ]);
    expect(parsed.untagged).toBe('Hm. \n now ');
    expect(parsed.actor).toBeUndefined();
  });

  it.each([
    ['an unknown tag', '<b>bold</b> <sigh>', []],
    ['a tag that is never closed', '<say>Hello', []],
    ['a tag that was never opened', 'Hello</say>', []],
    ['a tag with attributes', '<say mood="x">Hello</say>', []],
    ['a tag inside another', '<say>I <do>wave</do> now</say>', [['say', 'I <do>wave</do> now']]],
    ['tags that cross', '<say>one <do>two</say> three</do>', [['say', 'one <do>two']]],
  ])('TG1: takes %s as text', (_what, text, parts) => {
    expect(listParts(text)).toEqual(parts);
    expect(parseResponse(text).text).toBe(text);
  });

  it('TG1: loses nothing of any text', () => {
    const property = fc.property(anyHostileText, (text) => {
      const { spans, text: kept } = parseResponse(text, { voices });
      expect(kept).toBe(text);
      let reached = 0;
      for (const { content, start, tag } of spans) {
        expect(text.slice(start, start + content.length)).toBe(content);
        expect(text.slice(reached, start).toLowerCase().endsWith(`<${tag}>`)).toBe(true);
        const closing = start + content.length;
        expect(text.slice(closing).toLowerCase().startsWith(`</${tag}>`)).toBe(true);
        reached = closing + tag.length + 3;
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('TG1: accounts for every letter outside of spans', () => {
    const property = fc.property(anyHostileText, (text) => {
      const { spans, untagged } = parseResponse(`.${text}`);
      const pieces: string[] = [];
      let reached = 0;
      for (const { content, start, tag } of spans) {
        pieces.push(`.${text}`.slice(reached, start - tag.length - 2));
        reached = start + content.length + tag.length + 3;
      }
      pieces.push(`.${text}`.slice(reached));
      expect(untagged).toBe(pieces.filter((piece) => piece.trim() !== '').join('\n'));
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('TG2: does not let a tag that was never closed swallow the text after it', () => {
    expect(listParts('<say>Hello. <feeling>glad</feeling> <say>Bye.</say>')).toEqual([
      ['feeling', 'glad'],
      ['say', 'Bye.'],
    ]);
  });

  it('TG3: finds again what was rendered', () => {
    const anyPart = fc.record({ tag: anyTag, content: anyHostileText }).filter(({ tag, content }) => {
      const lower = content.toLowerCase();
      return !lower.includes(`<${tag}>`) && !lower.includes(`</${tag}>`);
    });
    const anyActor = fc.constantFrom(undefined, 'sage', "o'hara");
    const property = fc.property(fc.array(anyPart), anyActor, (spans, actor) => {
      const parsed = parseResponse(renderMessage({ actor, spans }), { voices });
      expect(parsed.actor).toBe(actor);
      expect(parsed.spans.map(({ tag, content }) => ({ tag, content }))).toEqual(spans);
      expect(parsed.untagged).toBe('');
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('TG3: keeps parts apart whose content would end or begin them', () => {
    const property = fc.property(fc.array(fc.record({ tag: anyTag, content: anyHostileText })), (spans) => {
      const parsed = parseResponse(renderMessage({ spans }), { voices });
      expect(parsed.spans.map((span) => span.tag)).toEqual(spans.map((span) => span.tag));
      const again = parseResponse(renderMessage(parsed), { voices });
      expect(again.spans.map((span) => span.content)).toEqual(parsed.spans.map((span) => span.content));
    });
    fc.assert(property, { numRuns: 300 });
  });

  it.each([
    ['openings', '<say>'],
    ['closings', '</say>'],
    ['pairs', '<say></say>'],
    ['openings of two kinds', '<say><do>'],
    ['openings closed by another kind', '<say></do>'],
    ['brackets', '<'],
    ['voices', '<sage>'],
    ['blanks', ' '],
    ['requests', 'recall('],
  ])('TG4: gets through a megabyte of %s, which would take hours if it looked back', (_what, unit) => {
    const text = unit.repeat(Math.floor(1_000_000 / unit.length));
    const parsed = parseResponse(text, { voices });
    expect(parsed.text).toBe(text);
    expect(parseUserMessage(text, { voices }).text).toBe(text);
    expect(parseRecallRequests(text)).toEqual([]);
    expect(showSpans([{ tag: 'say', content: text, start: 0 }]).length).toBeLessThanOrEqual(text.length);
  });

  it.each([
    ['around the message', '<sage><say>Hi</say></sage>', 'sage', [['say', 'Hi']]],
    ['with blanks around', ' <sage>\n<say>Hi</say>\n</sage> \n', 'sage', [['say', 'Hi']]],
    ['closed at once', '<sage></sage><say>Hi</say>', 'sage', [['say', 'Hi']]],
    ['closed by itself', '<sage/><say>Hi</say>', 'sage', [['say', 'Hi']]],
    ['with an apostrophe', "<o'hara><say>Hi</say></o'hara>", "o'hara", [['say', 'Hi']]],
  ])('TG5: knows a leading voice %s', (...[, text, actor, parts]) => {
    const parsed = parseResponse(text, { voices });
    expect(parsed.actor).toBe(actor);
    expect(parsed.spans.map(({ tag, content }) => [tag, content])).toEqual(parts);
    expect(parsed.untagged).toBe('');
  });

  it.each([
    ['of the other side', '<iris><say>Hi</say></iris>'],
    ['that nobody configured', '<ghost><say>Hi</say></ghost>'],
    ['closed before the end', '<sage><say>Hi</say></sage> bye'],
    ['not at the beginning', 'so <sage/><say>Hi</say>'],
    ['never closed', '<sage><say>Hi</say>'],
  ])('TG5: takes a voice %s as text', (_what, text) => {
    const parsed = parseResponse(text, { voices });
    expect(parsed.actor).toBeUndefined();
    expect(parsed.untagged).toContain('<');
    expect(parsed.spans).toHaveLength(1);
  });

  it('TG6: takes what the person writes with the tags of the caller', () => {
    const text = 'Hello <plan>buy bread</plan> there';
    expect(parseUserMessage(text, { actor: 'iris', voices })).toEqual({
      text,
      actor: 'iris',
      spans: [
        { tag: 'say', content: 'Hello ', start: 0 },
        { tag: 'plan', content: 'buy bread', start: 12 },
        { tag: 'say', content: ' there', start: 28 },
      ],
      untagged: '',
    });
    expect(parseUserMessage('waves', { tags: ['do'] }).spans).toEqual([
      { tag: 'do', content: 'waves', start: 0 },
    ]);
    expect(parseUserMessage('waves', { tags: [] })).toMatchObject({ spans: [], untagged: 'waves' });
  });

  it('TG6: takes a whole reply as said when it is asked to, without the tag of its voice', () => {
    const reply = parseResponse('<sage>Hello <i>you</i></sage>', { voices });
    expect(asSaid(reply, voices.companion)).toEqual({
      ...reply,
      spans: [{ tag: 'say', content: 'Hello <i>you</i>', start: 6 }],
      untagged: '',
    });
  });
});
