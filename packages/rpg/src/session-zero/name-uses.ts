// Name uses: how a text uses a name: for somebody who acts, speaks or is spoken to, behind a title, or for any such person.

export interface NameUses {
  readonly all: number;
  /** Somebody of that name does something, says something or is spoken to. */
  readonly acting: number;
  /** It is the end of a title, as in "the Duke of Vell". */
  readonly titled: number;
  /** It is a word for anybody of a kind, as in "a Gascon" and "three Guardsmen", or a form of address: "your Eminence". */
  readonly general: number;
}

export const noUses: NameUses = { all: 0, acting: 0, titled: 0, general: 0 };

/** As many letters around a name as are looked at. */
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
  // Part of a longer word or of a longer name is another name.
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

const titles =
  `duke|duc|duchess|duchesse|lord|lady|king|roi|queen|reine|count|countess|comte|comtesse|earl|baron|baroness|baronne|
  marquis|marquise|prince|princess|princesse|bishop|archbishop|cardinal|master|sir|madame|mme|monsieur|herzog|graf`
    .split(/[|\s]+/u)
    .filter((one) => one !== '')
    .join('|');
const title = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${titles})\.?|m\.) (?:(?:of|de|du|von|da|di|y)(?: la| le)? |d['’])?$`,
  'iu',
);
const verbs =
  `said|says|replied|answered|asked|cried|added|murmured|exclaimed|whispered|shouted|repeated|continued|returned|
  muttered|called|thought|interrupted|resumed|observed|demanded|stammered|sighed`.replaceAll(/\s+/gu, '');
const speaks = new RegExp(
  String.raw`(?<!\p{L})(?:${verbs}) (?:the )?(?:\p{Lu}\p{L}{0,11}\.? )?(?:de la |de |du |d['’])?$`,
  'u',
);
/** What somebody does, in the past or the present; `is` and `was` say of a place what they say of a person. */
const doing =
  /^,?(?: who| then| himself| herself)?,? (?:(?!is|was|has|its|this|as|us|plus|perhaps|besides|always|sometimes|hundred|indeed|red)(?:\p{Ll}{2,15}ed|\p{Ll}{2,15}[^s\P{Ll}]s)|said|took|went|came|saw|gave|made|knew|thought|told|felt|left|kept|held|stood|sat|ran|rose|fell|found|brought|drew|threw|put|let|heard|began|spoke|read|wrote|rode|led|met|shook|slept|lay|got|broke|caught|bit|blew|chose|drank|drove|ate|flew|forgot|hid|hit|laid|lost|paid|rang|sang|sent|shot|shut|struck|swore|swam|taught|tore|understood|woke|won|wore|bent|burst|built|grew|set)(?![\p{L}\p{N}])/u;
/** A name behind one of these is not who does what is told behind it. */
const governed =
  /(?<!\p{L})(?:of|in|at|to|from|by|with|for|into|through|towards?|near|on|over|under|behind|before|against|about|like|than|as|de|du|la) (?:(?:the|a|an|his|her|their|my|your|M\.|Monsieur) )?(?:\p{Lu}\p{L}{0,11}\.? )?(?:de )?$/u;
const opening =
  /(?:[“"‘,]|(?:my|dear|good|friend|oh|ah|no|yes|well)) ?(?:(?:my|dear|good|friend|Monsieur|Master|Madame) ){0,3}$/iu;
const general =
  /(?<!\p{L})(?:an?|another|any|every|each|no|some|several|many|two|three|four|five|six|seven|eight|ten|these|those|your|his|her|their)(?: (?!certain )\p{Ll}{2,15})? $/iu;

/** Whether the place in a text stands between quotation marks. */
function isInSpeech(text: string, at: number): boolean {
  const paragraph = text.slice(text.lastIndexOf('\n\n', at) + 1, at);
  if (paragraph.lastIndexOf('“') > paragraph.lastIndexOf('”')) return true;
  return (paragraph.split('"').length - 1) % 2 === 1;
}
