// Narrator hints: the moves of a system, with the check that each intent asks for, its costs, and what its outcomes do.

import { z } from 'zod';
import { buildBoundedRecord } from './bounded-record.ts';
import { order } from './fight-rules.ts';
import { dice, formula, id, path, words } from './hint-values.ts';
import { intentKinds } from './intent-kinds.ts';
import { advantage, modifier } from './roll-rules.ts';

/**
 * A number, dice such as `1d6+@might`, or a formula whose names may have an `@` before them. Besides the roller's
 * sheet, the amount can read the roll that led to the effect: `total`, `target`, `natural`, `highest`, `lowest`,
 * `successes`.
 */
const amount = z.union([z.number(), dice]);

/** What a roll must reach: a number, a formula over the roller's sheet, or a value of the opponent. */
const versus = z.union([
  z.number(),
  formula,
  z.strictObject({ opponent: formula.optional(), else: z.number().optional(), difficulty: id.optional() }),
]);

/** A side of a move. `target` is whomever the move is made for or against or, if nobody is named, the roller. */
const side = z.enum(['player', 'opponent', 'roller', 'target']);

/** What follows from a loss: one act, whose members mean what they mean in an effect. */
const followingAct = z.strictObject({
  lose: path.optional(),
  amount: amount.optional(),
  less: formula.optional(),
  mark: path.optional(),
  count: amount.optional(),
  set: path.optional(),
  to: z.json().optional(),
  add: path.optional(),
  item: z.json().optional(),
  condition: id.optional(),
  rounds: z.number().int().min(1).optional(),
  gone: z.literal(true).optional(),
  oracle: id.optional(),
  row: formula.optional(),
  say: words.optional(),
  who: side.optional(),
  if: formula.optional(),
});

type FollowingAct = z.infer<typeof followingAct>;

/**
 * An act, or a further roll, such as a save of whoever was hit. The type is written out, since it is nested too deeply
 * to be inferred.
 */
export interface FollowingEffect extends FollowingAct {
  readonly further?:
    | {
        readonly check?: string | null | undefined;
        readonly dice?: string | null | undefined;
        readonly versus?: z.infer<typeof versus> | null | undefined;
        readonly outcomes?: Record<string, FollowingAct[]> | null | undefined;
      }
    | undefined;
}

const following: z.ZodType<FollowingEffect> = followingAct
  .extend({
    further: z
      .strictObject({
        check: id.nullish(),
        dice: dice.nullish(),
        versus: versus.nullish(),
        outcomes: buildBoundedRecord(z.string(), z.array(followingAct).max(20), 20).nullish(),
      })
      .optional(),
  })
  .meta({ id: 'following' });

/** What is rolled by an intent or a further roll, and when. */
const roll = {
  check: id.nullish(),
  /** Dice in place of those of the check, or for an intent without a check. */
  dice: dice.nullish(),
  versus: versus.nullish(),
  /** Dice that the opponent rolls first, whose total must be reached. */
  opposed: dice.nullish(),
  needs: formula.nullish(),
  needs_say: words.nullish(),
  /** A formula that must be true of the opponent's sheet. */
  needs_opponent: formula.nullish(),
  /** A formula that must be true of the roller's sheet if the move is for nobody else, such as to have a wound to treat. */
  needs_alone: formula.nullish(),
};

const rollObject = z.strictObject(roll);

/**
 * A further roll and what its outcomes do. The type is written out, since an effect may contain a further roll, which
 * contains effects: otherwise it could be inferred only if the compiler happened to begin with the effect.
 */
interface FurtherRoll extends z.infer<typeof rollObject> {
  readonly cost?: Effect[] | null | undefined;
  readonly outcomes?: Record<string, Effect[]> | null | undefined;
  readonly always?: Effect[] | null | undefined;
  readonly times?: string | null | undefined;
  readonly area?: boolean | null | undefined;
  readonly area_throw?: 'once' | 'each' | null | undefined;
  readonly shared?: boolean | null | undefined;
}

