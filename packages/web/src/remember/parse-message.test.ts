// Tests parsing the Markdown of a message.

import { expect, it } from 'vitest';
import { joinText, type Part, parseMessage } from './parse-message.ts';

/** Writes parts as a line: `ul(li(p(Bread)))`. */
const write = (parts: readonly Part[]): string =>
  parts
    .map(({ tag, number, text, parts: inside }) => {
      const name = `${tag}${number ?? ''}`;
      return name === '' ? text : `${name}(${text}${write(inside)})`;
    })
    .join(' ');
const parse = (message: string) => write(parseMessage(message));

it('splits lists, quotes and headings from running text', () => {
  expect(
    parse('# Gauges\n*She nods.* So:\nthat is\n\n4. Passau\n   - the upper\n7. Linz\n> as he said'),
  ).toBe(
    'h1(Gauges) p(*She nods.* So:\nthat is) ' +
      'ol(li4(p(Passau) ul(li(p(the upper)))) li7(p(Linz))) blockquote(p(as he said))',
  );
});

it('leaves what only looks like a mark, and what is no mark here, as it is', () => {
  const plain = [
    '#1 of 3',
    '-5 degrees',
    '*nods*',
    '1.5 miles',
    '| a',
    'Well\n---',
    'one ` and ``',
    '[here](https://a.example)',
    '<b>no</b> &amp; no',
    '![p](https://a.example/p.png)',
    'https://a.example',
    '[a]: https://a.example',
    '<!-- unseen -->',
    String.raw`\*plain\*`,
  ];
  for (const text of plain) expect(parse(text)).toBe(`p(${text})`);
});

it('keeps code as it was written, also while its end has not come yet', () => {
  expect(parse('So:\n```ts\nconst a = 1;\n\n  # no heading\n```\nDone')).toBe(
    'p(So:) pre(const a = 1;\n\n  # no heading) p(Done)',
  );
  expect(parse('```\n- a')).toBe('pre(- a)');
  expect(parse('```')).toBe('pre()');
  expect(parse('Run `a*b*c` now.')).toBe('p(Run  code(a*b*c)  now.)');
  expect(parse('- first:\n  ```\n  x\n  ```')).toBe('ul(li(p(first:) pre(x)))');
});

it('finds a table by the rule below its first row', () => {
  expect(parse('| a | b |\n|---|:-:|\n| 1 | `2` |\n\nend')).toBe(
    'table(thead(tr(th(a) th(b))) tbody(tr(td(1) td(code(2))))) p(end)',
  );
});

it('loses no word of a message that is nested deeper than any text', () => {
  const message = `${'>'.repeat(500)} deep\n${'- '.repeat(20_000)}end`;
  expect(joinText(parseMessage(message))).toBe(message);
});
