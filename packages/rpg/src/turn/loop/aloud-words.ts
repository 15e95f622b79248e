// Aloud words: words about players, rules, writing and planning, which show that a text is thinking and not story.

/** Words about playing the game, not about the story: nobody in a story speaks like this. */
const ofTable = [
  /\bthe (?:user|player)(?:['’]s)? (?:character|actions?|words|message|input|request|intent|intention|question|agency|command)\b/iu,
  /\bthe user (?:wants|wanted|is|has|asks|asked|says|said|tries|tried|wrote|typed|sent|seems|would|might|could|just|now|will)\b/iu,
  /\b(?:tool|function)[- ]calls?\b(?! for\b)/iu,
  /<\/?(?:now|secret|rules|after|wish|recalled|player|story_so_far|done|marks)>/u,
  /\b(?:NPCs?|DC \d{1,2}|OOC|GM|d20)\b/u,
  /\b(?:game master|system prompt|out of character|in-character|second[- ]person|present tense|word count|role-?play(?:ing)?)\b/iu,
  /\bno (?:rolls?|checks?|dice)(?: is| are)? (?:needed|required|necessary|here)\b|\bno need (?:for|of) (?:a |any )?(?:rolls?|checks?)\b/iu,
  /\b(?:the|a|this|his|her|their|failed|succeeded|passed) (?:roll|check|save|DC) (?:failed|succeeded|passed|was \d|came to \d|is a (?:success|failure))/iu,
  /\bhere(?:['’]s| is| are) (?:the|my|your|a|our) (?:narrative|narration|continuation|next (?:part|turn|scene|passage)|response|reply|retelling|rewritten|telling)\b/iu,
  /\b(?:continue|go on with) the (?:story|scene|narrative|telling) from where\b/iu,
  /\b(?:around|about|at most|under|roughly) \d{2,3} words\b/iu,
  /\bthe move (?:succeeded|failed|worked)\b/iu,
];

/** Words about the game; a story may contain them, but not together with words of planning. */
const ofGame = [
  /\bthe player (?:wants|wanted|is|has|asks|asked|says|said|tries|tried|attempts|wishes|chose|chooses|decided|decides|needs|would|might|may|can|could|should|must|will|knows|does|doesn['’]t|just|now|goes|moves|moved|talks|stands|feels?|doesn)\b/iu,
  /^player (?:asks|asked|wants|says|tries|goes|moves|attempts|is)\b/iu,
  /\bso the player (?:feels|sees|knows|must|has|can)\b/iu,
  /\b(?:quest|quest step|the notebook|my notebook|instructions|wish says|veil on|lines? and veils|suggestions|character sheet)\b/iu,
  /\b(?:narrate|narrating|the narrative|the narration)\b/iu,
  /\b(?:the|a) (?:dice say|roll|check|outcome|success|failure|partial success)\b/iu,
  /\b(?:failure|success) (?:costs|changes|means)\b/iu,
  /\b(?:failed|passed|succeeded) the \w{2,12} (?:save|check|roll)\b/iu,
  /\b(?:write|draft|compose|tell|describe|end|open|set|continue|show) (?:it|this|the (?:scene|turn|story|narrative|narration|telling|response|reply|passage|outcome|result|arrival)|a (?:scene|response|reply)|my (?:reply|response)|around that)(?=\s*(?:[.,;!?]|so\b|in\b|with\b|at\b|and\b|briefly\b|first\b|$))/iu,
  /\b(?:tick the clock|advance time|the clock is at \d|social scene|in combat with|\d hp\b|it has \d{1,3} hp)\b/iu,
  /\b[a-z]{2,12}_[a-z_]{2,20}\b/u,
  /\b(?:i called|with the) [a-z]{3,12}(?: tool)?\b(?= and it worked| tool)/iu,
  /\bsecret s\d{1,3}\b/iu,
  /\b(?:roll|check|persuasion|persuade|save)\b[^.!?]{0,30}\b\d{1,2} (?:vs\.?|against) \d{1,2}\b/iu,
  /\b(?:outcome|tone|stakes|pacing|intent):/iu,
];

const telling =
  'introduce|narrate|describe|reveal|show|write|tell|roll|keep|end|avoid|stop|mention|include|add|call|use|make|focus|continue|respond|reply|update|note|hint|present|portray|play|resolve|check|apply|remember|speak|bring|decide|tick|advance|name|set|let|start|stay';
const adverbs = '(?:also |then |now |probably |just |first |not |never |simply |briefly |only )';

/** Words with which a model plans its narrative. */
const ofPlanning = [
  new RegExp(
    `\\b(?:I|we)(?:['’]ll| will| should| must| need to| have to| can| could| might| may| want to| am going to|['’]m going to| shall| shouldn['’]t| mustn['’]t)(?: also| then| now| probably| just| first| not| never| simply| briefly| only)? (?:${telling})\\b`,
    'iu',
  ),
  /\b(?:let me|let['’]s|let us)\b/iu,
  new RegExp(`^(?:need|should|must|will) (?:to )?${adverbs}?(?:${telling})\\b`, 'iu'),
  new RegExp(`^(?:just|now|then|so|next|first),? (?:(?:I|we) )?${adverbs}?(?:${telling})\\b`, 'iu'),
  /^(?:time to|now to|write|narrate|keep|give|end|stop)\b/iu,
  /^(?:okay|ok|alright|all right|sure|certainly|of course|got it|understood|hmm+|wait)[ ,.!:—-]/iu,
  /\b(?:i need|i want|i have|i was asked) to\b/iu,
  /\b(?:considering|following|as per|according to) (?:the|my) (?:instructions|rules|notes|prompt)\b/iu,
];

const ofWriting =
  /\b(?:I|we)(?:['’]ll| will| should| must| need to| want to|['’]m going to)(?: also| then| now| first)? (?:introduce|narrate|describe|mention|portray|hint|foreshadow|show|have|end|set|keep|reveal)\b/iu;

const ofTelling =
  /^(?:so |then |now |first )?(?:I(?:['’]ll| will| should| must| need to|['’]m going to)|let me|need to|should)(?: also| then| now| first)? (?:tell|write|narrate|describe|retell|show|keep|end|introduce|continue) (?:it|this|that|the|how|what|on)\b/iu;

const plans =
  'plan|planning|thinking|thought process|thoughts?|reasoning|analysis|scratchpad|notes to self|(?:gm|game master) notes?|internal (?:monologue|notes?)';
const planHead = new RegExp(`^(?:${plans})$`, 'u');
const storyHead =
  /^(?:the )?(?:narrative|narration|story|telling|scene|response|reply|output|answer|final (?:answer|narrative|telling|response))$/u;

/**
 * Whether a line is the heading of a plan or of the story; undefined if it is neither. The heading of a plan needs
 * marks such as `#` or a colon; the heading of the story needs none. A line such as `---` counts as a heading of the
 * story.
 */
export function readHeading(line: string): 'plan' | 'story' | undefined {
  const text = line.trim();
  if (/^(?:-{3,}|\*{3,}|_{3,})$/u.test(text)) return 'story';
  const bare = text
    .replaceAll(/[#*_:：]+/gu, ' ')
    .trim()
    .toLowerCase();
  if (storyHead.test(bare)) return 'story';
  return bare.length < text.length && planHead.test(bare) ? 'plan' : undefined;
}

/**
 * The heading of a plan, on the same line as its first words. It is no sure sign, since a line of a story may begin in
 * the same way.
 */
export const planName = new RegExp(
  `^(?:\\*\\*|__)?(?:${plans}|goal|outcome|context|approach|outline|strategy)(?::(?:\\*\\*|__)?|(?:\\*\\*|__):)(?=[ \\t])`,
  'iu',
);
/** Headings of the story, on the same line as its first words. */
export const storyName =
  /^(?:\*\*)?(?:narrative|narration|story|telling|final answer|response):(?:\*\*)?[ \t]+(?=\S)/iu;

export interface Signs {
  readonly table: number;
  readonly game: number;
  readonly planning: number;
  readonly writing: number;
  /** Words with which the narrator says what the narrative is going to tell. */
  readonly telling: number;
}

/**
 * Counts, for each kind of words that show thinking, the patterns that match the sentence. Quoted words must have been
 * removed.
 */
export function countSigns(sentence: string): Signs {
  const count = (words: readonly RegExp[]) => words.filter((word) => word.test(sentence)).length;
  return {
    table: count(ofTable),
    game: count(ofGame),
    planning: count(ofPlanning),
    writing: ofWriting.test(sentence) ? 1 : 0,
    telling: ofTelling.test(sentence) ? 1 : 0,
  };
}
