// Side: the part beside the story, with the sheet, or whatever else the player opened there.

import { useState } from 'react';
import { Sheet } from '../sheet.tsx';
import type { GameAddress, GameTable, ShownChange } from '../table-types.ts';
import { Lore } from './lore.tsx';
import { People } from './people.tsx';
import { Places } from './places.tsx';
import { Quests } from './quests.tsx';
import styles from './side.module.css';
import { Turns } from './turns.tsx';
import { Wishes } from './wishes.tsx';

interface SideProps {
  readonly address: GameAddress;
  readonly table: GameTable;
  readonly about: string;
  readonly changes: readonly ShownChange[];
  readonly onLine: (line: string) => void;
}

const drawers = ['Sheet', 'People', 'Quests', 'Map', 'Lore', 'Turns', 'Wishes'] as const;
type Drawer = (typeof drawers)[number];

export function Side(props: SideProps) {
  const [open, setOpen] = useState<Drawer>('Sheet');
  return (
    <>
      <nav className={styles['drawers']} aria-label="Drawers">
        {drawers.map((name) => (
          <button key={name} type="button" aria-pressed={name === open} onClick={() => setOpen(name)}>
            {name}
          </button>
        ))}
      </nav>
      <Opened {...props} drawer={open} />
    </>
  );
}

function Opened({ drawer, address, table, about, changes, onLine }: SideProps & { readonly drawer: Drawer }) {
  switch (drawer) {
    case 'Sheet':
      return <Sheet address={address} sheet={table.sheet} about={about} changes={changes} />;
    case 'People':
      return <People address={address} changes={changes} />;
    case 'Quests':
      return <Quests address={address} clocks={table.clocks} />;
    case 'Map':
      return <Places address={address} onLine={onLine} />;
    case 'Lore':
      return <Lore address={address} />;
    case 'Turns':
      return <Turns address={address} />;
    case 'Wishes':
      return <Wishes address={address} teller={table.teller} />;
  }
}
