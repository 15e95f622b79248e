// Chronicle: the turn that is being told, with the state of the world, the player's words and the narrative so far.

import { isAbout, type Notebook, readNotebook, type Secret, type SecretKind } from '../state/notebook.ts';
import type { System } from '../system/system.ts';
import type { Entity } from '../values/entity.ts';
import type { BlowTold } from './blow.ts';
import { type Composer, chooseOne, expand, openComposer, type Slots } from './compose.ts';
import { grammar, isDeed, wordLists } from './grammar.ts';
import { type Hints, readHints } from './hints.ts';
import type { Intent } from './intent.ts';
import { type Noun, nameNoun, nameThing } from './noun.ts';
import { detectPlaceKind, type PlaceKind } from './place-kind.ts';
import type { Scenario, ScenarioPerson, ScenarioPlace } from './scenario.ts';
import { type Answer, ask, type Call, type NarratorView, type Script } from './script.ts';
import { nameOf, World } from './world.ts';

/** What is noted during a turn, for the parts of it that come later. */
export interface Happened {
  /** Degree of the roll that decided the deed; undefined if nothing was rolled. */
  degree?: number | undefined;
  readonly talkedTo: Set<string>;
  /** Ids of people who have answered something that was said. */
  readonly replied: Set<string>;
  readonly searched: Set<string>;
  readonly used: Set<string>;
  readonly settled: Set<string>;
  readonly beaten: Set<string>;
  /** Kinds of lines that tell whether the player's character is better or worse off after a roll. */
  readonly tides: Set<string>;
  /** Names of the clocks that became full in this turn. */
  readonly ripened: Set<string>;
  /** Rows of tables that were rolled with a deed; texts of effects are in `says`. */
  readonly rows: { readonly id: string; readonly said: string }[];
  /**
   * Who struck back within the player's own roll, by id, with the kind of line that will tell of the blow. These blows
   * are not told yet.
   */
  readonly struck: Map<string, BlowTold>;
  /** Ids of those in the fight who have acted in this turn. */
  readonly acted: Set<string>;
  /** Whether the foes in a fight with turns act once the player's deed is told. */
  areFoesRoused: boolean;
  readonly says: string[];
  hasTravelled: boolean;
  hasRested: boolean;
  hasFailed: boolean;
  /** Whether some small thing was told already, such as somebody fidgeting or a noise. */
  hasStirred: boolean;
  hasTicked: boolean;
  /** Whether somebody set food or drink before the player's character. */
  isServed: boolean;
  /** Whether the player's words had no effect. */
  isIdle: boolean;
  /** Whether the last deed could not even be tried, so that it takes no turn in a fight. */
  isRefused: boolean;
  /** Whether the player's character did not get to where they were going. */
  isHalted: boolean;
  /** Whether somebody said that they do not know. */
  hasShrugged: boolean;
}

const buildHappened = (): Happened => ({
  talkedTo: new Set(),
  replied: new Set(),
  searched: new Set(),
  used: new Set(),
  settled: new Set(),
  beaten: new Set(),
  tides: new Set(),
  ripened: new Set(),
  rows: [],
  struck: new Map(),
  acted: new Set(),
  areFoesRoused: false,
  says: [],
  hasTravelled: false,
  hasRested: false,
  hasFailed: false,
  hasStirred: false,
  hasTicked: false,
  isServed: false,
  isIdle: false,
  isRefused: false,
  isHalted: false,
  hasShrugged: false,
});

/**
 * Once a turn has had this many choices, those that further calls leave open are not made: one choice may lead to
 * another.
 */
const mostChosen = 6;

export interface ChronicleOptions {
  readonly system: System;
  readonly seed: string;
  readonly view: NarratorView;
  /** What the player's words ask for. */
  readonly intent: Intent;
  /** The player's further deeds after the first, in the player's words. */
  readonly further?: readonly string[];
  readonly scenario: Scenario | undefined;
  /** The id of the person whom the player addresses by name. */
  readonly addressed?: string | undefined;
  /** The word by which the rules call what the player pays for the roll. */
  readonly paid?: string | undefined;
}

