// Chooses the cast of a game: those entries of a glossary that the story really uses as people or as places.

import type { GlossaryLore } from './glossary-lore.ts';
import { isFarPlace } from './is-far-place.ts';

/** A name that is a common noun in at least this share of its uses, as in "a Gascon", is not the name of one person. */
const generalShare = 0.25;
const titledShare = 0.5;

/**
 * The living people who tell the story, or who act, speak or are spoken to somewhere in it. People also stay if it is
 * not known how the story uses their names.
 */
export function filterPeople(people: readonly GlossaryLore[]): readonly GlossaryLore[] {
  return people.filter((one) => isSomebody(one) && !isToldDead(one));
}

/** Whether the definition says that the person is dead. "The dead king's son" says so of the king only. */
function isToldDead({ definition }: GlossaryLore): boolean {
  return toldDead.some((pattern) => pattern.test(definition));
}

const toldDead = [
  // “Whose father is dead” says that somebody else is dead.
  /(?:^|[;,.(]\s*|(?<!\b(?:whose|his|her|their) (?:[\p{L}-]+ ){1,3})\b(?:is|are|was|lies) )(?:now |long |already )*(?:dead|deceased)\s*(?:$|[;,.)]|by\b|since\b|before\b)/iu,
  /^[^.;]*[;,]\s*(?:who |he |she |they )?(?:later )?(?:died\b|(?:was|were) (?:later )?(?:drowned|killed|murdered|executed|hanged)\b)/iu,
  // “who killed three men” says that others are dead.
  /^[^.;]*[;,]\s*(?:(?:who |he |she |they )?(?:later )?drowned|(?:later )?(?:killed|murdered|executed|hanged))(?:\s*(?:$|[;,.)])| (?:by|in|at|on|near|under|for|as|with|when|while|during|before|after)\b)/iu,
  // “The late King’s daughter” and “the late riser” are alive.
  /^(?:[Tt]he )?late (?!(?:\p{L}+ ){0,3}\p{L}+[’']s\b)(?:\p{Lu}|(?:king|queen|lord|lady|husband|wife|father|mother|son|daughter|brother|sister|captain|master|owner)\b)/u,
];

/**
 * Whether an entry is a person, and not a country or a street; if it is not known how the story uses the name, the
 * entry's kind decides.
 */
function isSomebody({ term, aliases, uses, isTeller }: GlossaryLore): boolean {
  // Whoever says “I” is hardly ever named where they do something.
  if (isTeller === true) return true;
  const names = [term, ...aliases];
  if (isFarPlace(names) || names.some((name) => street.test(name))) return false;
  if (uses === undefined || uses.all === 0) return true;
  return uses.acting > 0 && uses.general < uses.all * generalShare;
}

const street = /^(?:rue|via|calle|avenue|boulevard|quai|pont) | (?:street|road|lane|square|avenue|bridge)$/iu;

/** Leaves out entries that are only the title of exactly one other: "the king", if there is one "King Vell". */
export function removeTitles<Placed extends { readonly lore: GlossaryLore }>(
  people: readonly Placed[],
): readonly Placed[] {
  return people.filter(({ lore }) => !isTitleOfOther(lore, people));
}

function isTitleOfOther(one: GlossaryLore, people: readonly { readonly lore: GlossaryLore }[]): boolean {
  const title = /^the (\p{Ll}+)$/u.exec(one.term)?.[1];
  if (title === undefined) return false;
  const isSo = (name: string) => name.toLowerCase().startsWith(`${title} `);
  return people.filter(({ lore }) => lore !== one && [lore.term, ...lore.aliases].some(isSo)).length === 1;
}

/**
 * Leaves out places whose name is, in half of its uses or more, that of a person: the end of a title, or somebody who
 * acts. A common noun, or what has an article (the lighthouse stands on a rock), is nobody's name, whatever it does.
 */
export function filterPlaces(places: readonly GlossaryLore[]): readonly GlossaryLore[] {
  return places.filter(({ term, uses }) => {
    if (uses === undefined || uses.all === 0) return true;
    const acting = /^\p{Ll}/u.test(term) ? 0 : uses.acting;
    return uses.titled + acting < uses.all * titledShare;
  });
}
