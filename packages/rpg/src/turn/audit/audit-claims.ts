// Finds out from the words around a number whether it claims to be a roll, a target, damage or a value.

/** What a number claims to be; most numbers in a story claim nothing. */
export type Claim = 'roll' | 'target' | 'damage' | 'value';

interface ClaimPattern {
  readonly claim: Claim;
  /** Matches text that ends where the number begins. */
  readonly before?: RegExp;
  /** Matches text that begins where the number ends. */
  readonly after?: RegExp;
}

const adjectives = '(?:[\\p{L}-]+ ){0,2}';
const stops = '(?=$|[.,;:!?)…—–"”]|\\s*[-—–]\\s)';
const small =
  '(?:a|an|the|of|is|was|at|to|now|only|just|on|in|all|up|its?|your|stands?|stood|comes?|came|shows?|showed|showing|reads?|lands?|landed|lies|drops?|dropped|falls?|fell|sinks?|sank|rises?|rose|are|were|be|by|final|total|natural|raw|mere|whole)';
const link = `(?:[:=(]? *(?:${small} )*\\+?)`;
const measures =
  '(?:feet|foot|ft|paces?|yards?|miles?|inch(?:es)?|metres?|meters?|steps?|stairs?|times|hours?|minutes?|moments?|seconds?|rounds? later|days?|nights?|weeks?|months?|years?|degrees|stone|pounds|tons|men|women|people|souls|heads?)';
const notMeasured = `(?!\\s*(?:more |or \\p{L}+ )?${measures}\\b)`;

function compileAfter(source: string): RegExp {
  return new RegExp(`^\\s*(?!\\s)${source}`, 'iu');
}

