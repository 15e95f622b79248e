// Look commands: what a player may look at without doing anything.

import { buildAction } from '@terrarium/composition/build-action';
import { hideReasons } from '@terrarium/composition/describe-roll';
import { findRules } from '@terrarium/composition/find-rules';
import { listMet } from '@terrarium/composition/list-met';
import { listToldQuests } from '@terrarium/composition/list-told-quests';
import { nameFields } from '@terrarium/composition/render-said';
import { hideUnfoundWays, listKnownPlaces, requireKnown } from '@terrarium/composition/require-known';
import { UsageError } from '@terrarium/kernel/errors';
import type { Outward, ShapeName } from '@terrarium/protocol/shapes';
import { sceneId } from '@terrarium/rpg/entity';
import { hideUnseen } from '@terrarium/rpg/hide-unseen';
import { isStoryOver } from '@terrarium/rpg/notebook';
import { splitMarks } from '@terrarium/rpg/split-marks';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { parseCount } from './parse-count.ts';
import type { PlayCommands } from './play-command.ts';
import type { TableContext } from './play-context.ts';
import { countWords, renderAloud, renderLog, renderWhy } from './render-log.ts';
import { renderMap, renderQuests } from './render-quests.ts';
import { renderPeople, renderPerson, renderSheetView } from './render-sheet-view.ts';
import { renderChoices } from './turn-screen.ts';

const usualLog = 12;

export const lookCommands: PlayCommands = {
  sheet: {
    usage: '/sheet [who] [all]',
    about:
      'shows your character sheet, or that of somebody or something else; with "all" also what is empty and what only the rules reckon with',
    run: (context, rest) => {
      const { game } = context;
      const { isWhole, who } = readSheetWords(rest);
      const entity = hideUnfoundWays(requireKnown(game, who));
      const seen = hideUnseen(entity, game.system).entity;
      const { width } = context.shell.printer;
      show(context, renderSheetView(game, entity, { width, isWhole }), 'shownEntity', {
        entity: seen,
      });
    },
  },
  quests: {
    usage: '/quests',
    about: 'lists quests with their steps, and the clocks that are running',
    run: (context) => {
      const { state } = context.game;
      const value = {
        quests: listToldQuests(context.game),
        clocks: state.list('clock'),
        isOver: isStoryOver(state),
      };
      show(context, renderQuests(context.game, context.shell.printer.width), 'shownQuests', value);
    },
  },
  map: {
    usage: '/map',
    about: 'shows the places you know and the ways between them',
    run: (context) => {
      const { state } = context.game;
      const here = state.find(sceneId)?.sheet['here'];
      const lines = renderMap(
        state,
        typeof here === 'string' ? here : undefined,
        context.shell.printer.width,
      );
      const places = listKnownPlaces(state).map(hideUnfoundWays);
      show(context, lines, 'shownMap', { here: here ?? null, places });
    },
  },
  people: {
    usage: '/people [who]',
    about: 'lists who you have met, and where they are; with a name, all that you know of somebody',
    run: (context, rest) => {
      const { game, shell } = context;
      const met = listMet(game);
      const one = rest === '' ? undefined : requireKnown(game, rest);
      const people = one === undefined ? met : met.filter(({ id }) => id === one.id);
      const lines =
        one === undefined
          ? renderPeople(game, met, shell.printer.width)
          : renderPerson(game, one, shell.printer.width);
      const seen = people.map((person) => hideUnseen(person, game.system).entity);
      show(context, lines, 'shownPeople', { people: seen });
    },
  },
  log: {
    usage: '/log [n]',
    about: 'the last turns, one line each',
    run: (context, rest) => {
      const count = rest === '' ? usualLog : parseCount(rest);
      show(context, renderLog(context.game, count, context.shell.printer.width), 'shownLog', {
        turns: context.game.listTurns(count),
        unanswered: context.game.listUnanswered(),
      });
    },
  },
  why: {
    usage: '/why [n]',
    about:
      'shows what happened in the last turn, or in turn n: dice, changes, reasons, and what the narrator was reminded of. /why n aloud also shows what the narrator thought beforehand, secrets included',
    run: runWhy,
  },
  choices: {
    usage: '/choices',
    about: 'shows the last suggestions',
    run: (context) => {
      const { suggestions } = context.game.head;
      const lines =
        suggestions.length === 0
          ? ['Nothing was suggested.']
          : renderChoices(suggestions, context.shell.printer.width);
      show(context, lines, 'shownChoices', { suggestions });
    },
  },
  rules: {
    usage: '/rules [words]',
    about: 'explains how the game is played, or shows the rules about something, such as a move',
    run: (context, rest) => {
      const { manifest } = context.game.system;
      const found = rest === '' ? manifest.rules : findRules(context.game.system, rest);
      const { width } = context.shell.printer;
      const head = rest === '' ? wrapText(manifest.engine.mechanic, { width }) : [];
      const lines = found
        .slice(0, mostRules)
        .flatMap((rule) => [
          '',
          paint(rule.title, 'bold'),
          ...wrapText(nameFields(rule.text, context.game.system), { width, indent: '  ' }),
        ]);
      const left = found.slice(mostRules);
      const more =
        left.length === 0
          ? []
          : ['', ...wrapText(`(More, which /rules WORDS shows: ${nameRules(left)})`, { width })];
      const shown = found.length === 0 ? renderNoRule(context, rest) : [...head, ...lines, ...more];
      show(context, shown, 'shownRules', { rules: found });
    },
  },
};

