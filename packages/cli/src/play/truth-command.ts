// The truth of a game: shows which secrets have come out and, if the player wants, everything that was really going on.

import { nameIds, nameOf } from '@terrarium/composition/name-ids';
import type { EntityId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { cutTerms, type QuestPlan, readNotebook, type Secret } from '@terrarium/rpg/notebook';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { show } from './look-commands.ts';
import type { PlayCommand } from './play-command.ts';
import type { TableContext } from './play-context.ts';

export const truthCommand: PlayCommand = {
  usage: '/truth [all]',
  about:
    'shows which secrets have been revealed; /truth all, meant for after the end of the game, shows what was really going on',
  run: (context, rest) => showTruth(context, rest.toLowerCase() === 'all'),
};

function showTruth(context: TableContext, isWhole: boolean): void {
  const { game } = context;
  const { width } = context.shell.printer;
  const { secrets: all, plans } = readNotebook(game.state);
  const secrets = all.filter((secret) => secret.isRevealed || !isKnown(game, secret));
  const told = secrets.filter(({ isRevealed }) => isWhole || isRevealed).map(openNote);
  const ahead = isWhole ? plans.filter(({ steps, won }) => steps.length > 0 || won !== '') : [];
  const hidden =
    secrets.length - told.length + (isWhole ? 0 : plans.filter(({ steps }) => steps.length > 0).length);
  const lines = [
    ...told.flatMap((secret) => renderSecret(game, secret, width)),
    ...ahead.flatMap((plan) => renderPlan(plan, width)),
    ...wrapText(describeHidden(hidden, told.length), { width }),
  ];
  const value = {
    secrets: told.map(({ of, kind, text, isRevealed }) => ({
      of: nameSubject(game, of),
      kind,
      text,
      isRevealed,
    })),
    quests: ahead.map(({ name, about, won, steps }) => ({
      name,
      about,
      won,
      steps: steps.map((step) => step.name),
    })),
    hidden,
  };
  show(context, lines, 'shownTruth', value);
}

/** Whether a truth was never hidden: it says what somebody is, such as their trade, which everybody knows. */
function isKnown({ state }: Game, { of, kind, text }: Secret): boolean {
  if (kind !== 'truth' || !/^(?:npc|creature):/u.test(of)) return false;
  const about = String(state.find(of as EntityId)?.sheet['about'] ?? '').toLowerCase();
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length <= mostOfTrade || words.every((word) => about.includes(word));
}

/** A truth of at most this many words is a trade or a role. */
const mostOfTrade = 5;

/** For a secret that has come out, keeps only the part that was told. */
function openNote(secret: Secret): Secret {
  return secret.isRevealed ? { ...secret, text: cutTerms(secret.text) } : secret;
}

function describeHidden(hidden: number, told: number): string {
  if (hidden === 0) return told === 0 ? 'Nothing in this game was secret.' : 'Nothing else was secret.';
  const many = hidden === 1 ? 'One thing is' : `${hidden} things are`;
  return `${many} still hidden. /truth all tells everything, and spoils what you have not played yet.`;
}

function renderSecret(game: Game, { of, kind, text, isRevealed }: Secret, width: number): readonly string[] {
  const shown = kind === 'plans' ? joinJourneys(text) : text;
  const head = nameHead(nameSubject(game, of), kind, shown);
  const mark = isRevealed ? paint('✓', 'green') : '·';
  const line = `${mark} ${head === '' ? '' : paint(head, 'bold')}${paintEmphasis(nameIds(shown, game.state))}`;
  return wrapText(line, { width, indent: '    ', first: '  ' });
}

const journey = 'goes from ';

/**
 * Each journey is noted as a sentence without a subject. When shown to people, the journeys are joined into one
 * sentence.
 */
function joinJourneys(text: string): string {
  const told = text.replaceAll(/If at ([^,]{1,120}), goes to /gu, `${journey}$1 to `);
  return told.replaceAll(`. ${journey}`, `, and ${journey}`);
}

/** Shows words between asterisks in italics, or plainly on a terminal without italics. */
function paintEmphasis(text: string): string {
  return text.replaceAll(/\*([^*\s](?:[^*\n]{0,200}[^*\s])?)\*/gu, (_, words: string) =>
    paint(words, 'italic'),
  );
}

/** The words before a secret: whose it is, and of which kind. */
function nameHead(whose: string, kind: string, text: string): string {
  if (whose === '') return kind === 'truth' ? '' : `${kind}: `;
  if (kind === 'knows' && text.startsWith('asked about ')) return `${whose}, `;
  if (kind === 'plans' && text.startsWith(journey)) return `${whose} `;
  // The name of a clock may be a sentence: "Somebody packs up".
  const named = kind === 'brings' ? `“${whose}”` : whose;
  return kind === 'truth' ? `${named}: ` : `${named} ${kind}: `;
}

function renderPlan({ name, about, steps, won }: QuestPlan, width: number): readonly string[] {
  const parts = [
    about,
    ...(steps.length === 0 ? [] : [`Still to come: ${steps.map((step) => step.name).join('; ')}.`]),
    ...(won === '' ? [] : [`When it is done: ${won}`]),
  ];
  const line = `· ${paint(`“${name}”`, 'bold')}: ${paintEmphasis(parts.filter((part) => part !== '').join(' '))}`;
  return wrapText(line, { width, indent: '    ', first: '  ' });
}

function nameSubject({ state }: Game, of: string): string {
  if (!of.includes(':')) return of;
  return nameOf(state.find(of as EntityId), of as EntityId);
}