/** What an outcome does: one act, and the members that belong to it. */
export const effect = z
  .strictObject({
    lose: path.optional(),
    gain: path.optional(),
    amount: amount.optional(),
    /** A formula on the sheet of whoever loses something: its value is taken off the amount. */
    less: formula.optional(),
    /**
     * The path where the amount that was lost or gained is kept, since rules may depend on what one blow took and not
     * on what is left.
     */
    noted: path.optional(),
    /**
     * The path from which the rest of a loss is taken once the path in `lose` is empty, such as an attribute once hit
     * protection is gone.
     */
    over: path.optional(),
    /** The effects if the loss was greater than what was there. */
    if_over: z.array(following).max(10).optional(),
    /** The effects if the loss took exactly what was there. */
    if_exact: z.array(following).max(10).optional(),
    mark: path.optional(),
    count: amount.optional(),
    set: path.optional(),
    /** A value, or a formula after `=`. */
    to: z.json().optional(),
    add: path.optional(),
    item: z.json().optional(),
    condition: id.optional(),
    rounds: z.number().int().min(1).optional(),
    /** How many rounds the condition lasts if the move is a reaction, which is made in somebody else's turn. */
    reaction: z.number().int().min(1).optional(),
    /** How many minutes the condition lasts. */
    lasts: z.number().int().min(1).max(525_600).optional(),
    /**
     * What the condition comes from, such as a spell, if the same condition may come from something else too. Then only
     * conditions with this note end with that spell, or are cured by an effect with this note.
     */
    note: words.optional(),
    /** Uses up one piece of a thing of the rules, by its id. */
    take: id.optional(),
    /** The effects if there is nothing to take. */
    get else() {
      return z
        .array(effect.omit({ choose: true, further: true, else: true }))
        .max(10)
        .optional();
    },
    cure: id.optional(),
    clock: id.optional(),
    ticks: amount.optional(),
    segments: z.number().int().min(2).max(12).optional(),
    minutes: z.number().int().min(0).optional(),
    mode: z.enum(['exploration', 'combat', 'social', 'downtime']).optional(),
    /** The effect removes the entity that it is about for good. */
    gone: z.literal(true).optional(),
    /** A blow in return; a word chooses the variant of the foe's blow. */
    strike_back: z.union([z.literal(true), words]).optional(),
    reveal: z.literal(true).optional(),
    /**
     * A list of the roller's sheet: the game master is reminded of its items with notes, because code does not carry
     * out what the notes say.
     */
    recall: path.optional(),
    oracle: id.optional(),
    /** A formula for the row of the table; no dice are thrown then. */
    row: formula.optional(),
    /** The table is rolled on only if nothing is hidden here that could be found instead. */
    unless_hidden: z.literal(true).optional(),
    say: words.optional(),
    /** The path of a text, such as of a spell that is kept up: the effect only counts while there is one. */
    if_text: path.optional(),
    /** Options from which the narrator chooses one: each is offered as calls that are ready to be made. */
    get choose() {
      return z
        .array(
          z.strictObject({
            say: words,
            /** A formula on the roller's sheet that must be true for the option to be offered. */
            if: formula.optional(),
            does: z
              .array(effect.omit({ choose: true, further: true }))
              .max(10)
              .optional(),
          }),
        )
        .min(2)
        .max(12)
        .optional();
    },
    /** A further roll, made at once: by the same roller, or by whomever `who` names. */
    get further(): z.ZodOptional<z.ZodType<FurtherRoll>> {
      return intent.omit({ variants: true, words: true, listed: true }).optional();
    },
    /** The name of effects in `effects` of the narrator, which take the place of this effect; it has no other member. */
    same: id.optional(),
    /** Whose sheet the effect is about; the roller's if absent. */
    who: side.optional(),
    /** A formula that must be true on the sheet of `who` for the act to be done. */
    if: formula.optional(),
    /** Whether dice for the amount are thrown only if `if` is true; otherwise they are thrown in any case. */
    if_first: z.boolean().optional(),
  })
  .meta({ id: 'effect' });

const parts = {
  ...roll,
  cost: z.array(effect).max(20).nullish(),
  /** The effects, by the id of an outcome of the check or by degree: triumph, success, mixed, failure, disaster. */
  outcomes: buildBoundedRecord(z.string(), z.array(effect).max(20), 20).nullish(),
  always: z.array(effect).max(20).nullish(),
  /**
   * How often the dice are rolled in one move, for example for somebody with several attacks: a formula on the roller's
   * sheet.
   */
  times: formula.nullish(),
  /** Whether the move, such as a burst of fire, may be aimed at several targets and is rolled against each. */
  area: z.boolean().nullish(),
  /** `once` if the amounts of an area are thrown once, and that throw counts for each target. */
  area_throw: z.enum(['once', 'each']).nullish(),
  /**
   * Whether the rolls of the move are divided among its targets as these are named: whoever is named twice gets two
   * rolls. A roll at somebody who is already down goes to another target.
   */
  shared: z.boolean().nullish(),
};