export class Chronicle {
  readonly system: System;
  readonly hints: Hints;
  readonly seed: string;
  readonly turn: number;
  readonly world: World;
  /** The deed that is being played now; a turn may have several. */
  intent: Intent;
  readonly further: readonly string[];
  /** The id of the person to whom the player spoke last in this turn. */
  addressed: string | undefined;
  /** The word for what is paid for the next roll; undefined once it was paid. */
  paid: string | undefined;
  readonly scenario: Scenario | undefined;
  readonly recent: readonly string[];
  readonly happened: Happened;
  /** The id of the person with whom the last deed was done. */
  dealtWith: string | undefined;
  /** What people were asked in this turn. */
  readonly asked: string[] = [];
  /** What the player's character held when the turn began. */
  readonly heldBefore: ReadonlySet<string>;
  readonly #composer: Composer;
  readonly #paragraphs: string[][] = [[]];
  #keys = 0;
  #chosen = 0;

  constructor({ system, seed, view, intent, further = [], scenario, addressed, paid }: ChronicleOptions) {
    this.system = system;
    this.hints = readHints(system.manifest.narrator);
    this.seed = seed;
    this.turn = view.turn;
    this.world = new World(view.before, system);
    this.intent = intent;
    this.further = further;
    this.heldBefore = new Set(this.world.listHeldBy(this.world.player).map(({ name }) => name.toLowerCase()));
    this.scenario = scenario;
    this.addressed = addressed;
    this.paid = paid;
    this.recent = view.narratives.slice(-8);
    const { turn, variant } = view;
    this.#composer = openComposer({ seed, turn, variant, recent: this.recent, words: wordLists });
    this.happened = buildHappened();
  }

  /** Has the calls executed, and applies their changes to the world. */
  *execute(calls: readonly Call[]): Script<readonly Answer[]> {
    const answers = yield* ask(calls);
    for (const { patches } of answers) this.world.apply(patches);
    yield* this.#choose(answers);
    return answers;
  }

  /** Makes the choices that the rules left open, each time taking one of the options that are possible. */
  *#choose(answers: readonly Answer[]): Script<void> {
    const choices = answers.flatMap((answer) => answer.choices);
    if (choices.length === 0 || this.#chosen >= mostChosen) return;
    for (const { options } of choices) {
      this.#chosen += 1;
      const option = chooseOne(options, this.takeKey('choice'));
      this.happened.says.push(...(option === undefined ? [] : [option.say]));
      const calls = (option?.calls ?? []).map(({ name, arguments: given }) => ({
        name,
        arguments: JSON.parse(given),
      }));
      yield* this.execute(calls);
    }
  }

  /** A new key for a choice, different from the keys of all other choices in this turn. */
  takeKey(name: string): string {
    this.#keys += 1;
    return `${this.seed}/${this.turn}/${name}/${this.#keys}`;
  }

  /**
   * Tells a line of this kind that was not told lately or, if there is none and the kind is the outcome of a deed, a
   * line that fits any deed; false if nothing was told.
   */
  narrate(kind: string, slots: Slots = {}): boolean {
    const side = sides[detectPlaceKind(this, this.world.here)] ?? '';
    const lines = [...(grammar[kind] ?? []), ...(grammar[`${kind}-${side}`] ?? [])];
    if (this.narrateOneOf(lines, kind, slots)) return true;
    return isDeed(kind) && this.narrateOneOf(grammar[chooseFallback(kind)] ?? [], 'fallback', slots);
  }

  /** Tells one of these lines, each of which may have slots. */
  narrateOneOf(lines: readonly string[], kind: string, slots: Slots = {}): boolean {
    const text = this.#composer.findLine(lines, kind, this.#fill(slots));
    if (text !== undefined) this.#paragraphs.at(-1)?.push(text);
    return text !== undefined;
  }

