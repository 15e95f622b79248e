// Turn why: shows a turn's calls, dice and changes, what came to mind, and who told the turn.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useRoute } from '../client/use-route.ts';
import { Dialog } from '../parts/dialog.tsx';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { FailureNote } from '../parts/message.tsx';
import { nameModel } from '../parts/name-model.ts';
import { Changes } from './changes.tsx';
import { describeLore } from './describe-lore.ts';
import { Roll } from './dice.tsx';
import { nameTurn } from './name-turn.ts';
import { sortRolls } from './sort-rolls.ts';
import type { GameAddress } from './table-types.ts';
import styles from './turn-why.module.css';
import { withPlaces } from './with-places.ts';

interface TurnWhyProps {
  readonly address: GameAddress;
  readonly turn: number;
  readonly onClose: () => void;
}

export function TurnWhy({ address, turn, onClose }: TurnWhyProps) {
  const { data, error } = useRoute('GET /api/worlds/{world}/games/{game}/turns/{turn}', {
    params: { ...address, turn },
  });
  return (
    <Dialog label="What happened" onClose={onClose} cancel="Close">
      <div className={styles['why']}>
        <h2>
          {data === undefined ? 'What happened' : `What happened in ${nameTurn(data.number).toLowerCase()}`}
        </h2>
        {error === null ? null : <FailureNote failure={error} />}
        {data?.calls.length === 0 ? <p className={styles['quiet']}>Nothing was rolled or changed.</p> : null}
        <ol>
          {withPlaces(data?.calls ?? []).map(({ at, one }) => (
            <li key={at}>
              <Deed call={one} />
            </li>
          ))}
        </ol>
        {data === undefined || data.lore.length === 0 ? null : (
          <section aria-label="What the narrator was reminded of">
            <h3>What the narrator was reminded of</h3>
            <ul>
              {withPlaces(data.lore).map(({ at, one: { text, from, turn: number, because } }) => (
                <li key={at}>
                  <p>{insertTextHyphens(text)}</p>
                  <p className={styles['quiet']}>
                    {describeLore(number === undefined ? from : nameTurn(number), because)}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        )}
        {data === undefined || data.toldBy.length === 0 ? null : (
          <p className={styles['quiet']}>Told by {data.toldBy.map(nameTeller).join(', ')}</p>
        )}
      </div>
    </Dialog>
  );
}

type Call = RouteAnswer<'GET /api/worlds/{world}/games/{game}/turns/{turn}'>['calls'][number];

/**
 * Shows what a call did: its rolls and changes. Says it in words only if there are none, or if the call was refused.
 */
function Deed({ call: { says, rolls, changes, refused } }: { readonly call: Call }) {
  const isShown = rolls.length + changes.length > 0 && refused === undefined;
  return (
    <>
      {isShown ? null : <p>{insertTextHyphens(says)}</p>}
      {withPlaces(sortRolls(rolls)).map(({ at, one }) => (
        <Roll key={at} roll={one} />
      ))}
      <Changes changes={changes} />
      {refused === undefined ? null : <p className={styles['refused']}>{refused}</p>}
    </>
  );
}

function nameTeller(teller: string): string {
  return teller === 'builtin:narrator' ? 'the built-in narrator' : nameModel(teller);
}