/** The variant applies if one of its words is heard. What it leaves out is taken from the intent; null removes a member. */
const variant = z
  .strictObject({
    words: z.array(words).min(1).max(60),
    /**
     * A formula on the sheet of somebody other than the player's character: if it is true, they choose this variant.
     */
    when: formula.optional(),
    ...parts,
  })
  .meta({ id: 'variant' });

const { needs, needs_say, cost, always } = parts;

export const intent = z
  .strictObject({
    ...parts,
    /**
     * How the intent is made with an item that a list only names, such as a spell; formulas read the item's numbers,
     * such as `level`.
     */
    listed: z.strictObject({ on: path, needs, needs_say, cost, always }).optional(),
    /** Words of a player that mean this intent, besides the usual ones. */
    words: z.array(words).max(60).optional(),
    variants: z.array(variant).max(30).optional(),
  })
  .meta({ id: 'intent' });

export const rest = z.strictObject({
  /** The name of the rest in the rules. */
  label: words.optional(),
  /** Words of a player that mean this rest. */
  words: z.array(words).max(30).optional(),
  minutes: z.number().int().min(0),
  effects: z.array(effect).max(20).optional(),
  /** The effects of one die, or of whatever else is spent on the rest. They come once, or as often as the call asks. */
  each: z.array(effect).max(20).optional(),
  /** What the rest brings to everybody else who is where the player's character is. */
  others: z.array(effect).max(20).optional(),
});

const threat = z.strictObject({
  /** What can be seen of an opponent with this threat. */
  say: words.optional(),
  /** Values by path, as for a quick character. */
  set: buildBoundedRecord(z.string(), z.json(), 400).optional(),
});

export const opponents = z.strictObject({
  type: z.enum(['npc', 'creature']).optional(),
  /** The threat of an opponent for whom none is given. */
  default: id.optional(),
  threats: buildBoundedRecord(z.string(), threat, 20).optional(),
  attack: intent.optional(),
  /** The blow of one of them against somebody who is not the player's character; `attack` if absent. */
  ally: intent.optional(),
  acts: z.enum(['each-round', 'on-strike-back']).optional(),
  down_when: formula.optional(),
  /** What happens to an opponent for whom `down_when` becomes true. */
  fallen: z.array(effect).max(20).optional(),
  /** What happens to an opponent for whom `down_when` is no longer true. */
  risen: z.array(effect).max(20).optional(),
  /** Rolled once by the player's character at the first sight of an opponent for whom `needs_opponent` is true. */
  first_sight: intent.optional(),
});

export const player = z.strictObject({
  down_when: formula.optional(),
  down_say: words.optional(),
  down: intent.optional(),
  /** Conditions, such as being stable, that spare a character who is down the roll for it. */
  down_unless: z.array(words).max(20).optional(),
  /**
   * What happens to the character when `down_when` becomes true (`fallen`), and when it is no longer true (`risen`).
   */
  fallen: z.array(effect).max(20).optional(),
  risen: z.array(effect).max(20).optional(),
  /** A formula that is true if the character is gone for good by the rules; coming back then costs more. */
  gone_when: formula.optional(),
  /** What sets the character on their feet again, after the roll of `down`. */
  rise: z.array(effect).max(20).optional(),
});

/** What the passing of time itself brings, such as hunger or a lamp that burns down. */
export const upkeep = z.strictObject({
  /**
   * The length of the interval in minutes. Intervals are counted from the beginning of the story, and the effects come
   * at the end of each.
   */
  every: z.number().int().min(1).max(525_600),
  effects: z.array(effect).min(1).max(20),
});

/** Bonuses that belong to a named move. */
const bonuses = z.strictObject({
  /** Lists whose items have `move` and `bonus` besides their name, and `once` if they help a single time. */
  lists: z.array(path).min(1).max(8),
  /** What the bonuses are added to: the roll, or the number that a roll must not exceed. */
  on: z.enum(['roll', 'target']).optional(),
});

