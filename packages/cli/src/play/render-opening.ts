// Renders what a player sees when the game is opened: what it is, who tells it, and where the story stands.

import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import type { PlayDesk } from './play-desk.ts';
import { renderChoices } from './turn-screen.ts';

export function renderOpening(desk: PlayDesk): readonly string[] {
  const { game, shell, modelId } = desk;
  const { width } = shell.printer;
  const { head, session, system } = game;
  const teller =
    modelId === undefined
      ? 'The built-in narrator tells it: rules and a grammar, no language model. --model and --base-url name one.'
      : `${modelId} tells it.`;
  const left = game.findLeftDraft();
  const cut =
    left === undefined
      ? []
      : [
          '',
          ...wrapText(
            paint(
              `A turn was cut off: “${left.words}”. /resume goes on with it, /drop gives it up.`,
              'yellow',
            ),
            { width },
          ),
        ];
  return [
    ...wrapText(`${paint(session.name, 'bold')}  ${paint(`${system.name}, turn ${head.number}`, 'dim')}`, {
      width,
    }),
    ...wrapText(teller, { width }).map((line) => paint(line, 'dim')),
    paint('Say what you do. A number takes a suggestion, /help shows the rest, /quit leaves.', 'dim'),
    ...(head.words === ''
      ? []
      : ['', ...wrapText(`> ${head.words}`, { width }).map((line) => paint(line, 'dim'))]),
    ...head.narrative.split('\n').flatMap((paragraph) => ['', ...wrapText(paragraph, { width })]),
    '',
    ...renderChoices(head.suggestions, width),
    ...cut,
  ];
}
