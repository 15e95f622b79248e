// Lists the words of a text that say how many of something there are, such as `ten-legged`.

/**
 * A word such as `ten-legged`, and the words with which another text may say the same: `ten` or `10`, and `leg` or
 * `legs`.
 */
interface CountCompound {
  readonly text: string;
  readonly numbers: readonly string[];
  readonly things: readonly string[];
}

/** `One` is left out: `one-eyed`, for example, can be said in many other ways. */
const numberWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    ten: '10',
    eleven: '11',
    twelve: '12',
  }),
);

const irregular: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({ foot: ['feet'], tooth: ['teeth'], leaf: ['leaves'], leav: ['leaf', 'leaves'] }),
);

const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}\-‐‑])(${[...numberWords.keys()].join('|')})[\-‐‑](\p{Ll}{2,})ed(?![\p{L}\p{N}])`,
  'giu',
);

/** Lists the words of a text that are like `ten-legged`, each once. */
export function listCountCompounds(text: string): readonly CountCompound[] {
  const found = new Map<string, CountCompound>();
  for (const [whole, number = '', stem = ''] of text.matchAll(pattern)) {
    const word = number.toLowerCase();
    const numbers = [word, numberWords.get(word) ?? word];
    found.set(whole.toLowerCase(), { text: whole, numbers, things: listThings(stem) });
  }
  return [...found.values()];
}

/**
 * Possible forms of the word for the counted thing, some of which are no words: `legg`, `leg`, `legge` and `legged` for
 * the stem `legg`.
 */
function listThings(stem: string): readonly string[] {
  const single = stem.at(-1) === stem.at(-2) ? [stem.slice(0, -1)] : [];
  const forms = [stem, ...single, `${stem}e`];
  return [...forms, ...forms.flatMap((form) => irregular.get(form) ?? []), `${stem}ed`];
}
