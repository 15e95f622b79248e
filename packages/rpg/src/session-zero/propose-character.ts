// Proposes a character with a model: a filled sheet out of one sentence, within the rules of the system.

import { readFileSync } from 'node:fs';
import { askAndJudge, type Judged } from '@terrarium/kernel/ask-and-judge';
import type { AskedModel } from '@terrarium/kernel/ask-model';
import { ModelError } from '@terrarium/kernel/errors';
import { escapeText } from '@terrarium/kernel/foreign-text';
import { hashPrompt } from '@terrarium/kernel/hash-prompt';
import type { Message } from '@terrarium/kernel/language-model';
import { parseValue } from '@terrarium/kernel/parse-items';
import { z } from 'zod';
import { readValue } from '../rules/read-value.ts';
import type { System } from '../system/system.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { buildCharacter, type CharacterOptions, listQuickCharacters } from './build-character.ts';
import { fillPoints } from './fill-points.ts';
import { listNeeds } from './list-needs.ts';
import { type Limits, renderLimits } from './render-limits.ts';
import { renderSettable } from './render-settable.ts';

export interface CharacterRequest extends AskedModel {
  readonly system: System;
  /** Who the player wants to be, in their words. */
  readonly wish: string;
  /** Where the game takes place, in a few words. */
  readonly world: string;
  readonly limits?: Limits | undefined;
  /** What the rules rolled for the character; the model's proposals do not change these values. */
  readonly rolled?: CharacterOptions['set'] | undefined;
  /** A character that is to be changed, and how. */
  readonly before?: { readonly character: CharacterOptions; readonly change: string } | undefined;
  readonly signal?: AbortSignal | undefined;
}

const instructions = readFileSync(new URL('character-instructions.md', import.meta.url), 'utf8');
/** Version of the texts with which a model is asked for a character. */
export const characterPromptVersion = hashPrompt([
  new URL('character-instructions.md', import.meta.url),
  new URL('propose-character.ts', import.meta.url),
  new URL('render-settable.ts', import.meta.url),
  new URL('list-needs.ts', import.meta.url),
  new URL('list-settable.ts', import.meta.url),
  new URL('render-limits.ts', import.meta.url),
  new URL('build-character.ts', import.meta.url),
  new URL('../rules/settling/settle-field.ts', import.meta.url),
]);
const temperature = 0.8;
const maxOutputTokens = 2_000;
const shownProblems = 12;
const longestAbout = 2_000;
const longestName = 80;
const longestLeft = 500;

/**
 * Joins a wish and what the player wanted changed since, so that a later change forgets nothing of either. If there is
 * no room for all, the oldest changes are left out, then the end of the wish, then the end of the newest change.
 */
export function joinWish(wish: string, change: string): string {
  const [first = '', ...earlier] = wish.split(since);
  const changes = [...earlier, change];
  const join = () => changes.map((one) => `${since}${one}`).join('');
  while (changes.length > 1 && first.length + join().length > longestWish) changes.shift();
  const later = join();
  const room = Math.max(longestWish / 2, longestWish - later.length);
  return `${first.slice(0, room)}${later}`.slice(0, longestWish).toWellFormed();
}

const since = '\nSince then: ';
const longestWish = 4_000;

export interface ProposedCharacter extends CharacterOptions {
  /** Which parts of the player's wish the character does not fulfil, in the words of the model. */
  readonly left?: string | undefined;
}

const proposed = z.object({
  name: z.string().trim().min(1),
  about: z.string().default(''),
  set: z.record(z.string().max(200), z.json()).default({}),
  left: z.string().trim().default('').catch(''),
});

/**
 * Leaves out values that the rules refuse even after the model was told about them, and keeps what they accept of a
 * list. Rules of creation may still be unmet. Throws what the model's server throws, and `ModelError` if two replies
 * contained no character.
 */
export async function proposeCharacter(options: CharacterRequest): Promise<ProposedCharacter> {
  const { model, system, signal } = options;
  const { taken } = await askAndJudge<Attempt>(options, {
    messages: buildMessages(options),
    maxOutputTokens,
    temperature,
    signal,
    judge: (reply, before) => validateReply({ system, rolled: options.rolled ?? {} }, reply, before),
  });
  if (taken.character !== undefined)
    return { ...taken.character, ...fillPoints(system, taken.character, options.rolled) };
  throw new ModelError({
    code: 'session-zero.no-character',
    happened: `${model.id} answered twice without a character.`,
    todo: 'Try again, choose another model, or fill in the sheet yourself.',
  });
}

