// Glossary views: links to the views of the glossary, and links that download it as files.

import { Link, NavLink, useLocation } from 'react-router';
import { useLent } from '../client/use-lent.ts';
import { TakeAlong } from '../parts/take-along.tsx';
import styles from './glossary-views.module.css';

export function GlossaryViews({ world }: { readonly world: string }) {
  // The pages under `/run/bookmarks` ask about an earlier moment. They belong to the view “Ask”, which leads to them.
  const isAsked = useLocation().pathname.includes('/run/bookmarks');
  const isLent = useLent(world) !== undefined;
  const views = [
    { to: `/${world}/glossary`, name: 'List' },
    { to: `/${world}/glossary/timeline`, name: 'Timeline' },
    { to: `/${world}/glossary/links`, name: 'Connections' },
    // In a world of a fleet, no model can be asked and nothing is built here, so these views are left out.
    ...(isLent
      ? []
      : [
          { to: `/${world}/glossary/ask`, name: 'Ask' },
          { to: `/${world}/run`, name: 'Build' },
        ]),
  ];
  return (
    <nav className={styles['views']} aria-label="Views of the glossary">
      {views.map(({ to, name }) =>
        isAsked && name === 'Ask' ? (
          <Link key={to} to={to} aria-current="true">
            {name}
          </Link>
        ) : (
          <NavLink key={to} to={to} end>
            {name}
          </NavLink>
        ),
      )}
    </nav>
  );
}

const files = [
  { format: 'wiki', name: 'A page to browse', for: 'one HTML file for any browser' },
  { format: 'worldinfo', name: 'World Info', for: 'SillyTavern, KoboldAI Lite' },
  { format: 'lorebook', name: 'Lorebook', for: 'programs that read version 3 of character cards' },
  { format: 'markdown', name: 'Markdown', for: 'notes, Obsidian' },
  { format: 'yaml', name: 'YAML', for: 'editing by hand' },
  { format: 'json', name: 'JSON', for: 'programs' },
] as const;

interface GlossaryFilesProps {
  readonly world: string;
  /** Null for a reader who sees the whole story. */
  readonly asOf: string | null;
}

export function GlossaryFiles({ world, asOf }: GlossaryFilesProps) {
  return (
    <TakeAlong
      address={`/api/worlds/${encodeURIComponent(world)}/glossary-file`}
      what="the glossary"
      about={
        asOf === null
          ? 'All chapters that were read for the glossary.'
          : 'Only what you have reached in the story.'
      }
      files={files}
    />
  );
}
