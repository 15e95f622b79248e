// Shows a turn from its first line, also where turns above it get their real height only as they come near.

/** Turns that come near are laid out in the next frame; those that they bring near, in the one after that. */
const framesToSettle = 3;

export function showTurn(turn: Element | null | undefined): void {
  let left = framesToSettle;
  const showAgain = () => {
    turn?.scrollIntoView({ block: 'start' });
    left -= 1;
    if (left > 0) requestAnimationFrame(showAgain);
  };
  showAgain();
}
