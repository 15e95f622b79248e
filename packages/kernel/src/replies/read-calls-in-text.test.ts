// Tests reading calls of known tools out of a text: every form is read, alone and in prose, and prose is not taken for a call.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registerGrowthTests } from '../testing/growth.ts';
import { writtenCalls } from '../testing/written-calls.ts';
import { readCallsInText } from './read-calls-in-text.ts';

const tools = ['glossary_create', 'glossary_search'];
const values = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.stringMatching(/^[a-z]([a-z {}"']{0,20}[a-z])?$/),
  { minKeys: 1, maxKeys: 4 },
);
const forms = Object.entries(writtenCalls);

describe('calls of known tools in a text', () => {
  it.each(forms)('are read as %s has them, between sentences, one and several', (_form, write) => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 3 }), (given, count) => {
        const written = Array.from({ length: count }, () => write('glossary_create', given)).join('\n');
        for (const text of [written, `I shall note this.\n\n${written}\n\nThat is all.`]) {
          const calls = readCallsInText(text, tools);
          expect(calls.map(({ name }) => name)).toEqual(calls.map(() => 'glossary_create'));
          expect(calls).toHaveLength(count);
          for (const call of calls) expect(JSON.parse(call.arguments)).toEqual(given);
        }
      }),
    );
  });

  it.each([
    ['glossary_create(term="Nell \\"N\\" Orrin", tags=["character"], evidence=[{"post_id": 3, "label": 2}])'],
    [
      "glossary_create(term='Nell \"N\" Orrin', tags=('character',), evidence=[{'post_id': 3, 'label': 2},],)",
    ],
    [
      'print(functions.glossary_create({"term": "Nell \\"N\\" Orrin", "tags": ["character"], "evidence": [{"post_id": 3, "label": 2}]}))',
    ],
    [
      '{"glossary_create": {"term": "Nell \\"N\\" Orrin", "tags": ["character"], "evidence": [{"post_id": 3, "label": 2}]}}',
    ],
    [
      'Action: glossary_create\nAction Input: {"term": "Nell \\"N\\" Orrin", "tags": ["character"], "evidence": [{"post_id": 3, "label": 2}]}',
    ],
    [
      '[TOOL_CALLS]glossary_create[ARGS]{"term": "Nell \\"N\\" Orrin", "tags": ["character"], "evidence": [{"post_id": 3, "label": 2}]}',
    ],
    [
      '```json\n{"tool": "glossary_create", "term": "Nell \\"N\\" Orrin", "tags": ["character"], "evidence": [{"post_id": 3, "label": 2}]}\n```',
    ],
    [
      '```json\n{"tool_calls": [{"function": {"name": "glossary_create", "arguments": {"term": "Nell \\"N\\" Orrin", "tags": ["character"], "evidence": [{"post_id": 3, "label": 2}]}}}]}\n```',
    ],
    [
      '**glossary_create**:\n```json\n{"term": "Nell \\"N\\" Orrin", "tags": ["character"], "evidence": [{"post_id": 3, "label": 2}]}\n```',
    ],
    [
      'Here: [{"tool": "glossary_create", "args": {"term": "Nell \\"N\\" Orrin", "tags": ["character"], "evidence": [{"post_id": 3, "label": 2}]}}].',
    ],
    [
      '<invoke name="glossary_create"><parameter name="term">Nell "N" Orrin</parameter>\n<parameter name="tags">["character"]</parameter><parameter name="evidence">[{"post_id": 3, "label": 2}]</parameter></invoke>',
    ],
  ])('are read as %s', (text) => {
    const calls = readCallsInText(`First: ${text} And so on.`, tools);
    expect(calls.map(({ name }) => name)).toEqual(['glossary_create']);
    expect(JSON.parse(calls[0]?.arguments ?? '')).toEqual({
      term: 'Nell "N" Orrin',
      tags: ['character'],
      evidence: [{ post_id: 3, label: 2 }],
    });
  });

  it.each([
    `glossary_create(term="So" 'ma', definition="Keeper of the gate, "\n    "as of old.")`,
    `glossary_create({"term": "So"\n"ma", 'definition': "Keeper" ' of the gate, ' "as of old."})`,
    `glossary_create{"term": "Soma", "definition": "Keeper of " "the gate, as of old."}`,
  ])('are read with texts that are joined by standing side by side, as in Python: %s', (text) => {
    const [call, ...others] = readCallsInText(`First: ${text} And so on.`, tools);
    expect(others).toEqual([]);
    expect(JSON.parse(call?.arguments ?? '')).toEqual({
      term: 'Soma',
      definition: 'Keeper of the gate, as of old.',
    });
  });

  it.each([
    `(tags=["a" "b"])`,
    `(tags=("a" "b"))`,
    `(term='Soma''s gate')`,
    `(term="""Soma""")`,
    `(term="Soma" definition="Keeper")`,
    `(term="Soma" 3)`,
    `(term="Soma" "Keeper)`,
    `(term="Soma", "definition" "Keeper")`,
    `({"term": "Soma" "definition": "Keeper"})`,
    `({"term" "definition": "Keeper"})`,
    `({"term": 3 "Keeper"})`,
  ])('are not read with joined texts where something else may be meant: %s', (given) => {
    expect(readCallsInText(`glossary_create${given}`, tools)).toEqual([
      { name: 'glossary_create', arguments: given },
    ]);
  });

  it('that cannot be read are calls all the same, and prose is none', () => {
    expect(readCallsInText('glossary_create(term="So', tools)).toEqual([
      { name: 'glossary_create', arguments: '(term="So' },
    ]);
    expect(
      readCallsInText('<tool_call>{"name": "glossary_add", "arguments": {}}</tool_call>', tools),
    ).toEqual([{ name: 'glossary_add', arguments: '{}' }]);
    for (const prose of [
      'I would use glossary_create for Nell Orrin, and glossary_search before.',
      'Nell Orrin (the keeper) says: "{name}".',
      '{"note": "no call"}',
      '',
    ])
      expect(readCallsInText(prose, tools)).toEqual([]);
  });

  it('never throw, and what is read of them is bounded', () => {
    const piece = fc.constantFrom(
      'glossary_create',
      '(',
      ')',
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '\\',
      ',',
      ':',
      '=',
      'term',
      '1',
      'None',
      '<',
      '>',
      '<invoke name="',
      '<parameter name="a">',
      '<tool_call>',
      '[ARGS]',
      ' ',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(readCallsInText(pieces.join(''), tools).length).toBeLessThanOrEqual(100);
      }),
    );
    expect(readCallsInText('glossary_create() '.repeat(1_000), tools)).toHaveLength(100);
    expect(readCallsInText(`glossary_create(a=${'['.repeat(10_000)})`, tools)).toHaveLength(1);
  });

  registerGrowthTests({
    'readCallsInText of many names': (text) =>
      readCallsInText(text.replaceAll('a', 'glossary_create('), tools),
    'readCallsInText behind a name': (text) => readCallsInText(`glossary_create(a=${text}`, tools),
    'readCallsInText behind many texts': (text) =>
      readCallsInText(`glossary_create(a=${text.replaceAll('a', '"x" ')}`, tools),
    'readCallsInText behind an invocation': (text) =>
      readCallsInText(
        `<invoke name="glossary_create">${text.replaceAll('a', '<parameter name="a">')}`,
        tools,
      ),
  });
});
