// Told turn: shows a turn with the player's words, dice, changes and narrative, also while it is being told.

import { memo, useId } from 'react';
import { findDirection } from '../parts/find-direction.ts';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { renderComing } from '../parts/render-coming.ts';
import { StillWorking } from '../parts/still-working.tsx';
import { Changes } from './changes.tsx';
import { describeFlagged } from './describe-flag.ts';
import { listTold, Roll } from './dice.tsx';
import type { LiveTelling } from './live-telling.ts';
import { nameTurn } from './name-turn.ts';
import { Narrative } from './narrative.tsx';
import { sortRolls } from './sort-rolls.ts';
import type { ShownTurn } from './table-types.ts';
import styles from './told-turn.module.css';
import { withPlaces } from './with-places.ts';

interface ToldTurnProps {
  readonly turn: ShownTurn;
  /** Called when the player wants to see what was done in the turn. */
  readonly onWhy: (turn: number) => void;
  readonly onEdit: (turn: ShownTurn) => void;
}

/** Drawn again only if it changed: a page may show hundreds of turns. */
export const ToldTurn = memo(function ToldTurn({ turn, onWhy, onEdit }: ToldTurnProps) {
  const { id, number, words, narrative, rolls, changes, minutes, flags, isAside } = turn;
  return (
    <section
      className={isAside ? styles['aside'] : styles['turn']}
      aria-label={nameTurn(number)}
      data-turn={turn.id}
    >
      <Said words={words} />
      <Rolls words={words} rolls={rolls} />
      <Changes changes={changes} minutes={minutes} />
      <Narrative text={narrative} flags={flags} isOpening={number === 0} />
      {flags.length === 0 ? null : <Marks flags={flags} />}
      <div className={styles['acts']}>
        {number === 0 ? null : (
          <button type="button" className={styles['why']} onClick={() => onWhy(id)}>
            What happened?
          </button>
        )}
        {narrative === '' ? null : (
          <button type="button" className={styles['why']} onClick={() => onEdit(turn)}>
            Edit
          </button>
        )}
      </div>
    </section>
  );
});

function Said({ words }: { readonly words: string }) {
  return words === '' ? null : (
    <p className={styles['said']} dir={findDirection(words)}>
      {insertTextHyphens(words)}
    </p>
  );
}

function Rolls({ words, rolls }: Pick<ShownTurn, 'words' | 'rolls'>) {
  const sorted = sortRolls(rolls);
  return withPlaces(sorted).map(({ at, one }, index) => (
    <Roll key={at} roll={one} told={listTold(words, sorted.slice(0, index))} />
  ));
}

function Marks({ flags }: { readonly flags: ShownTurn['flags'] }) {
  const heading = useId();
  return (
    <div className={styles['marks']}>
      <p id={heading}>What may be wrong in this text:</p>
      <ul aria-labelledby={heading}>
        {flags.map((flag) => (
          <li key={`${flag.quote} ${flag.says}`}>{describeFlagged(flag)}</li>
        ))}
      </ul>
    </div>
  );
}

export function LiveTurn({ live }: { readonly live: LiveTelling }) {
  return (
    <section className={styles['turn']} aria-label="The turn in progress" aria-busy={!live.isOver}>
      <Said words={live.words} />
      <Rolls words={live.words} rolls={live.rolls} />
      <Changes changes={live.changes} minutes={live.minutes} />
      {withPlaces(live.notes).map(({ at, one }) => (
        <p key={at} className={styles['note']}>
          {one}
        </p>
      ))}
      <Narrative text={live.isOver ? live.narrative : renderComing(live.narrative)} flags={live.flags} />
      {live.isOver ? null : <Working live={live} />}
    </section>
  );
}

const summing = 'The narrator sums up older turns, to keep them in mind. Stop leaves that out';

/** Says what the narrator is doing. It may go on working on a turn after it has told a part of it. */
function Working({ live }: { readonly live: LiveTelling }) {
  const { narrative, waiting, isSumming, sequence, quietMs } = live;
  if (isSumming) return <StillWorking says={summing} newest={undefined} quietMs={quietMs} />;
  if (waiting !== undefined)
    return <StillWorking says={`${waiting} Asking again`} newest={undefined} quietMs={quietMs} />;
  if (narrative === '')
    return <StillWorking says="The narrator is thinking" newest={undefined} quietMs={quietMs} />;
  return <StillWorking says="The narrator goes on" newest={sequence} quietMs={quietMs} />;
}
