// Searches the people, places and things of the game, by their names and descriptions.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { isUnspaced, splitTerms } from '@terrarium/kernel/split-terms';
import type { Entity } from '../values/entity.ts';
import { markSecret } from '../values/hidden-text.ts';
import { openOtherNames } from './other-names.ts';
import { nameOf } from './resolve-target.ts';
import { listSecretsOf } from './secrets.ts';
import type { Workbench } from './workbench.ts';

const searched = ['npc', 'creature', 'location', 'item', 'faction', 'quest'] as const;
/** One word in a name counts as much as this many words in a description. */
const nameWeight = 3;
const longestAbout = 240;

/** Best first: a word in a name counts more than one that is only in the description. */
export function searchKnown(bench: Workbench, words: string, limit: number): readonly FoundEntity[] {
  const terms = [...splitTerms(words).counts.keys()];
  const telling = terms.filter((term) => !isLoneSound(term));
  const asked = telling.length === 0 ? terms : telling;
  const listNames = openOtherNames(bench.state);
  return searched
    .flatMap((type) => bench.state.list(type))
    .map((entity) => ({ entity, score: scoreEntity(entity, listNames(entity), asked) }))
    .filter(({ score }) => score >= Math.max(1, Math.min(nameWeight, asked.length)))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ entity }) => ({ about: readWhole(entity), line: describeKnown(bench, entity) }));
}

/** A single sign for a sound (さ, ー) is in most names; a Han sign or a pair tells something. */
function isLoneSound(term: string): boolean {
  return [...term].length === 1 && isUnspaced(term) && !/^\p{Script=Han}/u.test(term);
}

function readWhole({ sheet }: Entity): string {
  const about = String(sheet['about'] ?? '');
  return about.length <= longestAbout ? about : '';
}

export interface FoundEntity {
  /** What is told of it, if the line shows all of that; otherwise empty. */
  readonly about: string;
  readonly line: string;
}

interface EntityTerms {
  readonly name: ReadonlyMap<string, number>;
  readonly about: ReadonlyMap<string, number>;
}

/** An entity is never changed in place, so its words are split once: a long game has very many entities. */
const known = new WeakMap<Entity, EntityTerms>();

function readTerms(entity: Entity): EntityTerms {
  const found = known.get(entity);
  if (found !== undefined) return found;
  const { sheet, key } = entity;
  const terms = {
    name: splitTerms(`${String(sheet['name'] ?? '')} ${key.replaceAll('-', ' ')}`).counts,
    about: splitTerms(String(sheet['about'] ?? '')).counts,
  };
  known.set(entity, terms);
  return terms;
}

/** The names of an entry stay the same as long as its note does, so their words are split once too. */
const termsOf = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

function splitNames(names: readonly string[]): ReadonlyMap<string, number> {
  const found = termsOf.get(names) ?? splitTerms(names.join(' ')).counts;
  termsOf.set(names, found);
  return found;
}

function scoreEntity(entity: Entity, names: readonly string[], asked: readonly string[]): number {
  const { name, about } = readTerms(entity);
  const others = splitNames(names);
  return asked.reduce((sum, term) => {
    if (name.has(term) || others.has(term)) return sum + nameWeight;
    return about.has(term) ? sum + 1 : sum;
  }, 0);
}

/**
 * Marks the place of an entity as secret, since the player may not know it yet. Only a model is told the secrets about
 * the entity, also marked.
 */
function describeKnown(bench: Workbench, entity: Entity): string {
  const { sheet, id } = entity;
  const where = sheet['at'] ?? sheet['holder'];
  const at = typeof where === 'string' && where !== '' ? markSecret(` at ${escapeLine(where, 120)}`) : '';
  const about = escapeLine(String(sheet['about'] ?? ''), longestAbout);
  const secrets = bench.by === 'model' ? listSecretsOf(bench, entity).map(markSecret) : [];
  return [`${id} "${nameOf(entity)}"${at}${about === '' ? '' : `: ${about}`}`, ...secrets].join('\n');
}