function compileBefore(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])${source}$`, 'iu');
}

const pools =
  '(?:hit points?|hp|health|vitality|vigou?r|sanity|stress|harm|mana|magic points?|luck|willpower|fatigue|exhaustion|experience(?: points?)?|xp|momentum|spirit points?)';
const money = '(?:gold|silver|copper|platinum|electrum)';
const afterMoney =
  '(?=$|[.,;:!?)…—"”]| (?:for|to|from|in|on|at|worth|so|between|total|across|forward|and|but|or|left|lighter|poorer|richer|remains?|remaining|more|each|per|short|with|of|by|that|which|as|is|are|was|were|changes?|change|buys?|bought|goes|go|later|away|apiece|a|the|out|off|into|down|still|now)\\b)';
const supplies =
  '(?:arrows?|bolts?|bullets?|shots?|rounds|charges?|rations?|torches|slots?|doses?|potions?|supply|supplies|darts?|javelins?|shells?|cartridges?)';
const rollNouns = '(?:rolls?|checks?|saves?|saving throws?|throws?|attacks?|dice|die|d20|test)';

const claimPatterns: readonly ClaimPattern[] = [
  // Damage: "nine points of fire damage", "damage: 9", "hits it for 9."
  { claim: 'damage', after: compileAfter(`(?:more |extra |full |whole )?${adjectives}damage\\b`) },
  {
    claim: 'damage',
    after: compileAfter(`(?:more |extra )?${adjectives}points? (?:worth )?of ${adjectives}damage\\b`),
  },
  { claim: 'damage', before: compileBefore(`damage${link}`), after: compileAfter(stops) },
  {
    claim: 'damage',
    before: compileBefore(
      "(?:wounds?|wounded|hits?|strikes?|struck|hurts?|burns?|burned|slash(?:es|ed)?|stabs?|stabbed|cuts?|bites?|bit|smash(?:es|ed)?|heals?|healed|clubs?|clubbed|pierces?|pierced|blasts?|blasted|claws?|mauls?) (?:[\\p{L}'-]+ ){0,4}for ",
    ),
    after: compileAfter(stops),
  },
  // Values of sheets: "12 hit points", "HP drops to 12", "level 3", "AC 15", "40 gold pieces".
  {
    claim: 'value',
    after: compileAfter(
      `(?:more |of your |remaining |temporary |maximum |last |full )?(?:of )?(?:\\p{L}+ )?(?:hit points?|hp)\\b`,
    ),
  },
  { claim: 'value', after: compileAfter(`(?:more )?points? of ${adjectives}${pools}(?![\\p{L}])`) },
  {
    claim: 'value',
    after: compileAfter(
      `(?:more )?(?:xp|experience(?: points?)?|sanity|stress|mana|magic points?|luck points?|willpower)(?![\\p{L}])`,
    ),
  },
  {
    claim: 'value',
    before: compileBefore(`(?:hit points?|hp|health|vitality|vigou?r|sanity|stress|mana|momentum)${link}`),
    after: compileAfter(notMeasured),
  },
  {
    claim: 'value',
    before: compileBefore(`(?:ac|armou?r class|initiative|modifier|proficiency bonus|speed|bonus)${link}`),
    after: compileAfter(notMeasured),
  },
  { claim: 'value', before: compileBefore('(?:level|lvl\\.?) (?:of )?'), after: compileAfter(notMeasured) },
  { claim: 'value', after: compileAfter(`(?:\\p{L}+ )?${money} (?:pieces?|coins?|crowns?|marks?)\\b`) },
  { claim: 'value', after: compileAfter(`(?:more |whole )?${money}${afterMoney}`) },
  { claim: 'value', after: compileAfter('(?:gp|sp|cp|pp)\\b') },
  {
    claim: 'value',
    before: compileBefore(
      '(?:left with|down to|only|have|has|last|leaves?(?: \\p{L}+)?|leaving(?: \\p{L}+)?|remaining) (?:only |just |exactly )?',
    ),
    after: compileAfter(`(?:more )?(?:\\p{L}+ )?${supplies}\\b`),
  },
  {
    claim: 'value',
    after: compileAfter(
      `(?:more )?(?:\\p{L}+ )?${supplies} (?:left|remain|remaining|remains|are left|to your name)\\b`,
    ),
  },
  {
    claim: 'value',
    after: compileAfter(
      "(?:is|['’]s|was) (?:my|your|the|his|her|its|their) (?:armou?r class|ac|dc|difficulty)\\b",
    ),
  },
  { claim: 'value', after: compileAfter('(?:armou?r class|ac)\\b') },
  // Targets: "DC 15", "you needed a 15".
  {
    claim: 'target',
    before: compileBefore(`(?:dc|difficulty(?: class)?|target number|target (?=of|is|was)|tn)${link}`),
    after: compileAfter(notMeasured),
  },
  {
    claim: 'target',
    before: compileBefore(
      '(?:need(?:s|ed|ing)?|beats?|beating|had to (?:beat|roll|make|get)|requires?|required) (?:at least )?(?:a|an) ',
    ),
    after: compileAfter(`(?:or (?:more|higher|better|above)\\b|to \\p{L}|on the (?:dice|die)\\b|${stops})`),
  },
  {
    claim: 'target',
    before: compileBefore('(?:beats?|beat|make|reach|meet|exceed|need(?:ed)?) (?:at least )?'),
    after: compileAfter(
      '(?:or (?:more|higher|better)\\b|(?:up)?on (?:the|your|a) (?:dice|die|roll|check)\\b)',
    ),
  },
  // Rolls: "you rolled 17", "a natural 20", "the die shows a 4", "a 17 on the check".
  {
    claim: 'roll',
    before: compileBefore(
      '(?:rolls?|rolled|rolling|throws?|threw) (?:only |just )?(?:a|an) (?:total of |natural )?',
    ),
    after: compileAfter(notMeasured),
  },
  { claim: 'roll', after: compileAfter('to hit\\b') },
  {
    claim: 'roll',
    before: compileBefore('(?:a|an|your) '),
    after: compileAfter('(?:hits?|misses|beats|succeeds|fails|will do|is enough|does it)\\b'),
  },
  {
    claim: 'roll',
    before: compileBefore(`(?:rolls?|rolled|rolling) (?:[\\p{L}]+ )?(?:a |an )?(?:total of |natural )?\\+?`),
    after: compileAfter(
      `(?:${stops}|(?:against|versus|vs|on|in|for|to|and|but|with|plus|total|which|is|was|beats?|hits?|succeeds?|fails?|minus)\\b${notMeasured}|[+])`,
    ),
  },
  {
    claim: 'roll',
    before: compileBefore(
      `${rollNouns}(?: (?:result|total))?(?: of|:| is| was| totals?| comes? (?:up|to)(?: as)?| came (?:up|to)| shows?| showed| reads?| lands? on| landed on| results? in| gives?| gave| turns? up)${link}`,
    ),
    after: compileAfter(notMeasured),
  },
  {
    claim: 'roll',
    before: compileBefore('(?:a |an |your |the )?(?:natural|nat|unmodified) '),
    after: compileAfter(`(?:${stops}|\\p{L})`),
  },
  {
    claim: 'roll',
    before: compileBefore(`(?:total|result|sum)(?: of| is| was|:| comes? to| came to)${link}`),
    after: compileAfter(notMeasured),
  },
  {
    claim: 'roll',
    after: compileAfter(`(?:up)?on (?:your|the|that|his|her|its|a|this) (?:[\\p{L}]+ ){0,2}${rollNouns}\\b`),
  },
  {
    claim: 'roll',
    after: compileAfter('(?:is|was) (?:the|your|its|their) (?:final )?(?:total|result|roll)\\b'),
  },
  { claim: 'roll', after: compileAfter('(?:is|was|on) the (?:dice|die)\\b') },
];

/** The claim that a number makes in its surroundings; undefined if it makes none. */
export function findClaim(textBefore: string, textAfter: string): Claim | undefined {
  return claimPatterns.find(
    ({ before: ends, after: begins }) =>
      (ends?.test(textBefore) ?? true) && (begins?.test(textAfter) ?? true),
  )?.claim;
}
