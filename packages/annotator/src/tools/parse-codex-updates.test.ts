// Tests parsing tool calls that a model wrote as text.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBareUpdates, parseCodexUpdates } from './parse-codex-updates.ts';

const block = (body: string) => `Some words.\n<codex_updates>${body}</codex_updates>\nMore.`;

describe('parseCodexUpdates', () => {
  it('TL8: tagged updates become the calls of the tools, in order', () => {
    const { calls, warnings } = parseCodexUpdates(
      block(
        '[{"action":"create","term":"Soma","definition":"x"},{"action":"update","entry_id":4},{"action":"delete","entry_id":5,"reason":"y"}]',
      ),
    );
    expect(warnings).toEqual([]);
    expect(calls).toEqual([
      { id: 'codex-1', name: 'glossary_create', arguments: '{"term":"Soma","definition":"x"}' },
      { id: 'codex-2', name: 'glossary_update', arguments: '{"entry_id":4}' },
      { id: 'codex-3', name: 'glossary_delete', arguments: '{"entry_id":5,"reason":"y"}' },
    ]);
  });

  it.each([
    ['a fence', '```json\n[{"action":"create","term":"A, ]"}]\n```'],
    ['trailing commas', '[{"action":"create","term":"A, ]",},]'],
    ['one object', '{"action":"glossary_create","term":"A, ]"}'],
    ['words around', 'Here you are: {"action":"Create","term":"A, ]"} Done.'],
    ['a broken neighbour', '[{"action":"create","term":"A, ]"},{"action":"create","term":}]'],
  ])('TL8: is read in spite of %s', (_what, body) => {
    expect(parseCodexUpdates(block(body)).calls).toEqual([
      { id: 'codex-1', name: 'glossary_create', arguments: '{"term":"A, ]"}' },
    ]);
  });

  it.each([
    ['a fence', '```json\n[{"term":"A, ]","definition":"x"}]\n```', 1],
    [
      'a fence with actions',
      '```\n[{"action":"create","term":"A"},{"action":"update","entry_id":4}]\n```',
      2,
    ],
    ['prose', 'I would add A, the keeper of B.', 0],
    ['JSON of another kind', 'The vote: [{"option":"A","votes":3}]', 0],
    ['an update among other things', '[{"term":"A","definition":"x"},{"option":"A"}]', 0],
  ])('TL8: without the tags, %s is read as what it is', (_what, text, count) => {
    expect(parseBareUpdates(text)).toHaveLength(count);
  });

  it('TL8: an update or a deletion may call its entry by its term', () => {
    const items =
      '[{"action":"update","term":"Soma","definition":"x"},{"action":"update","entry_id":4,"term":"New"},{"action":"delete","term":"B","reason":"y"}]';
    expect(parseCodexUpdates(block(items)).calls.map((call) => JSON.parse(call.arguments))).toEqual([
      { entry_id: 'Soma', definition: 'x' },
      { entry_id: 4, term: 'New' },
      { entry_id: 'B', reason: 'y' },
    ]);
  });

  it('TL8: a term with a definition that does not say what is to be done is a new entry', () => {
    const items =
      '[{"term":"A","definition":"x"},{"entry_id":4,"term":"B","definition":"y"},{"action":null,"term":"C","definition":"z"}]';
    const { calls, warnings } = parseCodexUpdates(block(items));
    expect(warnings).toEqual([]);
    expect(calls.map(({ name }) => name)).toEqual(['glossary_create', 'glossary_update', 'glossary_create']);
  });

  it.each([
    ['an unknown action', '[{"action":"sing"}]', 'Unknown action'],
    ['no action', '[{"term":"A"}]', 'Unknown action'],
    ['an inherited name', '[{"action":"constructor"}]', 'Unknown action'],
    ['no object', '[1]', 'Not an object'],
    ['no JSON', 'nothing new', 'holds no JSON object'],
    ['a cut object', '[{"action":"create","term":"A', 'Not valid JSON'],
  ])('TL8: %s is skipped with a warning', (_what, body, warning) => {
    const { calls, warnings } = parseCodexUpdates(block(body));
    expect(calls).toEqual([]);
    expect(warnings.join(' ')).toContain(warning);
  });

  it('TL8: a block that is cut off gives the updates that are complete', () => {
    const { calls, warnings } = parseCodexUpdates(
      '<codex_updates>[{"action":"delete","entry_id":1},{"action":"cre',
    );
    expect(calls).toHaveLength(1);
    expect(warnings).toHaveLength(2);
  });

  it('TL8: a reply without the tag has no calls and no warnings', () => {
    expect(parseCodexUpdates('Nothing new. [{"action":"create"}]')).toEqual({ calls: [], warnings: [] });
    expect(parseCodexUpdates(block(' []'))).toEqual({ calls: [], warnings: [] });
  });

  it('TL8: never throws, and every call it gives has JSON arguments', () => {
    const piece = fc.constantFrom(
      '<codex_updates>',
      '</codex_updates>',
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ',',
      ':',
      '"action"',
      '"create"',
      '1',
      'null',
      '```',
      ' ',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (reply) => {
        for (const call of parseCodexUpdates(`<codex_updates>${reply}`).calls) {
          expect(typeof JSON.parse(call.arguments)).toBe('object');
        }
      }),
    );
  });
});
