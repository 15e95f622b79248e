// Secrets: stores what only the game master knows, and reveals it to the player.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import {
  isAbout,
  isSameName,
  listStanding,
  type NotedContent,
  nameHiddenThing,
  readNotebook,
  type Secret,
} from '../state/notebook.ts';
import { type Entity, type EntityId, sceneId } from '../values/entity.ts';
import { hideText } from '../values/hidden-text.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { describeHiddenWay, describeQuestPlan, describeSecret } from './describe-secret.ts';
import { requireSheet, type Workbench } from './workbench.ts';

/** The maximum number of characters that the field of a secret holds. */
const longestHidden = 10_000;
/** The maximum number of notes about one entity that an answer tells, besides hidden ways and plans of quests. */
const mostTold = 8;
const longestAtSight = 260;
/** About the greatest length of a note with its name: a note that is asked for is told whole. */
const longestAsked = 2_200;
/** The maximum number of characters of all notes of one answer; the first is told however long it is. */
const longestTold = 3_000;
const because = 'it was noted';
/**
 * Ways and clocks have numbers of their own: models name other secrets by number, and must see no gaps between the
 * numbers.
 */
const letters: Readonly<Partial<Record<NotedContent['kind'], string>>> = { way: 'w', clock: 'c' };

export function addSecret(bench: Workbench, noted: NotedContent, due = 0): Entity {
  const letter = letters[noted.kind] ?? 's';
  const before = bench.state.list('secret').filter(({ key }) => key.startsWith(letter));
  const name = `${letter}${before.length + 1}`;
  const values = { hidden: hideContent(noted), ...(due > 0 ? { due } : {}) };
  return bench.create({ type: 'secret', name, values }).entity;
}

/** Replaces a secret; `due` is the minute of the story at which a plan is carried out, 0 for never. */
export function replaceSecret(bench: Workbench, id: EntityId, noted: NotedContent, due = 0): void {
  setValues(bench, id, { hidden: hideContent(noted), due });
}

/** Reveals a secret: from now on its text is readable in the state. */
export function revealSecret(bench: Workbench, { id, of, kind, text }: Secret): void {
  setValues(bench, id, { hidden: '', due: 0, is_revealed: true, of: of.slice(0, 120), kind, text });
}

/** Reveals the notes about a hidden thing of this name. Called when such a thing comes into the story. */
export function revealFound(bench: Workbench, thing: string): void {
  for (const secret of listHidden(bench, thing)) revealSecret(bench, secret);
}

/** The name that the notebook has for this hidden thing; the given name if the notebook has no such thing. */
export function nameFound(bench: Workbench, thing: string): string {
  const [secret] = listHidden(bench, thing);
  return secret === undefined ? thing : nameHiddenThing(secret.text);
}

function listHidden(bench: Workbench, thing: string): readonly Secret[] {
  const isMeant = ({ text }: Secret) => isSameName(nameHiddenThing(text), nameHiddenThing(thing));
  const { secrets } = readNotebook(bench.state);
  return secrets.filter((one) => one.kind === 'holds' && !one.isRevealed && isMeant(one));
}

/** In a turn that takes this many minutes, for instance for a rest or a long journey, everybody has had time to act. */
export const longSpan = 240;

/**
 * Lines for the game master about people's plans that came due in these minutes. People elsewhere are left out if the
 * model will be asked after the telling what they did.
 */
export function describeDue(bench: Workbench, from: number, to: number): readonly string[] {
  const isAskedLater = bench.hasMeanwhile && to - from >= longSpan;
  return listStanding(readNotebook(bench.state).secrets, bench.state)
    .filter(({ due }) => due !== undefined && due > from && due <= to)
    .filter(({ of }) => !isAskedLater || !isElsewhere(bench, of))
    .map(
      ({ id, of, text }) =>
        `${id}: by now ${escapeLine(of, 120)} has had the time for this: ${escapeLine(text, 600)} Make it so with tools, wherever it happens, and note what they plan next.`,
    );
}

function isElsewhere({ state }: Workbench, of: string): boolean {
  const here = state.find(sceneId)?.sheet['here'];
  return ['npc', 'creature']
    .flatMap((type) => state.list(type))
    .some((one) => isAbout(of, one) && one.sheet['is_gone'] !== true && one.sheet['at'] !== here);
}

/** What only the game master knows of somebody or something, as escaped lines. */
export function listSecretsOf(bench: Workbench, entity: Entity): readonly string[] {
  return cutLines(describeSecretsOf(bench, entity, () => true).map((line) => escapeLine(line, longestAsked)));
}

/** Leaves out what does not fit into an answer; a shorter line after one that is left out may still fit. */
function cutLines(lines: readonly string[]): readonly string[] {
  let length = 0;
  const told = lines.filter((line) => {
    if (length > 0 && length + line.length > longestTold) return false;
    length += line.length;
    return true;
  });
  const missing = lines.length - told.length;
  return missing === 0 ? told : [...told, `(${missing} more left out)`];
}

/**
 * The secrets that matter when the entity is first seen, in short. What somebody knows is left out: it comes up when
 * they are asked.
 */
export function listSecretsAtSight(bench: Workbench, entity: Entity): readonly string[] {
  const isAtSight = ({ kind }: Secret) => kind !== 'knows';
  return describeSecretsOf(bench, entity, isAtSight).map((line) => escapeLine(line, longestAtSight));
}

function describeSecretsOf(
  { state }: Workbench,
  entity: Entity,
  isTold: (secret: Secret) => boolean,
): readonly string[] {
  const now = Number(state.find(sceneId)?.sheet['minutes'] ?? 0);
  const { secrets, plans, ways } = readNotebook(state);
  const noted = secrets.filter((one) => !one.isRevealed && isAbout(one.of, entity) && isTold(one));
  const planned = entity.type === 'quest' ? plans.filter(({ name }) => isAbout(name, entity)) : [];
  return [
    ...noted.slice(0, mostTold).map((secret) => describeSecret(secret, now)),
    ...ways.filter(({ from }) => from === entity.id).map(describeHiddenWay),
    ...planned.map((plan) => describeQuestPlan(plan, state)),
  ];
}

function setValues(bench: Workbench, id: EntityId, values: JsonObject): void {
  const { byPath } = requireSheet(bench.system, 'secret');
  const edits = Object.entries(values).flatMap(([path, value]: [string, Json]) => {
    const field = byPath.get(path);
    return field === undefined ? [] : [{ field, value }];
  });
  bench.edit(id, edits, because);
}

/**
 * Hides the content of a secret. From a quest's plan that is too long, the texts of the steps and the ends of the other
 * texts are left out; the names of the steps are kept.
 */
function hideContent(noted: NotedContent): string {
  const hidden = hideText(JSON.stringify(noted));
  if (hidden.length <= longestHidden || noted.kind !== 'quest') return hidden;
  const bare = { ...noted, steps: noted.steps.map(({ name }) => ({ name, text: '' })) };
  const shorter = { ...bare, about: cut(bare.about), won: cut(bare.won) };
  return hideText(JSON.stringify(shorter));
}

function cut(text: string): string {
  return text.slice(0, 300).toWellFormed();
}
