// Turns: draws the tree of turns, with the played path and the paths that were left; each turn can be visited.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useChange, useRoute } from '../../client/use-route.ts';
import { ActButton } from '../../parts/act-button.tsx';
import { insertTextHyphens } from '../../parts/insert-hyphens.ts';
import { FailureNote } from '../../parts/message.tsx';
import { TakeAlong } from '../../parts/take-along.tsx';
import { nameTurn } from '../name-turn.ts';
import type { GameAddress } from '../table-types.ts';
import styles from './side.module.css';
import { type Stretch, splitStretches, type TurnTree } from './split-stretches.ts';

export function Turns({ address }: { readonly address: GameAddress }) {
  const { data, error } = useRoute('GET /api/worlds/{world}/games/{game}/tree', { params: address });
  const move = useChange('POST /api/worlds/{world}/games/{game}/moves');
  const list = useRef<HTMLDivElement>(null);
  usePresentInView(list, data?.head);
  if (error !== null) return <FailureNote failure={error} />;
  if (data === undefined) return <p className={styles['quiet']}>Looking …</p>;
  const moveTo = (turn: number) => move.mutate({ params: address, body: { kind: 'go', turn } });
  const showPresent = () => {
    const present = list.current?.querySelector<HTMLElement>('[aria-current="true"]');
    present?.scrollIntoView({ block: 'center' });
    present?.focus({ preventScroll: true });
  };
  const here = namePresent(data);
  return (
    <>
      <p className={styles['quiet']}>
        Press a turn to go back to it. The turns after it are kept, and you can return to them. You are at{' '}
        <button type="button" className={styles['present']} onClick={showPresent}>
          {here}
        </button>
        .
      </p>
      <NameHere key={data.head} address={address} present={here} />
      {move.error === null ? null : <FailureNote failure={move.error} />}
      <div ref={list} className={styles['tree']}>
        {splitStretches(data).map((stretch) => (
          <StretchList key={stretch.turns[0]?.id} stretch={stretch} tree={data} onGo={moveTo} />
        ))}
      </div>
      <Replay key={`${data.head} of ${data.turns.length}`} address={address} />
      <TakeAlong
        address={`/api/worlds/${encodeURIComponent(address.world)}/games/${encodeURIComponent(address.game)}/file`}
        what="the game"
        about="The game as it was played, up to the present turn."
        files={files}
      />
    </>
  );
}

