// Fragment page: shows a fragment in its three tiers, with the moments that it is based on.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useChange, useRoute } from '../client/use-route.ts';
import { countOf } from '../parts/count-of.ts';
import { insertHyphens, insertTextHyphens } from '../parts/insert-hyphens.ts';
import buttons from '../parts/main-button.module.css';
import { FailureNote } from '../parts/message.tsx';
import { describeFragment, nameFragment } from '../parts/name-fragment.ts';
import { Page } from '../parts/page.tsx';
import { showForm } from '../parts/show-whole.ts';
import { nameDay, renderDay, renderShortDay } from '../parts/time-text.ts';
import { useShownTitle } from '../parts/use-shown-title.ts';
import { AwaitedMemory } from './awaited-memory.tsx';
import { ForgetDialog } from './forget-dialog.tsx';
import styles from './fragments-page.module.css';
import { MessageBlock } from './message-block.tsx';
import pages from './page.module.css';
import { RememberNav } from './remember-nav.tsx';
import { renderFragmentLine, renderFragmentLines } from './render-fragment-line.ts';
import { useCompanionName } from './use-companion-name.ts';
import { Why } from './why.tsx';

type Fragment = RouteAnswer<'GET /api/worlds/{world}/fragments/{key}'>;

export function FragmentPage() {
  const { world = '', key = '' } = useParams();
  const { data, error } = useRoute('GET /api/worlds/{world}/fragments/{key}', { params: { world, key } });
  useShownTitle(data && nameFragment(data.key));
  if (data === undefined) return <AwaitedMemory world={world} failure={error} what="the fragment" />;
  return (
    <>
      <RememberNav world={world} />
      <Page>
        <h1>{insertHyphens(nameFragment(data.key))}</h1>
        <p className={styles['lead']}>{insertHyphens(renderFragmentLine(data.ambient))}</p>
        <Acts world={world} fragment={data} />
        {hasOwnWords(data) ? (
          <>
            <h2 className={pages['title']}>What it is</h2>
            <p className={styles['text']}>{insertTextHyphens(renderFragmentLines(data.recognition))}</p>
          </>
        ) : null}
        <Inventory lines={listDetails(data)} />
        <Beside world={world} fragment={data} />
        <Sources world={world} fragment={data} />
        <p className={styles['written']}>{describeWriting(data)}</p>
      </Page>
    </>
  );
}

/** Whether the middle tier has a line that is in neither of the other tiers in the same words. */
function hasOwnWords({ ambient, recognition, inventory }: Fragment): boolean {
  const said = new Set(`${ambient}\n${inventory}`.split('\n').map(trimLine));
  return recognition
    .split('\n')
    .map(trimLine)
    .some((line) => line !== '' && !said.has(line));
}

function trimLine(line: string): string {
  return line.replace(/^- /u, '').trim();
}

function describeWriting({ writer, version, updatedAtMs, timeZone, isApproved }: Fragment): string {
  const by = writer === undefined ? '' : ` by ${writers[writer] ?? writer}`;
  const written = version === 1 ? `Written${by}` : `Changed ${countOf(version - 1, 'time')}, last${by}`;
  return `${written} on ${renderShortDay(updatedAtMs, timeZone)}. ${describeRights(writer, isApproved)}`;
}

/** Says how a fragment may change without the person. */
function describeRights(writer: Fragment['writer'], isApproved: boolean): string {
  if (!isApproved) return 'Until you approve this fragment, new talks may rewrite it.';
  return `${writer === 'person' ? '' : 'You approved it. '}New talks only add to it.`;
}

const writers: Readonly<Record<string, string>> = {
  builtin: 'the built-in writer',
  person: 'you',
};

/**
 * Lists the lines of the detailed tier. The built-in writer copies sentences, so its lines are left out if they stand
 * elsewhere on the page.
 */
function listDetails({ writer, ambient, inventory, sources }: Fragment): readonly string[] {
  const lines = inventory.split('\n').filter((line) => line.trim() !== '');
  if (writer !== 'builtin') return lines;
  const told = [ambient, ...sources.map(({ shown }) => shown)].map((text) => text.replace(/\s+/gu, ' '));
  return lines.filter((line) => !told.some((text) => text.includes(trimLine(line).replace(/\s+/gu, ' '))));
}

function Inventory({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h2 className={pages['title']}>In detail</h2>
      <ul className={styles['lines']}>
        {lines.map((line) => (
          <li key={line}>{insertTextHyphens(renderFragmentLine(line.replace(/^- /u, '')))}</li>
        ))}
      </ul>
    </>
  );
}

interface PartProps {
  readonly world: string;
  readonly fragment: Fragment;
}

