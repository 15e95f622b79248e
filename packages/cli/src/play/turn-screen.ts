// Turn screen: shows dice, changes, suggestions, and the narrative word by word while a turn is played.

import { describeNearMiss } from '@terrarium/composition/describe-spends';
import { describeUnmet } from '@terrarium/composition/describe-unmet';
import type { Entity, Patch } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { isObject } from '@terrarium/rpg/json';
import type { TurnEvent } from '@terrarium/rpg/turn-event';
import { cutText, wrapText } from '../screen/layout.ts';
import type { Printer } from '../screen/printer.ts';
import { renderQuoted } from '../screen/render-quoted.ts';
import { paint } from '../screen/style.ts';
import { openWrapStream } from '../screen/wrap-stream.ts';
import { openBreakCollapse } from './collapse-breaks.ts';
import { renderChanges } from './render-change.ts';
import { renderArrival, renderSpan } from './render-passage.ts';
import { renderRoll } from './render-roll.ts';
import { renderRow } from './render-row.ts';

export interface TurnScreen {
  show(event: TurnEvent): void;
}

export interface TurnScreenOptions {
  readonly printer: Printer;
  readonly game: Game;
  /**
   * Whether a model narrates. Only the words of a model are flagged, since the built-in narrator is expected
   * to repeat its phrases.
   */
  readonly isModel: boolean;
  /** Whether each event is shown as a line of JSON, and nothing else. */
  readonly isJson: boolean;
}

interface Telling {
  wrap: (text: string) => string;
  collapse: (text: string) => string;
  isOpen: boolean;
}

export function openTurnScreen({ printer, game, isModel, isJson }: TurnScreenOptions): TurnScreen {
  if (isJson) return { show: (event) => printer.writeJson('turnEvent', event) };
  const openWrap = () => openWrapStream(() => printer.width);
  const telling: Telling = { wrap: openWrap(), collapse: openBreakCollapse(), isOpen: false };
  const wrapPart = (text: string) => (printer.isTerminal ? telling.wrap(text) : text);
  const close = () => {
    if (!telling.isOpen) return;
    printer.showLive();
    printer.writeText(wrapPart('\n'));
    telling.isOpen = false;
    telling.wrap = openWrap();
    telling.collapse = openBreakCollapse();
  };
  const showLines = (...lines: readonly string[]) => {
    close();
    printer.showLive();
    printer.writeLines(...lines);
  };
  const made = new Map<string, Entity>();
  const buildView = () => ({
    system: game.system,
    state: withMade(game.state, made),
    listTurns: game.listTurns,
    head: game.head,
    width: printer.width,
  });
  const showPart = (arrived: string) => {
    const text = telling.collapse(arrived);
    if (text === '') return;
    printer.showLive();
    if (!telling.isOpen) printer.writeText('\n');
    telling.isOpen = true;
    printer.writeText(wrapPart(text));
  };
  const showEvent = (event: TurnEvent) => {
    if (event.kind === 'state-changed') for (const one of listMade(event.patches)) made.set(one.id, one);
    const lines = renderEvent(event, buildView());
    if (lines.length > 0 || isEnd(event)) showLines(...lines);
    const waiting = describeWaiting(event);
    if (waiting === undefined) return;
    // If a live line stood on a line of the narrative, erasing it would erase words of the narrative too.
    close();
    printer.showLive(paint(`  ${waiting}`, 'dim'));
  };
  return {
    show(event) {
      if (event.kind === 'narrative-delta') showPart(event.text);
      else if (event.kind !== 'narrative-flagged' || isModel) showEvent(event);
    },
  };
}

function isEnd({ kind }: TurnEvent): boolean {
  return kind === 'turn-committed' || kind === 'turn-failed';
}

/** What stands on the screen while the model is asked; undefined if it is not asked next. */
function describeWaiting({ kind }: TurnEvent): string | undefined {
  if (kind === 'summing-up') return 'summing up older turns (Ctrl-C leaves it out) …';
  return kind === 'turn-started' || kind === 'tool-called' ? '…' : undefined;
}

