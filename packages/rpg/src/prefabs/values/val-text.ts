// VAL_TEXT: words, free or one of several options.

import { z } from 'zod';
import type { Json } from '../../values/json.ts';
import { listNearest, refuse, refusePart, settleTo } from '../finish.ts';
import type { FieldPart, Prefab } from '../prefab.ts';
import { cutLine, describeGiven } from '../show-text.ts';

const config = z
  .strictObject({
    /** The texts that are allowed; any text if absent. */
    options: z.array(z.string().trim().min(1).max(80)).min(1).max(200).optional(),
    max_length: z.number().int().min(1).max(10_000).default(2000),
    default: z.string().max(10_000).optional(),
  })
  .superRefine((given, issues) => {
    const { options, max_length: most } = given;
    const twice =
      options?.findIndex((one, at) => resolveOptionIndex(one, { ...given, options }) !== at) ?? -1;
    const addFault = (path: (string | number)[], message: string) =>
      issues.addIssue({ code: 'custom', path, message });
    if (twice >= 0) addFault(['options', twice], 'this option occurs twice');
    else if (given.default === undefined) return;
    else if (options !== undefined && resolveOptionIndex(given.default, { options }) < 0) {
      addFault(['default'], `the default is not one of the options ${options.join(', ')}`);
    } else if (given.default.length > most)
      addFault(['default'], `the default is longer than ${most} characters`);
  });

type Config = z.output<typeof config>;

const parts: readonly FieldPart[] = [{ name: '', kind: 'text', isWritable: true }];

function resolveOptionIndex(text: string, { options }: Pick<Config, 'options'>): number {
  const wanted = text.trim().toLowerCase();
  return options?.findIndex((one) => one.toLowerCase() === wanted) ?? -1;
}

function readStart(config: Config): string {
  const start = config.default ?? config.options?.[0] ?? '';
  return config.options === undefined ? start : (config.options[resolveOptionIndex(start, config)] ?? start);
}

/** The text in its allowed form; undefined if it is not allowed. */
function normaliseText(text: string, config: Config): string | undefined {
  if (config.options !== undefined) return config.options[resolveOptionIndex(text, config)];
  const whole = text.toWellFormed();
  // The cut may split a surrogate pair; `toWellFormed` replaces the half that is left.
  return whole.length > config.max_length ? whole.slice(0, config.max_length).toWellFormed() : whole;
}

function readText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

export const valText: Prefab<Config> = {
  id: 'VAL_TEXT',
  about: 'Words: any text up to a certain length, or one of several options.',
  config,
  derives: {},
  listParts: () => parts,
  buildBlank: readStart,
  settle(value, config) {
    const text = readText(value);
    const fitted = text === undefined ? undefined : normaliseText(text, config);
    const because =
      config.options === undefined
        ? 'the former value was too long'
        : 'the value before was not one of the options';
    return settleTo(value, fitted ?? readStart(config), value === undefined ? undefined : because);
  },
  read: () => undefined,
  render: (value, config) =>
    cutLine(normaliseText(readText(value) ?? '', config) ?? readStart(config), 400) || '—',
  describe(path, config) {
    const most = `text up to ${config.max_length} characters`;
    const options = config.options?.slice(0, 20).join(', ');
    return `${path}: ${options === undefined ? most : `one of ${options}`}; set`;
  },
  set(_value, { part, input }, config) {
    if (part !== '') return refusePart(part, parts);
    const text = input === null ? '' : readText(input);
    if (text === undefined) return refuse(`A text is needed, not ${describeGiven(input)}.`);
    const fitted = normaliseText(text, config);
    if (fitted === undefined) {
      return refuse(
        `${describeGiven(text)} is not one of the options: ${listNearest(text, config.options ?? [])}.`,
      );
    }
    const isCut = config.options === undefined && text.length > config.max_length;
    return isCut
      ? refuse(
          `The text has ${text.length} characters; at most ${config.max_length} are allowed. Shorten it.`,
        )
      : { ok: true, value: fitted };
  },
};