function Beside({ world, fragment }: PartProps) {
  const companion = useCompanionName(world);
  const { neighbours, items } = fragment;
  return (
    <>
      {neighbours.length === 0 ? null : (
        <>
          <h2 className={pages['title']}>Related fragments</h2>
          <ul className={styles['lines']}>
            {neighbours.map(({ key, ambient, label }) => (
              <li key={key}>
                <Link className={pages['link']} to={`/${world}/remember/fragments/${key}`}>
                  {insertTextHyphens(nameFragment(key))}
                </Link>
                {label === '' ? '' : ` (${label})`}: {insertTextHyphens(renderFragmentLine(ambient))}
              </li>
            ))}
          </ul>
        </>
      )}
      {items.length === 0 ? null : (
        <>
          <h2 className={pages['title']}>What {companion} has in mind about this subject</h2>
          <ul className={styles['lines']}>
            {items.map(({ item, content }) => (
              <li key={item}>{insertTextHyphens(content)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Lists the moments on which the fragment is based, or says that there are none, as for lore. */
function Sources({ world, fragment }: PartProps) {
  const { sources, sourcesInAll, timeZone, voices, speakers } = fragment;
  if (sources.length === 0)
    return <p className={styles['written']}>This fragment is not based on anything that was said here.</p>;
  const nowMs = Date.now();
  const all = Object.entries(voices).map(([id, name]) => ({ id, name }));
  const talk = { timeZone, nowMs, speakers, voices: { user: all, companion: all } };
  let day = '';
  return (
    <section aria-label="Sources">
      <h2 className={pages['title']}>
        Based on {countOf(sourcesInAll, 'moment')}
        {sources.length < sourcesInAll ? `, ${sources.length} of them shown` : ''}
      </h2>
      {sources.map((message) => {
        const name = message.isUndated ? '' : nameDay(message.atMs, timeZone);
        const isNewDay = name !== day;
        day = name;
        return (
          <div key={message.id}>
            {isNewDay && name !== '' ? (
              <p className={styles['day']}>{renderDay(message.atMs, timeZone, nowMs)}</p>
            ) : null}
            <MessageBlock world={world} talk={talk} message={message} />
          </div>
        );
      })}
    </section>
  );
}

type Form = 'edit' | 'why' | 'forget';

function Acts({ world, fragment }: PartProps) {
  const [form, setForm] = useState<Form>();
  const navigate = useNavigate();
  const write = useChange('PUT /api/worlds/{world}/fragments/{key}', () => setForm(undefined));
  const { key, isApproved } = fragment;
  const params = { world, key };
  const list = `/${world}/remember/fragments`;
  return (
    <>
      <div className={pages['acts']}>
        <button type="button" onClick={() => write.mutate({ params, body: { isApproved: !isApproved } })}>
          {isApproved ? 'Withdraw the approval' : 'Approve'}
        </button>
        <button type="button" aria-expanded={form === 'edit'} onClick={() => setForm('edit')}>
          Rewrite it
        </button>
        <button type="button" aria-expanded={form === 'why'} onClick={() => setForm('why')}>
          Why is this in mind, or why not?
        </button>
        <button type="button" onClick={() => setForm('forget')}>
          Forget …
        </button>
      </div>
      {write.error === null ? null : <FailureNote failure={write.error} />}
      {form === 'why' ? <Why world={world} of={{ fragment: key }} /> : null}
      {form === 'edit' ? (
        <EditForm
          fragment={fragment}
          onCancel={() => setForm(undefined)}
          onSave={(body) => write.mutate({ params, body })}
        />
      ) : null}
      {form === 'forget' ? (
        <ForgetDialog
          world={world}
          target={{ fragment: key }}
          name={describeFragment(key)}
          onClose={() => setForm(undefined)}
          onForgotten={{ path: list, lead: () => navigate(list) }}
        />
      ) : null}
    </>
  );
}

interface Texts {
  readonly ambient?: string;
  readonly recognition?: string;
  readonly inventory?: string;
}

const hasSource = /\(#\d/u;

interface EditFormProps {
  readonly fragment: Fragment;
  readonly onCancel: () => void;
  readonly onSave: (texts: Texts) => void;
}

function EditForm({ fragment, onCancel, onSave }: EditFormProps) {
  const [ambient, setAmbient] = useState(fragment.ambient);
  const [recognition, setRecognition] = useState(fragment.recognition);
  const [inventory, setInventory] = useState(fragment.inventory);
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave({
      ...(ambient === fragment.ambient ? {} : { ambient }),
      ...(recognition === fragment.recognition ? {} : { recognition }),
      ...(inventory === fragment.inventory ? {} : { inventory }),
    });
  };
  return (
    <form ref={showForm} className={styles['form']} onSubmit={save}>
      <label>
        In one sentence
        <textarea rows={2} value={ambient} onChange={({ target }) => setAmbient(target.value)} />
      </label>
      <label>
        What it is
        <textarea rows={4} value={recognition} onChange={({ target }) => setRecognition(target.value)} />
      </label>
      <label>
        In detail, one thing per line
        <textarea rows={6} value={inventory} onChange={({ target }) => setInventory(target.value)} />
      </label>
      {hasSource.test(`${ambient}${recognition}${inventory}`) ? (
        <p className={pages['quiet']}>
          Lines are stored with the day, who spoke, and numbers such as (#8), which name the moments that they
          are based on. Please leave these in place: the page shows the day in words, and hides the numbers.
        </p>
      ) : null}
      <div className={pages['acts']}>
        <button type="submit" className={buttons['main']}>
          Save
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
