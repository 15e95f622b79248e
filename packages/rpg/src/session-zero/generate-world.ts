// Generates a world with a model: one request for places, people, a quest and lore as data, one more to mend it.

import { readFileSync } from 'node:fs';
import { type AskedModel, askModel } from '@terrarium/kernel/ask-model';
import { ModelError } from '@terrarium/kernel/errors';
import { escapeText } from '@terrarium/kernel/escape-xml';
import { hashPrompt } from '@terrarium/kernel/hash-prompt';
import type { Message } from '@terrarium/kernel/language-model';
import { parseValue } from '@terrarium/kernel/parse-value';
import { z } from 'zod';
import { type Scenario, scenarioSchema } from '../narrator/scenario.ts';

export interface GenerateOptions extends AskedModel {
  /** What the player wants of the game. */
  readonly concept: string;
  /** Name and nature of the system, in words. */
  readonly system: string;
  readonly signal?: AbortSignal | undefined;
}

const instructions = readFileSync(new URL('world-instructions.md', import.meta.url), 'utf8');
/** Of the texts a model is asked with for a world. */
export const worldPromptVersion = hashPrompt([
  new URL('world-instructions.md', import.meta.url),
  new URL('generate-world.ts', import.meta.url),
]);
const temperature = 0.9;
const maxOutputTokens = 6_000;
const shownProblems = 12;
const worldSchema = z.preprocess((value) => ({ id: 'generated', ...Object(value) }), scenarioSchema);

/** Throws what the server throws, and `ModelError` where two replies were no world. */
export async function generateWorld(options: GenerateOptions): Promise<Scenario> {
  const { model, concept, system } = options;
  const messages: Message[] = [
    { role: 'system', content: instructions },
    { role: 'user', content: `<system>${escapeText(system)}</system>\n<wish>${escapeText(concept)}</wish>` },
  ];
  const first = await ask(options, messages);
  const judged = judge(first);
  if (judged.ok) return judged.world;
  messages.push(
    { role: 'assistant', content: first },
    {
      role: 'user',
      content: `That cannot be used:\n${judged.problems.join('\n')}\nAnswer with the whole object once more, mended.`,
    },
  );
  const mended = judge(await ask(options, messages));
  if (mended.ok) return mended.world;
  throw new ModelError({
    code: 'session-zero.no-world',
    happened: `${model.id} answered twice without a world that can be used: ${mended.problems.slice(0, 3).join('; ')}.`,
    todo: 'Try once more, take another model, or choose a world that comes along.',
  });
}

async function ask(options: GenerateOptions, messages: readonly Message[]): Promise<string> {
  const { signal } = options;
  const reply = await askModel(options, { messages, maxOutputTokens, temperature }, { signal });
  return reply.text;
}

type Judged =
  | { readonly ok: true; readonly world: Scenario }
  | { readonly ok: false; readonly problems: readonly string[] };

function judge(reply: string): Judged {
  const parsed = parseValue(reply, { schema: worldSchema });
  if (!parsed.ok) {
    const problems = parsed.issues
      .slice(0, shownProblems)
      .map(({ path, message }) => `- ${path.map(String).join('.') || 'the answer'}: ${message}`);
    return {
      ok: false,
      problems: problems.length > 0 ? problems : ['- the answer: holds no whole JSON object'],
    };
  }
  const problems = findLooseEnds(parsed.value);
  return problems.length === 0 ? { ok: true, world: parsed.value } : { ok: false, problems };
}

/** Names that nothing bears. */
function findLooseEnds(world: Scenario): readonly string[] {
  const places = new Set(world.places.map(({ name }) => name));
  const isPlace = (name: string, where: string) =>
    places.has(name) ? [] : [`- ${where}: there is no place "${name}"; places: ${[...places].join(', ')}`];
  return [
    ...isPlace(world.start.at, 'start.at'),
    ...world.ways.flatMap(({ from, to }, at) => [
      ...isPlace(from, `ways.${at}.from`),
      ...isPlace(to, `ways.${at}.to`),
    ]),
    ...world.people.flatMap(({ at, name }) => (at === undefined ? [] : isPlace(at, `people ${name}, at`))),
  ].slice(0, shownProblems);
}
