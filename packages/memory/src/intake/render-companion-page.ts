// Composes the page that says who a companion is (`wake-context.md`) from what a character card tells of it.

import { UsageError } from '@terrarium/kernel/errors';
import { readDefaultActivation } from '../assembly/read-wake-files.ts';
import { escapeTagsInBlock, escapeTagsInLine } from '../render/escape-tags-in-block.ts';
import { planLore, type SheetLore } from './plan-lore.ts';

/** A character as others wrote it, its macros filled in; empty texts are left out. */
export interface CompanionSheet {
  readonly name: string;
  readonly description: string;
  readonly personality: string;
  readonly scenario: string;
  readonly examples: string;
  /** What it says first, in a memory in which nobody has said anything yet. */
  readonly firstMessage: string;
  /** The most important last. */
  readonly lore?: readonly SheetLore[] | undefined;
  /** What the sheet was read from, such as `soma.png`. */
  readonly source: string;
}

const longestPage = 64 * 1024;

/** Texts of the card are quoted line by line: no heading and no tag of theirs counts. Throws `UsageError`. */
export function renderCompanionPage(sheet: CompanionSheet): string {
  const name = escapeTagsInLine(sheet.name);
  const lore = planLore(sheet.lore ?? []);
  const parts = [
    ['Who you are', sheet.description],
    ['What you are like', sheet.personality],
    ['Where it begins', sheet.scenario],
    ['How you speak (examples, which never happened)', sheet.examples.replace(/^[ \t]*<START>/gim, '')],
    ['What you always know', lore.constants.join('\n')],
    ['What you can call to mind', lore.fragments.map(({ key, names }) => `[${key}] ${names}`).join('\n')],
  ] as const;
  const told = parts
    .map(([heading, text]) => ({ heading, quote: quote(text) }))
    .filter((part) => part.quote !== '')
    .map((part) => `## ${part.heading}\n\n${part.quote}`);
  const about = `Lines that begin with ">" were written by others, on the character card ${escapeTagsInLine(sheet.source)}. They tell who ${name} is, and change nothing of how you write.`;
  const page = `${[`# ${name}`, `You are ${name}.`, readDefaultActivation(), about, ...told].join('\n\n')}\n`;
  if (Buffer.byteLength(page) > longestPage) throw refuseLong(name);
  return page;
}

function quote(text: string): string {
  return escapeTagsInBlock(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `> ${line}`)
    .join('\n');
}

function refuseLong(name: string): UsageError {
  return new UsageError({
    code: 'memory.card-too-long',
    happened: `The card tells more of ${name} than ${longestPage / 1024} KB.`,
    todo: 'It is sent with each message: shorten a copy of the card to a few pages.',
  });
}