/** Something that is paid once the dice have fallen, so that a roll is judged again. */
export const spend = z.strictObject({
  id,
  label: words,
  /** The rolls after which it may be paid; any roll if absent. */
  on: z.enum(['any', 'failure']).optional(),
  /** Ids of the checks after which it may be paid; all checks if absent. */
  checks: z.array(id).min(1).max(40).optional(),
  /** Ids of outcomes after which it may not be paid. */
  except: z.array(id).min(1).max(20).optional(),
  needs: formula.optional(),
  needs_say: words.optional(),
  /** The effects by which it is paid; the player decides how much an effect without an amount takes. */
  cost: z.array(effect).max(10).optional(),
  /** The effects by which it is paid instead if the words after the price name an aspect on the character's own sheet. */
  cost_own: z.array(effect).max(10).optional(),
  /**
   * The effects by which it is paid instead if the words name neither an aspect of the character's own nor a text that
   * `cost` uses up, such as a boost.
   */
  cost_other: z.array(effect).max(10).optional(),
  /**
   * A list of the scene whose items have a number of uses, such as free invocations of an aspect. The value at `of` on
   * the payer's sheet counts all uses together. Uses that belong to no item yet go to the next item that is put on the
   * list.
   */
  uses: z.strictObject({ list: path, number: id, of: path }).optional(),
  /** The dice are thrown anew, a number is added to the total or takes its place, or an outcome of the check is taken. */
  does: z.enum(['reroll', 'add', 'subtract', 'total', 'outcome']),
  /** Which throw of a reroll counts; the new one if absent. */
  keep: z.enum(['new', 'better']).optional(),
  amount: z.union([z.number(), formula]).optional(),
  outcome: id.optional(),
});

export const narratorHints = z.strictObject({
  /** What may be paid after a roll. */
  spends: z.array(spend).max(12).optional(),
  order: order.optional(),
  /** What gives rolls advantage or disadvantage. */
  advantages: z.array(advantage).max(60).optional(),
  /** What is added to rolls. */
  modifiers: z.array(modifier).max(60).optional(),
  /**
   * Paths of texts that name what somebody keeps up, such as a spell by concentration. If another name is written
   * there, all conditions from the former spell end. If all of them have ended, the text is emptied.
   */
  kept_up: z.array(path).min(1).max(4).optional(),
  bonuses: bonuses.optional(),
  /**
   * Rungs of ladders, by the path, at which the failure of a roll that was prepared there brings no danger closer, such
   * as a controlled position: no clock of a scenario moves then.
   */
  safe: buildBoundedRecord(path, words, 8).optional(),
  /** A move that the player's character makes once, when a game begins. */
  opening: intent.omit({ variants: true, words: true, listed: true }).optional(),
  difficulties: buildBoundedRecord(z.string(), z.number(), 30).optional(),
  intents: z.partialRecord(z.enum(intentKinds), intent).optional(),
  opponents: opponents.optional(),
  player: player.optional(),
  /** What finishing a quest brings besides thanks and a thing. */
  reward: z.array(effect).max(20).optional(),
  /** Rests by name. A short and a long rest always exist; `short` and `long` set what they are in this system. */
  rest: buildBoundedRecord(id, rest, 12).optional(),
  upkeep: z.array(upkeep).max(20).optional(),
  /** Effects that are written once and named by `same` wherever they happen. */
  effects: buildBoundedRecord(id, z.array(effect).max(20), 60).optional(),
  /** What a scene's end brings the player's character: when a fight is over, or when they leave a place. */
  scene_ends: z.array(effect).max(20).optional(),
  /** What happens to whoever has a condition, by its name, when its time has run out. */
  ends: buildBoundedRecord(id, z.array(effect).max(20), 30).optional(),
  /** Ids of tables: for doubts, for when something goes wrong, and for names of people and places. */
  oracle: id.optional(),
  complication: id.optional(),
  names: id.optional(),
  places: id.optional(),
});

export type NarratorHints = z.infer<typeof narratorHints>;
export type Intent = z.infer<typeof intent>;
export type Spend = z.infer<typeof spend>;
export type Rest = z.infer<typeof rest>;
export type Effect = z.infer<typeof effect>;
