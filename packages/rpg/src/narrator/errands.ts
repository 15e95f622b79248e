// Errands: what people ask for beside the thread, written in the scenario or made out of who has what where.

import type { Entity } from '../values/entity.ts';
import { chooseOne } from './chance.ts';
import type { Chronicle } from './chronicle.ts';
import { findRoute } from './find-referent.ts';
import { wordLists } from './grammar.ts';
import { nameThing } from './name-noun.ts';
import { isErrand, listOpenQuests } from './quest-steps.ts';
import type { ScenarioQuest } from './scenario.ts';
import type { Script } from './script.ts';
import { isGone, isSame, nameOf, readAttitude, readText } from './world.ts';

interface Loan {
  readonly other: Entity;
  readonly item: string;
}

export type Errand = { readonly quest: ScenarioQuest } | { readonly loan: Loan };

/** More at a time nobody can keep in mind. */
const mostOpen = 3;

export function hasOpenErrand(c: Chronicle, who: Entity): boolean {
  return listOpenQuests(c).some((quest) => readText(quest, 'giver') === who.id);
}

/** What this person would ask for; the same as long as nothing is asked. */
export function findErrand(c: Chronicle, who: Entity): Errand | undefined {
  if (who.type !== 'npc' || isGone(who) || readAttitude(who) < -1) return undefined;
  if (listOpenQuests(c).length >= mostOpen) return undefined;
  const quest = c.scenario?.quests.find(
    ({ name, giver }) =>
      isSame(giver ?? '', nameOf(who)) &&
      isErrand(c, name) &&
      c.world.findNamed(name, ['quest']) === undefined,
  );
  if (quest !== undefined) return { quest };
  const hasAsked = c.world.list('quest').some((one) => readText(one, 'giver') === who.id);
  return hasAsked || c.findPerson(who) !== undefined ? undefined : findLoan(c, who);
}

function findLoan(c: Chronicle, who: Entity): Errand | undefined {
  const others = c.world
    .list('npc')
    .filter((one) => one.id !== who.id && !isGone(one) && readAttitude(one) > -2)
    .filter((one) => findRoute(c, readText(one, 'at')) !== undefined);
  const other = chooseOne(others, `${c.seed}/loan/${who.id}`);
  const items = (wordLists['treasure'] ?? []).filter(
    (name) => c.world.findNamed(name, ['item']) === undefined,
  );
  const item = chooseOne(items, `${c.seed}/loan/${who.id}`);
  return other === undefined || item === undefined ? undefined : { loan: { other, item } };
}

export function* startErrand(c: Chronicle, who: Entity, errand: Errand): Script<void> {
  if ('loan' in errand) return yield* startLoan(c, who, errand.loan);
  const { name, about, steps, asked } = errand.quest;
  const known = { name, about, status: 'open', steps: steps.map((step) => step.name), giver: who.id };
  yield* c.execute([{ name: 'quest_update', arguments: known }]);
  if (asked === undefined || !c.narrateText(asked)) c.narrate('wants', { who: c.nameNoun(who), want: about });
}

function* startLoan(c: Chronicle, who: Entity, { other, item }: Loan): Script<void> {
  const place = c.world.find(readText(other, 'at'));
  const here = c.world.here?.id ?? '';
  const name = `The ${item.charAt(0).toUpperCase()}${item.slice(1)}`;
  const steps = [`Get the ${item} from ${nameOf(other)}`, `Bring the ${item} to ${nameOf(who)}`];
  const about = `${nameOf(who)} wants the ${item} back; ${nameOf(other)} has it.`;
  yield* c.execute([
    { name: 'item_add', arguments: { name: item, about: `It is ${nameOf(who)}'s.`, target: here } },
    { name: 'set', arguments: { path: 'holder', value: other.id, target: item } },
    { name: 'quest_update', arguments: { name, about, status: 'open', steps, giver: who.id } },
  ]);
  c.narrate('errand-ask', {
    who: c.nameNoun(who),
    other: c.nameNoun(other),
    item: nameThing(item),
    place: place === undefined ? 'some place' : c.nameNoun(place),
  });
}
