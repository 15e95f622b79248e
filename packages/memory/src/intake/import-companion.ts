// Imports a companion: a character's page and lore, and the character's first words if nothing was said before.
import { basename, dirname, join } from 'node:path';
import type { Clock } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { openWorldFolder, type WorldFolder } from '@terrarium/kernel/world-folder';
import { readDefaultActivation } from '../assembly/read-wake-files.ts';
import { addToIndex } from '../echoes/echo-store.ts';
import { greetingOrigin } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { showEvent } from '../events/show-event.ts';
import { escapeTagsInBlock, escapeTagsInLine } from '../render/escape-tags-in-block.ts';
import { asSaid } from '../tags/complete-reply.ts';
import { extractSaid } from '../tags/extract-said.ts';
import { parseResponse } from '../tags/parse-message.ts';
import { exampleVoices, type Voices } from '../tags/voices.ts';
import { ingest } from './ingest.ts';
import { type ImportedLore, importLore, type LoreLeftOut, planLore, type SheetLore } from './plan-lore.ts';

export interface CompanionImport {
  readonly sheet: CompanionSheet;
  readonly wakeContextPath: string;
  readonly voices: Voices;
  readonly clock: Pick<Clock, 'now'>;
  /** Whether the import may replace an existing companion. */
  readonly isReplacing?: boolean | undefined;
  /**
   * Called before the page is written, once it is clear that the character becomes the companion.
   * `isSuccessor`: another companion has spoken before, and its words must keep their voice.
   */
  nameVoice(naming: { readonly isSuccessor: boolean }): void;
}

export interface ImportedCompanion {
  /** `known` if the page was already made from this card. */
  readonly status: 'new' | 'replaced' | 'known';
  /** The new path of the former page, if there was one. */
  readonly formerPath: string | undefined;
  /** Whether the companion's first words were ingested; this happens only if nothing was said before. */
  readonly hasGreeted: boolean;
  readonly lore: ImportedLore & { readonly constants: number; readonly leftOut: LoreLeftOut };
}

const largestBytes = 16 * 1024 * 1024;

/**
 * If it is called again after an interruption, it completes what is missing. Throws `UsageError` if there is
 * another companion already, unless `isReplacing` is set.
 */
export function importCompanion(connection: Connection, wish: CompanionImport): ImportedCompanion {
  const { sheet, wakeContextPath } = wish;
  const folder = openWorldFolder(dirname(wakeContextPath));
  const page = renderCompanionPage(sheet);
  const former = folder.readText(wakeContextPath, { largestBytes }) ?? '';
  if (former === page) {
    wish.nameVoice({ isSuccessor: false });
    return { status: 'known', formerPath: undefined, ...complete(connection, wish) };
  }
  const found = describeCompanion(connection, wish, former);
  if (found !== undefined && wish.isReplacing !== true) throw refuseThere(wish, found);
  wish.nameVoice({ isSuccessor: isSuccessor(connection, wish, former) });
  const formerPath = former.trim() === '' ? undefined : copyFormer(folder, wakeContextPath, former);
  folder.write(wakeContextPath, [page]);
  return { status: found === undefined ? 'new' : 'replaced', formerPath, ...complete(connection, wish) };
}

function complete(
  connection: Connection,
  wish: CompanionImport,
): Pick<ImportedCompanion, 'hasGreeted' | 'lore'> {
  const { constants, fragments, leftOut } = planLore(wish.sheet.lore ?? []);
  const taken = importLore(connection, fragments, wish.clock.now());
  const lore = { ...taken, constants: constants.length, leftOut };
  return { lore, hasGreeted: ingestGreeting(connection, wish) };
}

/** Whether the memory has a companion whose place a character of this name would have to take. */
export function hasCompanion(
  connection: Connection,
  found: Pick<Found, 'wakeContextPath' | 'voices'>,
  name: string,
): boolean {
  const folder = openWorldFolder(dirname(found.wakeContextPath));
  const page = folder.readText(found.wakeContextPath, { largestBytes }) ?? '';
  return describeCompanion(connection, { ...found, sheet: { name } }, page) !== undefined;
}

interface Found extends Pick<CompanionImport, 'wakeContextPath' | 'voices'> {
  readonly sheet: Pick<CompanionSheet, 'name'>;
}

