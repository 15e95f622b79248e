// Renders a command outside the story, from its form in the log, as a sentence for people.

import { findFieldAt } from '@terrarium/rpg/find-field-at';
import type { System } from '@terrarium/rpg/system';

type Saying = (rest: string, system: System | undefined) => string;

const sayings: Readonly<Record<string, Saying>> = {
  ask: renderQuestion,
  table: (rest) => `Rolled on a table: ${rest.replaceAll('_', ' ')}`,
  set: (rest, system) => `Set by hand: ${groupDigits(nameField(rest, system), rest)}`,
  roll: (rest) => `Rolled: ${rest}`,
  spend: (rest, system) => `Spent: ${nameField(rest, system)}`,
  choose: (rest) => `Chosen: ${rest}`,
  remember: (rest) => `To be remembered: ${rest}`,
  forget: () => 'A note was deleted from what is remembered',
  give: (rest) => `Given outside the story: ${rest}`,
  take: (rest) => `Taken outside the story: ${rest}`,
  time: (rest) => `Time passes: ${rest}`,
};

/** Words that are not a command stay as they are. If `system` is given, fields are named by their labels. */
export function renderSaid(words: string, system?: System): string {
  const { name = '', rest = '' } = /^\/(?<name>[a-z]+) (?<rest>.+)$/su.exec(words)?.groups ?? {};
  return sayings[name]?.(rest, system) ?? words;
}

function renderQuestion(rest: string): string {
  const { odds, question = rest } =
    /^(?<odds>likely|unlikely|even) (?<question>.+)$/su.exec(rest)?.groups ?? {};
  const chance = odds === undefined || odds === 'even' ? '' : ` (a yes is ${odds})`;
  return `Asked of the oracle: ${question}${chance}`;
}

/** A number set as the whole value is grouped from four digits on; within words, one of four digits may be a year. */
function groupDigits(text: string, rest: string): string {
  const large = /^\S+ -?\d+$/u.test(rest) ? /(?<!\d)\d{4,}$/gu : /(?<![\w.])\d{5,}(?![\w.])/gu;
  return text.replace(large, (digits) => BigInt(digits).toLocaleString('en'));
}

/** Replaces the paths of fields in a text, such as a rule, by the labels that players know. */
export function nameFields(text: string, system: System): string {
  const fields = [...system.sheets.values()].flatMap((sheet) => sheet.fields);
  return text.replace(/(?<![\w.])[a-z]\w*(?:\.\w+)+/gu, (path) => {
    // A path may lead to a part of its field, such as the present value of a pool.
    const field = findFieldAt(path, fields);
    return field === undefined ? path : `“${field.definition.label}”`;
  });
}

/**
 * Replaces each path by its label. A path without a label is replaced by the name at its end, and a first word that is
 * no path stays.
 */
function nameField(rest: string, system: System | undefined): string {
  const fields = [...(system?.sheets.values() ?? [])].flatMap((sheet) => sheet.fields);
  return rest.replace(/^[a-z]\w*(?=\s)|(?<![\w.])[a-z]\w*(?:\.\w+)+/gu, (path) => {
    const label = fields.find((field) => field.path === path)?.definition.label;
    return label ?? (path.includes('.') ? nameEnd(path) : path);
  });
}

function nameEnd(path: string): string {
  const end = path.slice(path.lastIndexOf('.') + 1).replaceAll('_', ' ');
  return end.charAt(0).toUpperCase() + end.slice(1);
}
