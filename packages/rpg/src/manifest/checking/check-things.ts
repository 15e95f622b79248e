// Checks the things of a manifest: a character's list can hold them, what they use up exists, and their effects are valid.

import { isObject, type Json, type JsonObject } from '../../values/json.ts';
import type { HintsCheck, Sides } from './check-effect.ts';
import { checkId } from './check-id.ts';
import { checkIntent } from './check-intent.ts';
import { checkTwins, listObjects } from './check-mechanics.ts';
import { findWritable } from './check-setting.ts';
import type { Place } from './problem-list.ts';

export function checkThings(checking: HintsCheck, opponent: string): void {
  const { json, problems } = checking;
  checkTwins(['things'], json['things'], problems);
  for (const [index, raw] of listObjects(json['things'])) {
    const at: Place = ['things', index];
    checkList(raw, at, checking);
    checkUse(raw, { at, sides: { roller: 'character', opponent } }, checking);
  }
}

/**
 * Checks that the sheet of a character has the list to which the thing belongs, and that items of this list can have
 * the thing's members.
 */
function checkList(raw: JsonObject, at: Place, { sheets, problems, isBroken }: HintsCheck): void {
  const { on, with: members, name } = raw;
  const about = sheets.get('character');
  if (about === undefined || typeof on !== 'string') return;
  const found = findWritable(on, [...at, 'on'], { ...about, problems });
  if (found === undefined || isBroken(at)) return;
  const { kind, path } = found.field;
  if (kind.add === undefined) {
    problems.add([...at, 'on'], `"${on}" is no list.`, kind.hint(path));
    return;
  }
  const item = { name: name ?? 'thing', ...(isObject(members) ? members : {}) };
  const done = kind.add(kind.blank(), { item, id: 'try' });
  // A refusal that names none of the thing's members is ignored: a blank sheet may lack room for the thing, although a
  // real sheet has it.
  if (done.ok || !isObject(members)) return;
  const named = Object.keys(members).find((member) => done.say.includes(member));
  if (named !== undefined) problems.add([...at, 'with', named], done.say, kind.hint(path));
}

interface Using {
  readonly at: Place;
  readonly sides: Sides;
}

function checkUse(raw: JsonObject, { at, sides }: Using, checking: HintsCheck): void {
  const { does, spends, move } = raw;
  if (isObject(does)) checkIntent({ raw: does, at: [...at, 'does'], sides }, checking);
  for (const [place, id] of (Array.isArray(spends) ? spends : []).entries())
    checkId(id as Json, { list: 'things', at: [...at, 'spends', place] }, checking);
  if (move !== undefined || (does === undefined && spends === undefined)) return;
  const says = 'Nobody can use it, because no move is named.';
  checking.problems.add(at, says, 'Add "move", such as "use" or "cast".');
}
