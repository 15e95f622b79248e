// Wake package: the type of a finished wake, with its sections in their order, and the budgets of the sections.
import { UsageError } from '@terrarium/kernel/errors';

/** The sections that are chosen again at each wake, in their order. */
export const sectionNames = ['lingering', 'recalled', 'known', 'echoes', 'recent', 'now'] as const;
export type SectionName = (typeof sectionNames)[number];

export interface WakeLine {
  readonly text: string;
  /** Whether the line may be shown only to the companion. */
  readonly isSecret: boolean;
}

export interface WakeSection {
  readonly name: SectionName;
  /** Rendered lines, which are safe in a prompt. */
  readonly lines: readonly WakeLine[];
  /** The tokens that the section takes as rendered, including its heading; 0 if it is empty. */
  readonly tokens: number;
}

export interface WakeMessage {
  /** The name of the speaker, as it is shown. */
  readonly from: string;
  /** The message, word for word. */
  readonly text: string;
}

export interface WakeImage {
  /** The path of the image as stored, starting with the folder of images. */
  readonly path: string;
  /** About how many tokens the image takes, in the one turn in which it is sent. */
  readonly tokens: number;
}

export interface WakePackage {
  /** The id of the wake's row in the ledger; undefined if the wake was not recorded. */
  readonly wakeId: number | undefined;
  readonly turn: number;
  readonly nowMs: number;
  /** How full working memory is, from 0 to 1. */
  readonly pressure: number;
  /** Who the companion is. */
  readonly activation: string;
  /** How the companion treats images; undefined in a turn without an image. */
  readonly imageContext: string | undefined;
  /** What the companion knows about itself; undefined if there is nothing yet. */
  readonly ambient: string | undefined;
  readonly sections: readonly WakeSection[];
  readonly message: WakeMessage | undefined;
  readonly image: WakeImage | undefined;
  /** Tokens of the whole wake as rendered, with its image. */
  readonly tokens: number;
}

/**
 * Numbers of tokens, except for the share. The message itself, the page about the companion and the time are
 * not counted.
 */
export interface Budgets {
  readonly workingMemory: number;
  readonly conversation: number;
  /** Tokens that working memory and conversation share in addition; working memory is filled first. */
  readonly reserve: number;
  /** The largest share of the reserve for working memory, from 0 to 1. */
  readonly workingMemoryShare: number;
  readonly recall: number;
  /** For facts about people and for fragments that the message finds; 0 turns this section off. */
  readonly known: number;
  /** For echoes, which may also use what the other sections leave of their budgets; 0 turns echoes off. */
  readonly echoes: number;
}

const defaultBudgets: Budgets = {
  workingMemory: 1000,
  conversation: 1000,
  reserve: 1500,
  workingMemoryShare: 0.7,
  recall: 1000,
  known: 600,
  echoes: 600,
};

/** Missing budgets get their defaults. Throws `UsageError` for a value that cannot be a budget. */
export function resolveBudgets(given: Partial<Budgets> = {}): Budgets {
  const budgets = { ...defaultBudgets, ...given };
  for (const [name, value] of Object.entries(budgets)) {
    if (isBudget(name, value)) continue;
    throw new UsageError({
      code: 'memory.bad-budget',
      happened: `The budget ${name} is ${value}.`,
      todo: 'Give a whole number of tokens, at least 0; workingMemoryShare is a number from 0 to 1.',
    });
  }
  return budgets;
}

/** The maximum number of tokens that working memory may take: its own budget and its share of the reserve. */
export function computeWorkingMemoryMaximum(budgets: Budgets): number {
  return budgets.workingMemory + Math.floor(budgets.reserve * budgets.workingMemoryShare);
}

/** The tokens left for conversation once working memory has taken `used`. */
export function computeConversationMaximum(budgets: Budgets, used: number): number {
  const reserveTaken = Math.max(0, used - budgets.workingMemory);
  return budgets.conversation + Math.max(0, budgets.reserve - reserveTaken);
}

/** The share that the section `known` may take of the tokens that the sections before it leave. */
const knownShare = 0.25;

/**
 * The budget of the section `known`, plus a share of what the sections before it leave of their budgets; `used` is what
 * these sections take together.
 */
export function computeKnownMaximum(budgets: Budgets, used: number): number {
  const { workingMemory, conversation, reserve, recall, known } = budgets;
  if (known === 0) return 0;
  return known + Math.floor(knownShare * Math.max(0, workingMemory + conversation + reserve + recall - used));
}

/**
 * The echoes' own budget, plus what the other sections leave of their budgets; `used` is what these sections
 * take together.
 */
export function computeEchoesMaximum(budgets: Budgets, used: number): number {
  const { workingMemory, conversation, reserve, recall, known, echoes } = budgets;
  if (echoes === 0) return 0;
  return echoes + Math.max(0, workingMemory + conversation + reserve + recall + known - used);
}

function isBudget(name: string, value: number): boolean {
  if (name === 'workingMemoryShare') return value >= 0 && value <= 1;
  return Number.isInteger(value) && value >= 0;
}
