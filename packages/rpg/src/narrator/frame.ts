// Frame: the person, the thing and the way out that an intent is about, and the result of its roll.

import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import type { Slots } from './compose.ts';
import { completeNamed, completeSentence, nameWay, readAbout, renderCapital } from './describe.ts';
import type { Tried } from './roll-intent.ts';
import type { ScenarioAnswer, ScenarioPerson } from './scenario.ts';
import { nameOf, type Thing, type Way } from './world.ts';

export type Topic = ScenarioPerson['topics'][number];

export interface Frame {
  readonly c: Chronicle;
  readonly kind: string;
  who?: Entity | undefined;
  thing?: Thing | undefined;
  way?: Way | undefined;
  /** The place to which somebody wants to go in the end. */
  goal?: Entity | undefined;
  topic?: Topic | undefined;
  /** The scenario's answer to questions like this one. */
  answer?: ScenarioAnswer | undefined;
  /** A text that comes to the character's mind. */
  text?: string | undefined;
  tried?: Tried | undefined;
  /** Whether there was a fight, and whether the person was hostile, before the dice were thrown. */
  wasFight?: boolean;
  wasHostile?: boolean;
  /** Whether the person was down before the dice were thrown. */
  wasOut?: boolean;
  /** Whether no further step or rule is to be played. */
  isOver?: boolean;
}

/** The texts for the slots of lines. */
export function fillSlots({ c, who, thing, way, goal }: Frame): Slots {
  const far = goal ?? (way === undefined ? undefined : c.world.find(way.to));
  return {
    ...(who === undefined ? {} : describeWho(c, who)),
    ...(thing === undefined ? {} : describeThing(c, thing)),
    ...(way === undefined
      ? {}
      : { way: nameWay(c, way), tool: c.nameItem(way.opensWith), there: 'the far side' }),
    ...(far === undefined ? {} : { there: c.nameNoun(far) }),
  };
}

function describeWho(c: Chronicle, who: Entity): Slots {
  const want = c.findWant(who)?.replace(/[.]$/, '');
  const about = readAbout(who) || undefined;
  const described =
    about !== undefined && isSentence(about)
      ? { told: completeNamed(nameOf(who), renderCapital(about)) }
      : { about };
  return { who: c.nameNoun(who), ...described, want };
}

const relative = /[,;:.!?“"]| (?:who|whom|whose|that|which|where|when|as if|but|and) /u;
const finite = / (?:is|are|was|were|has|had|will|would|did|does|could|can|must|may|might) /u;

/**
 * Whether a description is told by itself, as a whole sentence such as "the duke was tired", and not within another
 * sentence, as "a man who was tired" is.
 */
function isSentence(about: string): boolean {
  const [first = ''] = about.split(relative);
  return /^[\p{Lu}“"‘]/u.test(about) || finite.test(`${first} `);
}

function describeThing(c: Chronicle, { name, about }: Thing): Slots {
  return { item: c.nameItem(name), text: about === '' ? undefined : completeSentence(about) };
}