/** Brings the present turn into view when the tree is opened, and whenever another turn becomes the present one. */
function usePresentInView(list: RefObject<HTMLElement | null>, head: number | undefined): void {
  useEffect(() => {
    if (head === undefined) return;
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [list, head]);
}

function namePresent({ turns, head }: TurnTree): string {
  return nameTurn(turns.find(({ id }) => id === head)?.number ?? 0).replace(/^./u, (first) =>
    first.toLowerCase(),
  );
}

const files = [
  { format: 'story', name: 'A story', for: 'Markdown, to read' },
  { format: 'sillytavern', name: 'A chat', for: 'SillyTavern, with every version of each turn' },
  {
    format: 'corpus',
    name: 'A story for Terrarium',
    for: 'to bring into a world and read for a glossary',
  },
] as const;

/** A button that plays the log again and then says whether the dice and the rules still lead to what was recorded. */
function Replay({ address }: { readonly address: GameAddress }) {
  const replay = useChange('GET /api/worlds/{world}/games/{game}/replay', undefined, { isQuestion: true });
  const { data, error, isPending } = replay;
  return (
    <div className={styles['replay']}>
      <ActButton isOff={isPending} onClick={() => replay.mutate({ params: address })}>
        Check this game
      </ActButton>
      <p>This plays every turn again and compares how each ends. It changes nothing.</p>
      <p role="status">
        {isPending ? 'Playing every turn again …' : null}
        {isPending || data === undefined ? null : describeReplay(data)}
      </p>
      {error === null ? null : <FailureNote failure={error} />}
    </div>
  );
}

function describeReplay({
  differs,
  turns,
}: RouteAnswer<'GET /api/worlds/{world}/games/{game}/replay'>): string {
  if (differs === null) return turns === 1 ? 'The opening ended as before.' : 'Every turn ended as before.';
  const { number, words } = differs;
  const said = words === '' ? '' : ` (“${words}”)`;
  return `${nameTurn(number)}${said} is the first that ended differently. Run “terrarium play replay” in a terminal to see where.`;
}

interface NameHereProps {
  readonly address: GameAddress;
  /** What the turn at the head of the game is called. */
  readonly present: string;
}

function NameHere({ address, present }: NameHereProps) {
  const [name, setName] = useState('');
  const [kept, setKept] = useState('');
  const keep = useChange('PUT /api/worlds/{world}/games/{game}/branches', () => {
    setKept(`“${name.trim()}” now stands beside ${present}.`);
    setName('');
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') keep.mutate({ params: address, body: { name } });
  };
  return (
    <form className={styles['naming']} onSubmit={handleSubmit}>
      <input
        value={name}
        maxLength={80}
        aria-label="A name for this moment"
        placeholder="Name this moment"
        onChange={({ target }) => setName(target.value)}
      />
      <ActButton type="submit" isOff={name.trim() === ''}>
        Keep
      </ActButton>
      <p role="status">{kept}</p>
    </form>
  );
}

/** How many turns are shown at first at the end of a path, and how many around the head. */
const nearTurns = 40;

/** The newest turns, those around the head, and every turn with a name or a side path. */
function listNear({ turns, sides }: Stretch, { head, branches }: TurnTree): Stretch['turns'] {
  const named = new Set(branches.map(({ turn }) => turn));
  const at = turns.findIndex(({ id }) => id === head);
  return turns.filter(
    ({ id }, index) =>
      index >= turns.length - nearTurns ||
      (at >= 0 && Math.abs(index - at) <= nearTurns / 2) ||
      sides.has(id) ||
      named.has(id),
  );
}

interface StretchListProps {
  readonly stretch: Stretch;
  readonly tree: TurnTree;
  readonly onGo: (turn: number) => void;
  /** For a side path, what it is, such as `another version of turn 3`; undefined for the main path. */
  readonly about?: string;
}

/** Turns one below the other; if a path forks, side paths are indented below the turn that they leave. */
function StretchList({ stretch, tree, onGo, about }: StretchListProps) {
  const [isWhole, setWhole] = useState(false);
  const turns = isWhole ? stretch.turns : listNear(stretch, tree);
  const hidden = stretch.turns.length - turns.length;
  return (
    <ol data-side={about !== undefined}>
      {about === undefined ? null : <li className={styles['left']}>{about}</li>}
      {hidden === 0 ? null : (
        <li>
          <button type="button" className={styles['node']} onClick={() => setWhole(true)}>
            {hidden} more, further back
          </button>
        </li>
      )}
      {turns.map(({ id, number, words }) => {
        const names = tree.branches.filter(({ turn }) => turn === id).map(({ name }) => name);
        return (
          <li key={id}>
            <button
              type="button"
              className={styles['node']}
              aria-current={id === tree.head}
              onClick={() => onGo(id)}
            >
              <span>{number}</span>
              <span>{insertTextHyphens(words === '' ? nameTurn(number) : words)}</span>
              {names.length === 0 ? null : <span className={styles['branch']}>{names.join(', ')}</span>}
            </button>
            {stretch.sides.get(id)?.map((side) => (
              <StretchList
                key={side.turns[0]?.id}
                stretch={side}
                tree={tree}
                onGo={onGo}
                about={describeSide(side, stretch, id)}
              />
            ))}
          </li>
        );
      })}
    </ol>
  );
}

/**
 * Describes a side path by its first turn. The path is another version of this turn if the turn belongs to the story,
 * and another path also has a turn of the story at this point.
 */
function describeSide({ turns: [first] }: Stretch, { turns, sides }: Stretch, left: number): string {
  const at = turns.findIndex(({ id }) => id === left);
  const others = [turns[at + 1], ...(sides.get(left) ?? []).map((side) => side.turns[0])];
  const isVersion = others.some((other) => other !== undefined && other.id !== first?.id && !other.isAside);
  return first !== undefined && isVersion && !first.isAside
    ? `another version of turn ${first.number}`
    : `another branch, after turn ${turns[at]?.number ?? 0}`;
}
