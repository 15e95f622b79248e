// Renders what the demo says before and after: what will happen, what was made, what to do next.

import { fileURLToPath } from 'node:url';
import { quoteArgument } from '@terrarium/composition/render-command';
import { toWidth, wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

export interface Greeting {
  readonly title: string;
  readonly threads: number;
  readonly words: number;
  /** The folder of the world, which contains the story. */
  readonly dir: string;
}

export function renderGreeting({ title, threads, words, dir }: Greeting, width: number): readonly string[] {
  const story = `${title}: ${renderCount(threads, 'chapter')}, ${renderCount(words, 'word')}.`;
  const honest =
    'Reading it with the built-in reader. There is no language model inside it, only rules: it reads only English, finds names and unusual words, and quotes the sentence that says most. A real model does better; this one needs nothing.';
  return [
    '',
    ...renderBanner(width),
    '',
    ...wrapText(story, { width }).map((line) => paint(line, 'bold')),
    ...wrapText(honest, { width }),
    ...wrapText(
      'What follows tells the story to its end. To read it yourself first, press Ctrl-C and open it in a browser, where nothing is told before you come to it:',
      { width },
    ),
    `  ${renderLauncher()} open ${quoteArgument(dir)}`,
    '',
  ];
}

function renderBanner(width: number): readonly string[] {
  const name = 'terrarium';
  const promise = 'a long story in, a sourced glossary out';
  const lines = wrapText(promise, { width, indent: '  ', first: `${name}  ` });
  return lines.map((line, at) =>
    at === 0 ? `${paint(name, 'bold', 'green')}${paint(line.slice(name.length), 'dim')}` : paint(line, 'dim'),
  );
}

export interface Farewell {
  /** Paths of the exports, as a person would type them. */
  readonly files: readonly string[];
  readonly dir: string;
  /** The term of an entry to look at. */
  readonly term: string;
}

export function renderFarewell({ files, dir, term }: Farewell, width: number): readonly string[] {
  const world = `--world ${quoteArgument(dir)}`;
  return [
    renderRule('Where it lies', width),
    ...files.map((file) => `  ${file}`),
    '',
    renderRule('Ask where a line is from', width),
    `  alias terrarium=${renderLauncher()}`,
    `  terrarium inspect ${quoteArgument(term)} ${world}`,
    `  terrarium status ${world}`,
    '',
    renderRule('Read it in a browser', width),
    `  terrarium open ${quoteArgument(dir)}`,
    '',
    renderRule('Your own story, your own model', width),
    '  terrarium import my-story.txt',
    '  terrarium read --model openai:NAME --base-url ADDRESS',
    ...servers.map(([name, address]) => `    ${toWidth(name, 12)}${paint(address, 'dim')}`),
    '',
    renderRule('Play in it', width),
    `  terrarium play ${world}`,
    ...wrapText('A text RPG, at once and without a model: it begins a year after this story.', {
      width,
      indent: '    ',
    }),
    '',
    ...wrapText(
      'Stop "terrarium read" with Ctrl-C, or kill it: the next run goes on from that step. (This demo always starts from the beginning.)',
      { width },
    ),
  ];
}

/** The path of the launcher, which can be started from any folder and with any Node. */
const launcher = fileURLToPath(new URL('../../../../node_modules/.bin/terrarium', import.meta.url));

function renderLauncher(): string {
  return quoteArgument(launcher);
}

/** The addresses at which common servers listen by default. */
const servers: readonly (readonly [string, string])[] = [
  ['llama.cpp', 'http://localhost:8080/v1'],
  ['Ollama', 'http://localhost:11434/v1'],
  ['LM Studio', 'http://localhost:1234/v1'],
  ['vLLM', 'http://localhost:8000/v1'],
];

function renderRule(title: string, width: number): string {
  return `${paint(title, 'bold')} ${paint('─'.repeat(Math.max(0, width - title.length - 1)), 'dim')}`;
}
