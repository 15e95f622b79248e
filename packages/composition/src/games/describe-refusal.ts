// Describes for a player why a narrator's call was refused: names in place of ids and paths, and no advice to a model.

import { decodeXml } from '@terrarium/kernel/foreign-text';
import type { GameState } from '@terrarium/rpg/entity';
import { stripSecrets } from '@terrarium/rpg/hidden-text';
import type { System } from '@terrarium/rpg/system';
import { nameIds } from './name-ids.ts';

export interface RefusalView {
  readonly system: System;
  readonly state: GameState;
}

const unsaid = 'Nothing was changed.';
const behind = 'It was not done, since something before it could not be done.';
const twice = 'It had happened already, and was not done twice.';
/** Words with which a change is refused if a roll or the rules have already made it in the same turn. */
const cameAlready = / came (?:by itself|with the roll) already\b/u;

/** The part of a refusal that lists whom a name may mean. The player may not have met all of them. */
const several = /("[^"]*") may be [^."]*: name one\./gu;

/** A refusal also tells a model what would work instead; only the sentences that say what is wrong are kept. */
export function describeRefusal(say: string, { system, state }: RefusalView): string {
  const said = decodeXml(stripSecrets(say)).replace(/\s+/gu, ' ').trim();
  if (said.startsWith('Not done, since a call before it')) return behind;
  if (cameAlready.test(said)) return twice;
  const kept = said
    .replace(several, '$1 may be several.')
    .split(/(?<=[.!?]) /u)
    .filter((sentence) => !isForModel(sentence))
    .map((sentence) => nameIds(namePaths(sentence, system), state))
    .filter((sentence) => !hasCode(sentence));
  return kept.length === 0 ? unsaid : kept.join(' ');
}

const advice =
  /^(?:Stop|Give|Make|Send|Name|Use|Call|Set|Say|Leave|Tell|Take|Try|Mark|Change|Move|If|Or|Open|Possible|Nearest|Tools|Notes|Steps|Exits|There are|Nothing was done again)\b/u;
/**
 * Signs that a sentence is meant for a model. The word “path” by itself is no such sign: it may be a way that somebody
 * walks on.
 */
const forModel =
  /[`{}]|^paths?:|\b(?:that path|no paths|path of the sheet|call|calls|argument|arguments|tool|tools|Nearest|Possible)\b/u;

function isForModel(sentence: string): boolean {
  return advice.test(sentence) || forModel.test(sentence);
}

const path = /\b[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+\b/gu;

/** Puts the label of a field in the place of its path. */
function namePaths(sentence: string, system: System): string {
  return sentence.replace(path, (found) => nameLabel(found, system));
}

/** The label of the field at a path of any sheet; the path itself if there is none. */
export function nameLabel(path: string, { sheets }: System): string {
  for (const { fields } of sheets.values()) {
    const field = fields.find((one) => path === one.path || path.startsWith(`${one.path}.`));
    if (field !== undefined) return field.definition.label;
  }
  return path;
}

/** Whether the sentence still has an id, a path, or the name of a tool or of one of its arguments. */
function hasCode(sentence: string): boolean {
  return /[a-z][_.:][a-z0-9]/u.test(sentence);
}
