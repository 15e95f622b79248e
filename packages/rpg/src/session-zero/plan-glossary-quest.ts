// Plans the quest of a game from a glossary: who asks for it, who knows something, and where the proof is.

import type { GlossaryLore } from './glossary-lore.ts';

export interface Cast {
  /** People of the game with the places where they are, the weightiest first. */
  readonly people: readonly Placed[];
  readonly places: readonly string[];
  readonly start: string;
  /** What the quest may be about, the weightiest first. */
  readonly matters: readonly GlossaryLore[];
}

interface Placed {
  readonly lore: GlossaryLore;
  readonly name: string;
  readonly at: string;
}

export interface GlossaryQuest {
  readonly giver: Placed;
  readonly witness: Placed;
  /** The name of what the quest is about. */
  readonly matter: string;
  /** Where the proof is. */
  readonly place: string;
  readonly quote: string;
}

/** Undefined if the story has too few people for a quest. */
export function planGlossaryQuest({ people, places, start, matters }: Cast): GlossaryQuest | undefined {
  const giver = people.find(({ at }) => at === start) ?? people[0];
  if (giver === undefined) return undefined;
  const others = people.filter((one) => one !== giver);
  const matter =
    matters.find(({ kind }) => kind === 'event' || kind === 'thing') ??
    matters.find(({ kind, term }) => kind === 'person' && people.every(({ lore }) => lore.term !== term)) ??
    matters.find(({ kind }) => kind === 'faction');
  const witness =
    others.find(({ lore }) => matter?.beside.includes(lore.term)) ??
    others.find(({ at }) => at !== start) ??
    others[0];
  if (witness === undefined) return undefined;
  // If the story offers nothing else that the quest could be about, it is about the witness.
  const about = matter ?? witness.lore;
  const place = places.find((name) => name !== start && name !== witness.at) ?? witness.at;
  return { giver, witness, matter: nameInText(about), place, quote: about.quote };
}

/** The name as a sentence has it: with an article if the story mostly puts one before it, as in “the Tell-Lamp”. */
export function nameInText({ term, definition, quote, told }: GlossaryLore): string {
  const texts = [definition, quote, ...told.map(({ words }) => words)];
  const count = (words: string) =>
    texts.reduce((sum, text) => sum + text.toLowerCase().split(words.toLowerCase()).length - 1, 0);
  const [all, withArticle] = [count(term), count(`the ${term}`)];
  return withArticle > 0 && 2 * withArticle >= all && !/^the\s/iu.test(term) ? `the ${term}` : term;
}
