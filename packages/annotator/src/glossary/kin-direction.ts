// Tells whether a quote makes somebody a parent or a child: N is a parent in "the daughter of N", a child in "N, his son".

interface Sign {
  readonly end: 'parent' | 'child';
  /** Whether the sign is right before the name, or right after it. */
  readonly side: 'before' | 'after';
  readonly pattern: RegExp;
}

/** Words beside a name that show whether the person with this name is a parent or a child. */
const signs: readonly Sign[] = [
  { end: 'parent', side: 'after', pattern: /^['’]s? (?:\p{L}+ )?(?:son|daughter|child)\b/iu },
  { end: 'child', side: 'after', pattern: /^['’]s? (?:\p{L}+ )?(?:father|mother|parent)\b/iu },
  {
    end: 'child',
    side: 'after',
    pattern: /^,? (?:was |is )?(?:his|her|their|the|an?) (?:\p{L}+ )?(?:son|daughter|child)\b/iu,
  },
  {
    end: 'parent',
    side: 'after',
    pattern: /^,? (?:was |is )?(?:his|her|their|the) (?:father|mother|parent)\b/iu,
  },
  { end: 'parent', side: 'before', pattern: /\b(?:son|daughter|child) of $/iu },
  { end: 'child', side: 'before', pattern: /\b(?:father|mother|parent) of $/iu },
  {
    end: 'child',
    side: 'before',
    pattern: /\b(?:his|her|my|our|your|their) (?:\p{L}+ )?(?:son|daughter|child),? $/iu,
  },
  {
    end: 'parent',
    side: 'before',
    pattern: /\b(?:his|her|my|our|your|their) (?:father|mother|parent),? $/iu,
  },
];

const kinWord = /\b(?:sons?|daughters?|child(?:ren|hood)?|fathers?|mothers?|parents?)\b/giu;

// How many characters before or after a name are searched for a sign.
const reach = 40;

/**
 * Whether the quote makes the person with one of these names a parent or a child. Undefined if it does not say, or if
 * it has more than one word such as `son` or `mother`.
 */
export function detectKinEnd(quote: string, names: readonly string[]): 'parent' | 'child' | undefined {
  if ([...quote.matchAll(kinWord)].length !== 1) return undefined;
  for (const name of names) {
    for (let at = quote.indexOf(name); at !== -1; at = quote.indexOf(name, at + 1)) {
      const beside = {
        before: quote.slice(Math.max(0, at - reach), at),
        after: quote.slice(at + name.length, at + name.length + reach),
      };
      const sign = signs.find(({ side, pattern }) => pattern.test(beside[side]));
      if (sign !== undefined) return sign.end;
    }
  }
  return undefined;
}