function readSheetWords(rest: string): { readonly isWhole: boolean; readonly who: string } {
  const words = rest.split(/\s+/u).filter((word) => word !== '');
  const isWhole = words.at(-1)?.toLowerCase() === 'all';
  return { isWhole, who: (isWhole ? words.slice(0, -1) : words).join(' ') };
}

const mostRules = 6;
const mostTitles = 40;

function nameRules(rules: readonly { readonly title: string }[]): string {
  const titles = rules.slice(0, mostTitles).map(({ title }) => title);
  const left = rules.length - titles.length;
  return `${titles.join(', ')}${left > 0 ? `, and ${left} more` : ''}`;
}

function renderNoRule({ game, shell }: TableContext, words: string): readonly string[] {
  const { rules } = game.system.manifest;
  const there = rules.length === 0 ? '' : ` The rules are: ${nameRules(rules)}.`;
  return wrapText(
    `No rule has the words “${words.slice(0, 80)}”.${there} /rules alone explains how the game is played.`,
    { width: shell.printer.width },
  );
}

/** Shows lines to a person, or one JSON value to a program. */
export function show<Name extends ShapeName>(
  { shell, isJson }: TableContext,
  lines: readonly string[],
  shape: Name,
  value: Outward<Name>,
): void {
  if (isJson) shell.printer.writeJson(shape, value);
  else shell.printer.writeLines(...lines);
}

/** Thoughts that the narrator wrote down may contain secrets, so they are shown only on request: `/why 12 aloud`. */
function runWhy(context: TableContext, rest: string): void {
  const { game, shell } = context;
  const words = rest.split(/\s+/u).filter((word) => word !== '');
  const isAloud = words.at(-1)?.toLowerCase() === 'aloud';
  const which = (isAloud ? words.slice(0, -1) : words).join(' ');
  const turn = which === '' ? game.head : requireTurn(context, parseCount(which, 0));
  const { marks, aloud } = splitMarks(game.readMarks(turn.id));
  const { width } = shell.printer;
  show(context, isAloud ? renderAloud(aloud, width) : renderWhy(game, turn, width), 'shownWhy', {
    turn,
    // The actions of the opening are left out: they contain the whole world, with everything that the player
    // has yet to find.
    actions:
      turn.number === 0
        ? []
        : game.readActions(turn.id).map((action) => buildAction(hideReasons(action, game.state))),
    marks: marks.map(({ quote, says }) => ({ quote, says })),
    ...(aloud.length === 0 ? {} : { aloudWords: countWords(aloud) }),
    ...(isAloud ? { aloud } : {}),
  });
}

function requireTurn({ game }: TableContext, number: number) {
  const found = game.listTurns(game.head.number - number + 1).find((turn) => turn.number === number);
  if (found !== undefined) return found;
  throw new UsageError({
    code: 'play.unknown-turn',
    happened: `This game has no turn ${number}.`,
    todo: `Name one from 0 to ${game.head.number}; /log lists them.`,
  });
}