/** The entities that these patches make. Until the turn is committed, the state of the game does not contain them. */
function listMade(patches: readonly Patch[]): readonly Entity[] {
  return patches.flatMap(({ entity: id, path, after }) => {
    if (path !== '' || !isObject(after)) return [];
    const [type = '', key = ''] = id.split(':', 2);
    return [{ id, type, key, sheet: after }];
  });
}

function withMade(state: Game['state'], made: ReadonlyMap<string, Entity>): Game['state'] {
  return { find: (id) => state.find(id) ?? made.get(id), list: (type) => state.list(type) };
}

interface View {
  readonly system: Game['system'];
  readonly state: Game['state'];
  readonly listTurns: Game['listTurns'];
  readonly head: Game['head'];
  readonly width: number;
}

function renderEvent(event: TurnEvent, view: View): readonly string[] {
  const { width } = view;
  const renderAside = (text: string) =>
    wrapText(text, { width, indent: '  ' }).map((line) => paint(line, 'dim'));
  switch (event.kind) {
    case 'tool-called': {
      const says = describeUnmet(event, view.system);
      return says === undefined ? [] : renderAside(says);
    }
    case 'rolled': {
      const near = describeNearMiss(view, event.roll);
      const lines = [...renderRoll(event.roll, view), ...renderRow(event.roll, view.system, width)];
      return near === undefined ? lines : [...lines, ...renderAside(near)];
    }
    case 'state-changed':
      return [...renderChanges(event.patches, view), ...renderArrival(event.patches, view)];
    case 'time-advanced':
      return renderAside(`${renderSpan(event.minutes)}; it is ${event.now}.`);
    case 'mode-changed':
      return describeMode(event).flatMap(renderAside);
    case 'retry-waiting':
      return renderAside(
        `${event.says} Asking again in ${Math.max(1, Math.round(event.delayMs / 1000))} s …`,
      );
    case 'narrative-restarted':
      return renderAside(`(${event.says})`);
    case 'narrative-flagged':
      return ['', ...event.flags.flatMap((flag) => renderFlag(flag, width))];
    case 'warned':
      return renderAside(event.says);
    case 'story-ended':
      return ['', ...renderAside(event.says)];
    case 'suggestions':
      return ['', ...renderChoices(event.choices, width)];
    case 'turn-failed':
      return renderFailed(event, width);
    default:
      return [];
  }
}

/** Empty for a change that a player does not notice, such as from talking to exploring. */
function describeMode({
  from,
  to,
}: Extract<TurnEvent, { readonly kind: 'mode-changed' }>): readonly string[] {
  if (to === 'combat') return ['A fight begins.'];
  if (from === 'combat') return ['The fight is over.'];
  if (to === 'downtime') return ['Downtime begins.'];
  return from === 'downtime' ? ['Downtime is over.'] : [];
}

interface Flag {
  readonly quote: string;
  readonly says: string;
}

/** Renders a flag on the narrative, so that the player does not rely on an unsupported claim. */
function renderFlag({ quote, says }: Flag, width: number): readonly string[] {
  const said = `${renderQuoted(quote, cutText(quote, longestQuote))}: ${says}`;
  return wrapText(`${paint('!', 'yellow')} ${paint(said, 'dim')}`, { width, indent: '    ', first: '  ' });
}

const longestQuote = 60;

type Failed = Extract<TurnEvent, { readonly kind: 'turn-failed' }>;

function renderFailed({ code, says, todo, canResume }: Failed, width: number): readonly string[] {
  const isOurs = code === 'turn.cancelled';
  const how = canResume ? ' (/resume, /drop)' : '';
  const said = wrapText(`${says} ${todo}${how}`, { width });
  return ['', ...said.map((line) => paint(line, isOurs ? 'dim' : 'red'))];
}

export function renderChoices(choices: readonly string[], width: number): readonly string[] {
  return choices.flatMap((choice, at) =>
    wrapText(choice, { width, indent: '     ', first: `  ${paint(String(at + 1), 'cyan')}  ` }),
  );
}