function buildMessages(request: CharacterRequest): readonly Message[] {
  const { system, wish, world, limits, before, rolled = {} } = request;
  const { manifest, name } = system;
  const { character_creation: manner = '' } = manifest.procedures;
  const rules = (manifest.creation ?? []).map(({ say }) => `- ${say}`);
  const needs = listNeeds(system);
  const sheet = renderSettable(system);
  const [example] = listQuickCharacters(system);
  const question = [
    `<system>${escapeText(`${name}. ${manifest.about ?? ''}`)}</system>`,
    `<creation>${escapeText([manner, ...rules, ...needs].join('\n'))}</creation>`,
    `<sheet>\n${escapeText(sheet.join('\n'))}\n</sheet>`,
    ...(Object.keys(rolled).length === 0 ? [] : [`<rolled>${escapeText(JSON.stringify(rolled))}</rolled>`]),
    ...(example === undefined
      ? []
      : [`<example>${escapeText(renderCharacter(stripFillers(system, example)))}</example>`]),
    `<world>${escapeText(world)}</world>`,
    `${renderLimits(limits)}<character>${escapeText(wish)}</character>`,
  ].join('\n');
  const asked: readonly Message[] = [
    { role: 'system', content: instructions.trimEnd() },
    { role: 'user', content: question },
  ];
  if (before === undefined) return asked;
  const change = `<change>${escapeText(before.change)}</change>\nAnswer with the whole object once more, with this change made.`;
  return [
    ...asked,
    { role: 'assistant', content: renderCharacter(before.character) },
    { role: 'user', content: change },
  ];
}

function renderCharacter({ name, about, set }: CharacterOptions): string {
  return JSON.stringify({ name, about, set });
}

/** A ready character without the numbers that it would have anyway, which a model would copy. */
function stripFillers(system: System, { name, about, set }: CharacterOptions): CharacterOptions {
  const { values } = buildCharacter(system, { name, about, set: {} });
  const isOwn = ([path, value]: readonly [string, Json]) =>
    typeof value !== 'number' || readValue(values, path) !== value;
  return { name, about, set: Object.fromEntries(Object.entries(set).filter(isOwn)) };
}

interface Attempt {
  readonly character?: ProposedCharacter | undefined;
}

function withRolled(set: CharacterOptions['set'], rolled: CharacterOptions['set']): CharacterOptions['set'] {
  const paths = Object.keys(rolled);
  const isRolled = (path: string) => paths.some((one) => path === one || path.startsWith(`${one}.`));
  return { ...Object.fromEntries(Object.entries(set).filter(([path]) => !isRolled(path))), ...rolled };
}

interface Judging {
  readonly system: System;
  readonly rolled: CharacterOptions['set'];
}

function validateReply({ system, rolled }: Judging, reply: string, before?: Attempt): Judged<Attempt> {
  const parsed = parseValue(reply, { schema: proposed });
  if (!parsed.ok) {
    const content =
      'That does not contain a complete JSON object with name, about and set. Answer with that object alone.';
    return { standing: 'refused', taken: before ?? {}, again: { role: 'user', content } };
  }
  const { name, about, set, left } = parsed.value;
  const wanted = {
    name: name.slice(0, longestName).toWellFormed(),
    about: about.slice(0, longestAbout).toWellFormed(),
    set: withRolled(set as CharacterOptions['set'], rolled),
  };
  const { refused, unmet, values } = buildCharacter(system, wanted);
  const wrong = [
    ...refused.map(({ at, say }) => `- ${at}: ${say}`),
    ...unmet.map(({ say }) => `- ${say}`),
    ...listUnknownMoves(system, values),
  ];
  const content = `That is not within the rules yet:\n${wrong.slice(0, shownProblems).join('\n')}\nAnswer with the whole object once more, corrected.`;
  const out = new Set(refused.map(({ at }) => at));
  const kept = Object.entries(wanted.set).flatMap(([path, value]) =>
    out.has(path) ? listSettled(system, values, path) : [[path, value] as const],
  );
  return {
    standing: wrong.length === 0 ? 'clear' : 'refused',
    taken: {
      character: {
        ...wanted,
        set: Object.fromEntries(kept),
        ...(left === '' ? {} : { left: left.slice(0, longestLeft).toWellFormed() }),
      },
    },
    again: { role: 'user', content },
  };
}

/** Complains of things that help with a move that the rules do not have: they would never help. */
function listUnknownMoves({ manifest, sheets }: System, values: JsonObject): readonly string[] {
  const { bonuses, intents = {} } = manifest.narrator ?? {};
  return (bonuses?.lists ?? []).flatMap((path) => {
    const items =
      sheets
        .get('character')
        ?.byPath.get(path)
        ?.kind.items?.(readValue(values, path) ?? []) ?? [];
    return items.flatMap(({ name: owner, move }) =>
      typeof move !== 'string' || move === '' || Object.hasOwn(intents, move.toLowerCase())
        ? []
        : [`- ${path}: "${owner}" has the move "${move}", which the rules do not have.`],
    );
  });
}

/**
 * For a list that the rules refuse as it was written: the list as they correct it, so that one wrong weight does not
 * lose all things. Empty for any other value, and if nothing is left of the list.
 */
function listSettled(system: System, values: JsonObject, path: string): readonly (readonly [string, Json])[] {
  const field = system.sheets.get('character')?.byPath.get(path);
  const value = readValue(values, path);
  const hasItems = value !== undefined && (field?.kind.items?.(value) ?? []).length > 0;
  return hasItems ? [[path, value]] : [];
}
