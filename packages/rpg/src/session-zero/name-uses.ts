// Counts how often a text uses a name in each way: for somebody who acts or speaks, in a title, or as a common noun.

import lists from './story-words.json' with { type: 'json' };

export interface NameUses {
  readonly all: number;
  /** How often somebody of that name does something, says something or is spoken to. */
  readonly acting: number;
  /** How often the name is the end of a title, as in "the Duke of Vell". */
  readonly titled: number;
  /**
   * How often the name is a common noun, as in "a Gascon" and "three Guardsmen", or a form of address: "your Eminence".
   */
  readonly general: number;
}

export const noUses: NameUses = { all: 0, acting: 0, titled: 0, general: 0 };

/** How many characters around a name are looked at. */
const around = 60;

export function countNameUses(text: string, names: readonly string[]): NameUses {
  let uses = noUses;
  for (const name of new Set(names.flatMap((one) => [one.trim(), one.trim().replace(/^the /u, 'The ')]))) {
    if (name === '') continue;
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length))
      uses = addUses(uses, readUse(text, { at, name }));
  }
  return uses;
}

export function addUses(one: NameUses, other: NameUses): NameUses {
  return {
    all: one.all + other.all,
    acting: one.acting + other.acting,
    titled: one.titled + other.titled,
    general: one.general + other.general,
  };
}

interface Found {
  readonly at: number;
  readonly name: string;
}

function readUse(text: string, { at, name }: Found): NameUses {
  const before = text.slice(Math.max(0, at - around), at);
  const behind = text.slice(at + name.length, at + name.length + around);
  if (/[\p{L}\p{N}]$/u.test(before)) return noUses;
  if (/^(?:s|es)(?![\p{L}\p{N}'’])/u.test(behind)) return { ...noUses, all: 1, general: 1 };
  // A name within a longer word or name is another name.
  if (/^(?:[\p{L}\p{N}-]| \p{Lu})/u.test(behind)) return noUses;
  const isTitled = title.test(before);
  const isAddressed = opening.test(before) && /^[,!?.…]/u.test(behind) && isInSpeech(text, at);
  const isActing = isAddressed || speaks.test(before) || (doing.test(behind) && !governed.test(before));
  return {
    all: 1,
    acting: Number(isActing),
    titled: Number(isTitled),
    general: Number(!/^the /iu.test(name) && general.test(before)),
  };
}

function joinChoices(list: string): string {
  return list.replaceAll(', ', '|');
}

const title = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${joinChoices(lists.titles)})\.?|m\.) (?:(?:of|de|du|von|da|di|y)(?: la| le)? |d['’])?$`,
  'iu',
);
const speaks = new RegExp(
  String.raw`(?<!\p{L})(?:${joinChoices(lists.saying)}) (?:the )?(?:\p{Lu}\p{L}{0,11}\.? )?(?:de la |de |du |d['’])?$`,
  'u',
);
/**
 * Verbs of acting, in the past or the present; `is` and `was` are not among them, since they are said of places as
 * well.
 */
const doing = new RegExp(
  String.raw`^,?(?: who| then| himself| herself)?,? (?:(?!${joinChoices(lists.notDoing)})(?:\p{Ll}{2,15}ed|\p{Ll}{2,15}[^s\P{Ll}]s)|${joinChoices(lists.doing)})(?![\p{L}\p{N}])`,
  'u',
);
/** Words after which a name is not the subject of the following verb. */
const governed =
  /(?<!\p{L})(?:of|in|at|to|from|by|with|for|into|through|towards?|near|on|over|under|behind|before|against|about|like|than|as|de|du|la) (?:(?:the|a|an|his|her|their|my|your|M\.|Monsieur) )?(?:\p{Lu}\p{L}{0,11}\.? )?(?:de )?$/u;
const opening =
  /(?:[“"‘,]|(?:my|dear|good|friend|oh|ah|no|yes|well)) ?(?:(?:my|dear|good|friend|Monsieur|Master|Madame) ){0,3}$/iu;
const general = new RegExp(
  String.raw`(?<!\p{L})(?:${joinChoices(lists.general)})(?: (?!certain )\p{Ll}{2,15})? $`,
  'iu',
);

/** Whether this position in a text is between quotation marks. */
function isInSpeech(text: string, at: number): boolean {
  const paragraph = text.slice(text.lastIndexOf('\n\n', at) + 1, at);
  if (paragraph.lastIndexOf('“') > paragraph.lastIndexOf('”')) return true;
  return (paragraph.split('"').length - 1) % 2 === 1;
}