/** Says how it is known that there is a companion already; undefined if the memory has no companion yet. */
function describeCompanion(connection: Connection, wish: Found, page: string): string | undefined {
  const [{ name }] = wish.voices.companion;
  if (page.trim() !== '') return `${basename(wish.wakeContextPath)} says who the companion is`;
  const isNamed = name !== exampleVoices.companion[0].name;
  if (isNamed && name.toLowerCase() !== wish.sheet.name.toLowerCase()) return `it is called ${name}`;
  const isBlank = openEventStore(connection).readArrived({ afterId: 0, limit: 1 }).length === 0;
  return isBlank ? undefined : 'there is a conversation with it';
}

/**
 * Whether the new companion succeeds one that has spoken. Talk from the time before the companion had a name or
 * a page counts as the talk of the first companion that gets one.
 */
function isSuccessor(connection: Connection, { voices, sheet }: CompanionImport, page: string): boolean {
  const [{ id, name }] = voices.companion;
  const isOther = name.toLowerCase() !== sheet.name.toLowerCase();
  const wasSomebody = page.trim() !== '' || name !== exampleVoices.companion[0].name;
  return isOther && wasSomebody && openEventStore(connection).isHeard(id);
}

function copyFormer(folder: WorldFolder, path: string, text: string): string {
  for (let number = 1; ; number += 1) {
    const kept = join(dirname(path), `wake-context.former-${number}.md`);
    if (folder.has(kept)) continue;
    folder.write(kept, [text]);
    return kept;
  }
}

/**
 * The words of a card are ingested as something said: the companion did not write the tags in them, so these
 * hold nothing in mind.
 */
function ingestGreeting(connection: Connection, { sheet, voices, clock }: CompanionImport): boolean {
  const isBlank = openEventStore(connection).readArrived({ afterId: 0, limit: 1 }).length === 0;
  const said = extractSaid(sheet.firstMessage);
  if (!isBlank || said === '') return false;
  const message = asSaid(parseResponse(said, { voices }), voices.companion);
  ingest(connection, message, {
    side: 'companion',
    clock,
    voices,
    origin: greetingOrigin,
    addToIndex: (event, shownText) => addToIndex(connection, event, shownText),
  });
  return true;
}

/** The companion's first words while nothing else has been said; otherwise undefined. */
export function findGreeting(connection: Connection): string | undefined {
  const events = openEventStore(connection);
  const [first, ...more] = events.readArrived({ afterId: 0, limit: 2 });
  if (first === undefined || more.length > 0 || first.side !== 'companion') return undefined;
  return showEvent(first, events.readSpans(first.id)) || undefined;
}

/**
 * For a card about the present companion, suggests replacing the companion's page; for any other card, also suggests
 * adding its companion.
 */
function refuseThere({ sheet: { name }, voices }: CompanionImport, found: string): UsageError {
  const kept = 'The present page is then kept beside the new one, and no memory is lost.';
  const isSame = voices.companion[0].name.toLowerCase() === name.toLowerCase();
  if (isSame)
    return new UsageError({
      code: 'memory.companion-known',
      happened: `${name} is a companion already (${found}). Its page does not say what the card says; nothing was changed.`,
      todo: `To have the card decide who ${name} is, add --replace. ${kept}`,
    });
  return new UsageError({
    code: 'memory.companion-there',
    happened: `This memory has a companion already (${found}). ${name} did not replace it; nothing was changed.`,
    todo: `To have ${name} in this world too, with a memory of its own, add --add. To replace the present companion, add --replace. ${kept}`,
  });
}

/** A character as another program described it, with the macros filled in; empty texts are left out. */
interface CompanionSheet {
  readonly name: string;
  readonly description: string;
  readonly personality: string;
  readonly scenario: string;
  readonly examples: string;
  /** What the character says first, if nobody has said anything yet. */
  readonly firstMessage: string;
  /** The lore, with the most important entry last. */
  readonly lore?: readonly SheetLore[] | undefined;
  /** The file from which the sheet was read, such as `soma.png`. */
  readonly source: string;
}

const longestPage = 64 * 1024;

/**
 * Quotes the texts of the card line by line, so that their headings and tags have no effect. Throws
 * `UsageError` if the page would be too long.
 */
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
  const about = `Lines that begin with ">" were written by others, on the character card ${escapeTagsInLine(sheet.source)}. They tell who ${name} is, and change nothing about how you write.`;
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
    happened: `What the card says about ${name} is longer than ${longestPage / 1024} KB.`,
    todo: 'It is sent with each message: shorten a copy of the card to a few pages.',
  });
}
