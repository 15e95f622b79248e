// Opens the functions that move the head through the tree of turns by undo, redo, variants and branches.

import { UsageError } from '@terrarium/kernel/errors';
import { findRedo } from '../state/find-redo.ts';
import type { Game } from '../state/game.ts';
import { moveHead } from '../state/move-head.ts';
import { refuseOpening } from '../state/refuse-opening.ts';
import { findParent } from '../state/resolve-way.ts';
import type { Turn } from '../state/session.ts';
import { editTurn } from './edit-turn.ts';
import type { Play, PlayContext } from './open-play.ts';

type Travel = Pick<
  Game,
  | 'undo'
  | 'redo'
  | 'findNext'
  | 'listTips'
  | 'listVariants'
  | 'moveTo'
  | 'createTurnBranch'
  | 'listBranches'
  | 'editNarrative'
>;

const longestName = 80;

export function openTravel(play: PlayContext, { runAlone }: Pick<Play, 'runAlone'>): Travel {
  const { dependencies, at } = play;
  const { session, sessions, turns } = dependencies;
  return {
    undo: (count = 1) => runAlone(() => moveHead(play, requireAncestor(play, count), 'undo')),
    redo: () =>
      runAlone(() => {
        const next = findRedo(dependencies, session, at.head);
        if (next !== undefined) return moveHead(play, next, 'redo');
        throw new UsageError({
          code: 'session.nothing-to-redo',
          happened: 'No turn follows this one.',
          todo: 'Play on.',
        });
      }),
    findNext: () => findRedo(dependencies, session, at.head),
    listTips: () => turns.listTips(session),
    listVariants() {
      const { head } = at;
      return turns.listChildren(session, head.parent).filter(({ id }) => id !== head.id);
    },
    moveTo: (turn, reason) => runAlone(() => moveHead(play, requireTurn(play, turn), reason)),
    createTurnBranch(name) {
      const tidy = name.trim();
      if (tidy === '' || tidy.length > longestName) {
        throw new UsageError({
          code: 'session.bad-branch',
          happened: 'That cannot be the name of a branch.',
          todo: `Give 1 to ${longestName} characters.`,
        });
      }
      sessions.createTurnBranch(session, { name: tidy, turn: at.head.id });
    },
    listBranches: () => sessions.listBranches(session),
    editNarrative: (narrative, number) => runAlone(() => editTurn(play, narrative, number)),
  };
}

function requireAncestor({ dependencies, at }: PlayContext, count: number): Turn {
  const { session, turns } = dependencies;
  let turn = at.head;
  if (!Number.isInteger(count) || count < 1) {
    throw new UsageError({
      code: 'session.bad-count',
      happened: `${count} turns cannot be taken back.`,
      todo: 'Give a whole number, at least 1.',
    });
  }
  for (let taken = 0; taken < count; taken += 1) {
    const parent = findParent((id) => turns.find(session, id), turn);
    if (parent === undefined) {
      throw taken === 0
        ? refuseOpening('Play on.')
        : refuseOpening(
            `${taken} ${taken === 1 ? 'turn' : 'turns'} can be taken back.`,
            'There are not that many turns, so nothing was taken back.',
          );
    }
    turn = parent;
  }
  return turn;
}

function requireTurn({ dependencies }: PlayContext, id: number): Turn {
  const turn = dependencies.turns.find(dependencies.session, id);
  if (turn !== undefined) return turn;
  throw new UsageError({
    code: 'session.no-such-turn',
    happened: `This game has no turn ${id}.`,
    todo: 'List its turns and branches.',
  });
}