  /** Tells a line again word for word, for a player who asks again; false if a slot of it cannot be filled. */
  narrateAgain(line: string, slots: Slots = {}): boolean {
    const text = this.fillLine(line, slots);
    if (text !== undefined && !this.text.includes(text)) this.#paragraphs.at(-1)?.push(text);
    return text !== undefined;
  }

  /** A written line as it is told, always in the same wording; undefined if a slot of it cannot be filled. */
  fillLine(line: string, slots: Slots = {}): string | undefined {
    return expand(line, { slots: this.#fill(slots), words: wordLists, key: `${this.seed}/again` });
  }

  /** Tells a text as it is; false if it is empty or was told lately. */
  narrateText(text: string): boolean {
    if (text === '' || !this.#composer.isFresh(text)) return false;
    this.#composer.record(text);
    this.#paragraphs.at(-1)?.push(text);
    return true;
  }

  /** Tells something outside the story, for which repetition is not a fault. */
  narratePlainly(text: string): void {
    this.#paragraphs.at(-1)?.push(text);
  }

  startParagraph(): void {
    if (this.#paragraphs.at(-1)?.length !== 0) this.#paragraphs.push([]);
  }

  get text(): string {
    return this.#paragraphs
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join(' '))
      .join('\n\n');
  }

  get hasSpoken(): boolean {
    return this.#paragraphs.some((lines) => lines.length > 0);
  }

  #fill(slots: Slots): Slots {
    const { here } = this.world;
    return { place: here === undefined ? 'this place' : this.nameNoun(here), ...slots };
  }

  nameNoun(entity: Entity): Noun {
    return nameNoun(entity, this.findPerson(entity));
  }

  /**
   * How prose names a thing. A thing whose name contains its owner takes no article ("Hob's hammer"), if the owner is
   * somebody of the game.
   */
  nameItem(name: string): Noun {
    const [, owner = ''] = /^(\p{Lu}[\p{L}-]*)['’]s /u.exec(name) ?? [];
    const isOwned = this.world.listOthers().some((one) => nameOf(one).split(' ').includes(owner));
    return { ...nameThing(name), ...(isOwned ? { isProper: true } : {}) };
  }

  findPerson(entity: Entity): ScenarioPerson | undefined {
    const name = String(entity.sheet['name'] ?? '').toLowerCase();
    const { people = [], creatures = [] } = this.scenario ?? {};
    return [...people, ...creatures].find((one) => one.name.toLowerCase() === name);
  }

  get notebook(): Notebook {
    return readNotebook(this.world);
  }

  /** The secrets noted about somebody or something that have not come out yet. */
  listSecrets(entity: Entity, kind: SecretKind): readonly Secret[] {
    const isOpen = (one: Secret) => one.kind === kind && !one.isRevealed && isAbout(one.of, entity);
    return this.notebook.secrets.filter(isOpen);
  }

  /** What somebody wants, according to the notebook or else the scenario. */
  findWant(who: Entity): string | undefined {
    return this.listSecrets(who, 'wants')[0]?.text ?? this.findPerson(who)?.want;
  }

  findPlace(entity: Entity | undefined): ScenarioPlace | undefined {
    const name = String(entity?.sheet['name'] ?? '').toLowerCase();
    return this.scenario?.places.find((one) => one.name.toLowerCase() === name);
  }
}

/** Lines that fit only indoors, or only outdoors, have kinds of their own: `KIND-inside` and `KIND-outside`. */
const sides: Readonly<Partial<Record<PlaceKind, string>>> = {
  inside: 'inside',
  street: 'outside',
  wild: 'outside',
};

/** The kind of the lines that tell the outcome of a deed if no line of the given kind can be told. */
function chooseFallback(kind: string): string {
  if (/(?:success|triumph|mixed)$/.test(kind)) return 'fallback-good';
  return /(?:failure|disaster)$/.test(kind) ? 'fallback-bad' : 'fallback';
}
