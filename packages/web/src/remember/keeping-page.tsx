// Keeping page: shows the changes that maintenance proposes, each of which a person accepts or refuses.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useChange, useRoute } from '../client/use-route.ts';
import { ActButton } from '../parts/act-button.tsx';
import { ActNote } from '../parts/act-note.tsx';
import { countOf } from '../parts/count-of.ts';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import buttons from '../parts/main-button.module.css';
import { FailureNote } from '../parts/message.tsx';
import { nameFragment } from '../parts/name-fragment.ts';
import { Page } from '../parts/page.tsx';
import { TakeAlong } from '../parts/take-along.tsx';
import { renderShortDay } from '../parts/time-text.ts';
import { AwaitedMemory } from './awaited-memory.tsx';
import { BringTalk, useBringing } from './bring-talk.tsx';
import { describeRun, type Keeping } from './describe-run.ts';
import styles from './keeping-page.module.css';
import { NewestChange } from './newest-change.tsx';
import pages from './page.module.css';
import { RememberNav } from './remember-nav.tsx';
import { renderFragmentLine } from './render-fragment-line.ts';

type Proposal = Keeping['proposals'][number];
type Change = Proposal['changes'][number];
type Decided = RouteAnswer<'POST /api/worlds/{world}/keeping/decisions'>;

/** What was done last on this page. `at` counts all that was done here, this included. */
interface Done {
  readonly at: number;
  readonly says: string;
}

export function KeepingPage() {
  const { world = '' } = useParams();
  const [done, setDone] = useState<Done>();
  const bringing = useBringing(world);
  const { data, error } = useRoute(
    'GET /api/worlds/{world}/keeping',
    { params: { world } },
    { everyMs: 1_500 },
  );
  if (data === undefined) return <AwaitedMemory world={world} failure={error} what="the proposed changes" />;
  const handleDone = (says: string) => setDone({ at: (done?.at ?? 0) + 1, says });
  return (
    <>
      <RememberNav world={world} />
      <Page>
        <h1>Maintenance</h1>
        <p className={pages['lead']}>
          Your talks are summed up in fragments, short texts about one subject each, so that what matters is
          found again. Nothing is written before you agree, and you can undo what you agreed to, the newest
          change first.
        </p>
        {data.isBlank ? (
          <p className={pages['quiet']}>
            Nothing has been said yet. <Link to={`/${world}/remember`}>Talk</Link>, or bring in a chat below.
          </p>
        ) : (
          <Run world={world} keeping={data} />
        )}
        {done === undefined ? null : (
          <ActNote key={done.at} className={styles['done']}>
            {done.says}
          </ActNote>
        )}
        {data.newest === undefined ? null : (
          <NewestChange world={world} newest={data.newest} timeZone={data.timeZone} onDone={handleDone} />
        )}
        <Proposals world={world} keeping={data} onDone={handleDone} />
        <Flags world={world} flags={data.flags} />
        <BringTalk world={world} bringing={bringing} isOpen />
        {data.isBlank ? null : (
          <TakeAlong
            address={`/api/worlds/${encodeURIComponent(world)}/memory-file`}
            what="the memory"
            about="These files hold what was said and what is kept. Only the file “Whole” also holds the secrets: whoever has that file can read them."
            files={files}
          />
        )}
      </Page>
    </>
  );
}

const files = [
  { format: 'markdown', name: 'Markdown', for: 'to read, day by day' },
  { format: 'sillytavern', name: 'A chat', for: 'for SillyTavern' },
  { format: 'jsonl', name: 'JSON lines', for: 'for programs' },
  { format: 'whole', name: 'Whole, with its secrets', for: 'to move it into an empty world' },
] as const;

interface RunProps {
  readonly world: string;
  readonly keeping: Keeping;
}

function Run({ world, keeping }: RunProps) {
  const start = useChange('POST /api/worlds/{world}/keeping');
  const stop = useChange('POST /api/worlds/{world}/keeping/stop');
  const params = { world };
  const failure = start.error ?? stop.error;
  return (
    <>
      <div className={pages['acts']}>
        {keeping.isRunning ? (
          <button type="button" className={buttons['main']} onClick={() => stop.mutate({ params, body: {} })}>
            Stop
          </button>
        ) : (
          <button
            type="button"
            className={buttons['main']}
            onClick={() => start.mutate({ params, body: {} })}
          >
            Look for what is worth keeping
          </button>
        )}
        <span role="status">{describeRun(keeping)}</span>
      </div>
      {failure === null ? null : <FailureNote failure={failure} />}
    </>
  );
}

interface ProposalsProps extends RunProps {
  readonly onDone: (says: string) => void;
}

function Proposals({ world, keeping, onDone }: ProposalsProps) {
  const decide = useChange('POST /api/worlds/{world}/keeping/decisions', (decided) =>
    onDone(describeDecided(decided)),
  );
  const params = { world };
  const { proposals, timeZone } = keeping;
  // Says nothing while maintenance runs, since changes may still come, and nothing in an empty memory, since the page
  // says so already.
  if (proposals.length === 0 && (keeping.isRunning || keeping.isBlank)) return null;
  if (proposals.length === 0) return <p className={pages['quiet']}>There is no change to decide on.</p>;
  const ids = proposals.map(({ id }) => id);
  return (
    <section aria-label="Proposed changes">
      <h2 className={pages['title']}>{countOf(proposals.length, 'change')} to decide on</h2>
      {decide.error === null ? null : <FailureNote failure={decide.error} />}
      <ol className={styles['list']}>
        {proposals.map((proposal) => (
          <li key={proposal.id}>
            <h3>{insertTextHyphens(nameProposal(proposal))}</h3>
            <Changes proposal={proposal} />
            {proposal.unfounded.length === 0 ? null : (
              <p className={styles['fault']}>
                Not found in any of the moments it rests on: {proposal.unfounded.join(', ')}
              </p>
            )}
            {proposal.fault === undefined ? null : <p className={styles['fault']}>{proposal.fault}</p>}
            <div className={pages['acts']}>
              <ActButton
                className={styles['accept']}
                isOff={decide.isPending}
                onClick={() => decide.mutate({ params, body: { accept: [proposal.id] } })}
              >
                Accept
              </ActButton>
              <ActButton
                isOff={decide.isPending}
                onClick={() => decide.mutate({ params, body: { refuse: [proposal.id] } })}
              >
                Refuse
              </ActButton>
              <span className={pages['quiet']}>
                {proposal.writer === 'builtin' ? 'the built-in writer' : proposal.writer},{' '}
                {renderShortDay(proposal.madeAtMs, timeZone)}
              </span>
            </div>
          </li>
        ))}
      </ol>
      {proposals.length === 1 ? null : (
        <div className={pages['acts']}>
          <button type="button" onClick={() => decide.mutate({ params, body: { accept: ids } })}>
            Accept all
          </button>
          <button type="button" onClick={() => decide.mutate({ params, body: { refuse: ids } })}>
            Refuse all
          </button>
        </div>
      )}
    </section>
  );
}

const markings: Readonly<Record<Extract<Proposal['operation'], { do: 'mark-item' }>['status'], string>> = {
  active: 'Bring something back to mind',
  resolved: 'Mark something as done',
  dropped: 'Put something out of mind',
  superseded: 'Mark something as replaced by something newer',
};

/** Says what the operation does, in words for a person. */
function nameProposal({ operation }: Proposal): string {
  switch (operation.do) {
    case 'create-fragment':
      return `New: ${nameFragment(operation.key)}`;
    case 'update-fragment':
    case 'append-inventory':
      return `More about ${nameFragment(operation.key)}`;
    case 'delete-fragment':
      return `Remove ${nameFragment(operation.key)}`;
    case 'merge-fragments':
      return `Merge ${nameFragment(operation.from)} into ${nameFragment(operation.to)}`;
    case 'rename-fragment':
      return `Rename ${nameFragment(operation.from)} to ${nameFragment(operation.to)}`;
    case 'create-edge':
      return `${nameFragment(operation.from)} and ${nameFragment(operation.to)} belong together`;
    case 'delete-edge':
      return `${nameFragment(operation.from)} and ${nameFragment(operation.to)} no longer belong together`;
    case 'mark-item':
      return markings[operation.status];
    case 'note-fact':
      return `Known${operation.of === '' ? '' : ` of ${operation.of}`}: ${operation.relation}, ${operation.value}`;
    case 'rewrite-ambient':
      return 'What the companion knows of itself';
    case 'flag':
      return 'Something for you to check';
  }
}

function Changes({ proposal: { operation, changes } }: { readonly proposal: Proposal }) {
  // The title says the whole fact.
  if (operation.do === 'note-fact') return null;
  // The title says what becomes of the thing, so only its words are shown.
  if (operation.do === 'mark-item')
    return changes.flatMap(({ removed }) =>
      removed.map((line) => <p key={line}>{line.replace(/^[a-z]+: /u, '')}</p>),
    );
  return changes.filter(isSaidOnce).map(({ thing, name, tier, removed, added }) => (
    <div key={`${thing} ${name} ${tier ?? ''}`} className={styles['change']}>
      {tier === undefined ? null : <p className={styles['tier']}>{tiers[tier]}</p>}
      {removed.map((line) => (
        <del key={line}>{renderLine(line)}</del>
      ))}
      {added.map((line) => (
        <ins key={line}>{renderLine(line)}</ins>
      ))}
    </div>
  ));
}

/**
 * Whether the change must be shown. A middle tier need not be if all its new lines are also among the new detailed
 * lines, where each has its source.
 */
function isSaidOnce({ tier, name, removed, added }: Change, _: number, changes: readonly Change[]): boolean {
  if (tier !== 'recognition' || removed.length > 0) return true;
  const detail = changes.find((one) => one.tier === 'inventory' && one.name === name);
  const told = new Set(detail?.added.map(renderLine));
  return !added.map(renderLine).every((line) => told.has(line));
}

/** Renders a line without its dash: a sign before the line says whether it comes or goes. */
function renderLine(line: string) {
  return renderFragmentLine(line).replace(/^\s*[-*]\s+/u, '');
}

const tiers = { ambient: 'in one sentence', recognition: 'what it is', inventory: 'in detail' } as const;

function describeDecided({ done, refused, left }: Decided): string {
  const says = [
    done.length === 0 ? '' : `${countOf(done.length, 'change')} accepted.`,
    refused.length === 0 ? '' : `${countOf(refused.length, 'change')} refused.`,
    ...left.map(({ say }) => say),
  ];
  return says.filter((text) => text !== '').join(' ');
}

interface FlagsProps {
  readonly world: string;
  readonly flags: Keeping['flags'];
}

function Flags({ world, flags }: FlagsProps) {
  const settle = useChange('POST /api/worlds/{world}/keeping/flag');
  if (flags.length === 0) return null;
  return (
    <section aria-label="To check">
      <h2 className={pages['title']}>Please check these</h2>
      {settle.error === null ? null : <FailureNote failure={settle.error} />}
      <ul className={styles['list']}>
        {flags.map(({ id, text }) => (
          <li key={id}>
            <p>{text}</p>
            <div className={pages['acts']}>
              <button type="button" onClick={() => settle.mutate({ params: { world }, body: { flag: id } })}>
                Dealt with
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
