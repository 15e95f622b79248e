// Zero page: session zero as questions step by step, beside a sheet that fills as the player answers.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useChange, useRoute } from '../../client/use-route.ts';
import { ActButton } from '../../parts/act-button.tsx';
import { insertTextHyphens } from '../../parts/insert-hyphens.ts';
import buttons from '../../parts/main-button.module.css';
import { Awaited, FailureNote } from '../../parts/message.tsx';
import { prepareScrolling } from '../../parts/prepare-scrolling.ts';
import { showWhole } from '../../parts/show-whole.ts';
import { Sheet } from '../sheet.tsx';
import { CharacterStep } from './character-step.tsx';
import { ChoiceStep } from './choice-step.tsx';
import { describeAtOnce } from './describe-at-once.ts';
import { GiveFile } from './give-file.tsx';
import { type Making, MakingNote } from './making-note.tsx';
import { type MadeCharacter, type TriedCharacter, useTriedCharacter } from './use-tried-character.ts';
import { type Unsaved, useUnsaved } from './use-unsaved.ts';
import { useWantedCharacter } from './use-wanted-character.ts';
import { WishStep } from './wish-step.tsx';
import { WorldStep } from './world-step.tsx';
import styles from './zero-page.module.css';

type Standing = RouteAnswer<'GET /api/worlds/{world}/zero'>;

export function ZeroPage() {
  const { world = '' } = useParams();
  const [search] = useSearchParams();
  const said = search.get('name');
  const [isBusy, setBusy] = useState(false);
  const { data, error } = useRoute(
    'GET /api/worlds/{world}/zero',
    { params: { world }, query: said === null ? {} : { name: said } },
    { everyMs: isBusy ? 1_000 : false },
  );
  const isMaking = data?.making?.state === 'making';
  useEffect(() => setBusy(isMaking), [isMaking]);
  if (data === undefined) return <Awaited failure={error} what="a new game" />;
  return <Zero key={data.name} world={world} standing={data} />;
}

function Zero({ world, standing }: { readonly world: string; readonly standing: Standing }) {
  const { name } = standing;
  const navigate = useNavigate();
  const lines = useUnsaved(`never ${world} ${name}`, standing.lines);
  const veils = useUnsaved(`unseen ${world} ${name}`, standing.veils);
  const limits = { lines: lines.text, veils: veils.text };
  const { wanted, setWanted, forget } = useWantedCharacter(world, standing);
  const isBusy = standing.making?.state === 'making';
  const settle = useChange('PUT /api/worlds/{world}/zero');
  const begin = useChange('POST /api/worlds/{world}/games', ({ id }) => {
    forget();
    lines.forget();
    veils.forget();
    void navigate(`/${world}/play/${id}`);
  });
  const tried = useTriedCharacter({ world, name, system: standing.system, wanted });
  const start = () => begin.mutate({ params: { world }, body: { name, ...limits, ...wanted } });
  const failure = settle.error ?? begin.error;
  const questions = useNextQuestion(nameAnswers(standing));
  return (
    <main className={styles['page']}>
      <div className={styles['talk']} ref={questions}>
        <header className={styles['head']}>
          <h1>A new game</h1>
        </header>
        {wanted === undefined ? (
          <div className={styles['quick']}>
            <ActButton className={buttons['main']} onClick={start} isOff={begin.isPending}>
              Begin at once
            </ActButton>
            <p className={styles['quiet']}>
              {insertTextHyphens(describeAtOnce(standing))} Or answer the questions, and begin after the last.
            </p>
          </div>
        ) : null}
        {failure === null ? null : (
          <div ref={showWhole}>
            <FailureNote failure={failure} />
          </div>
        )}
        <ChoiceStep
          title="Which rules?"
          name="Rules"
          offered={standing.systems}
          chosen={standing.system ?? undefined}
          onChoose={(system) => {
            if (system === standing.system) return;
            forget();
            settle.mutate({ params: { world }, body: { name, system } });
          }}
        />
        {standing.system === null ? null : (
          <WorldStep
            world={world}
            standing={standing}
            isBusy={isBusy}
            onChoose={(id) => settle.mutate({ params: { world }, body: { name, world: id } })}
          />
        )}
        <Note world={world} standing={standing} kind="world" />
        <Wish
          world={world}
          standing={standing}
          lines={lines}
          veils={veils}
          isBusy={settle.isPending}
          onSave={(concept) => settle.mutate({ params: { world }, body: { name, concept, ...limits } })}
        />
        {findOpenStep(standing) === undefined ? (
          <CharacterStep
            world={world}
            name={name}
            wanted={wanted}
            tried={tried}
            model={standing.model}
            isBusy={isBusy}
            note={<Note world={world} standing={standing} kind="character" />}
            proposed={standing.character}
            onChange={setWanted}
          />
        ) : null}
        {wanted === undefined ? null : <End tried={tried} isBusy={begin.isPending} onBegin={start} />}
        <GiveFile world={world} name={name} model={standing.model} next={nameNext(standing)} />
        <Note world={world} standing={standing} kind="rules" />
      </div>
      <aside
        className={styles['side']}
        aria-label="Sheet"
        data-empty={tried === undefined}
        ref={prepareScrolling}
        key={String(tried === undefined)}
      >
        {tried === undefined ? (
          <p className={styles['quiet']}>Your sheet is filled in here as you answer.</p>
        ) : (
          <Sheet
            address={undefined}
            sheet={nameSheet(tried.sheet, wanted)}
            about={tried.sheet.about}
            changes={[]}
          />
        )}
      </aside>
    </main>
  );
}

interface WishProps extends Pick<Parameters<typeof WishStep>[0], 'isBusy' | 'onSave'> {
  readonly world: string;
  readonly standing: Standing;
  readonly lines: Unsaved;
  readonly veils: Unsaved;
}

/** The question about the wish, once rules and world are chosen. */
function Wish({ world, standing, lines, veils, isBusy, onSave }: WishProps) {
  const { name, concept, limits, model } = standing;
  if (!['concept', undefined].includes(findOpenStep(standing))) return null;
  return (
    <WishStep
      key={name}
      draft={`wish ${world} ${name}`}
      concept={concept}
      lines={lines.text}
      veils={veils.text}
      limits={limits}
      model={model}
      isBusy={isBusy}
      onLines={lines.setText}
      onVeils={veils.setText}
      onSave={onSave}
    />
  );
}

interface NoteProps {
  readonly world: string;
  readonly standing: Standing;
  readonly kind: Making['kind'];
}

/** Shows how far a model is with what it makes, such as a world; nothing if it makes something of another kind. */
function Note({ world, standing: { name, making }, kind }: NoteProps) {
  return making?.kind === kind ? <MakingNote world={world} name={name} making={making} /> : null;
}

/**
 * Renames the sheet if the player has just removed the name of the character: otherwise it would show the key of its
 * record.
 */
function nameSheet(
  sheet: TriedCharacter['sheet'],
  wanted: MadeCharacter | undefined,
): TriedCharacter['sheet'] {
  return wanted?.character?.name.trim() === '' ? { ...sheet, name: 'Without a name' } : sheet;
}

/** Renders what was answered so far, to notice the next answer. */
function nameAnswers({ system, world, concept }: Standing): string {
  return JSON.stringify([system, world?.id, concept]);
}

/**
 * Hook that brings the open question to the top of the window after each answer. The list from which the player chose
 * has become one line, so what they looked at has moved.
 */
function useNextQuestion(answers: string) {
  const questions = useRef<HTMLDivElement>(null);
  const known = useRef(answers);
  useEffect(() => {
    if (known.current === answers) return;
    known.current = answers;
    questions.current?.querySelector(`.${styles['step']}`)?.scrollIntoView({ block: 'start' });
  }, [answers]);
  return questions;
}

/** Finds the first question that is not answered yet; undefined if only the character is missing. */
function findOpenStep({ system, world, concept }: Standing): 'system' | 'world' | 'concept' | undefined {
  if (system === null) return 'system';
  if (world === null) return 'world';
  return concept === null ? 'concept' : undefined;
}

const nextSteps = {
  system: 'Choose the rules next, or begin at once.',
  world: 'Choose the world next, or begin at once.',
  concept: 'Say next what the game should be about, or begin at once.',
} as const;

/** Names what comes next, once a file was added. */
function nameNext(standing: Standing): string {
  const open = findOpenStep(standing);
  return open === undefined ? 'Choose who you are next.' : nextSteps[open];
}

/**
 * Renders the label of the field that a message is about, to put before the message; empty if it is about the whole
 * character.
 */
function nameField(tried: TriedCharacter | undefined, path: string): string {
  const fields = tried?.sheet.sections.flatMap((section) => section.fields) ?? [];
  const field = fields.find((one) => one.path === path);
  return field === undefined ? '' : `${field.label}: `;
}

interface EndProps {
  readonly tried: TriedCharacter | undefined;
  readonly isBusy: boolean;
  readonly onBegin: () => void;
}

/** Shows what is still wrong or missing in the character by the rules, and the button that begins the game. */
function End({ tried, isBusy, onBegin }: EndProps) {
  const wrong = [...(tried?.refused ?? []), ...(tried?.unmet ?? [])];
  return (
    <div className={styles['end']}>
      {wrong.map(({ at, say }) => (
        <p key={`${at} ${say}`} className={styles['wrong']} role="status">
          {nameField(tried, at)}
          {say}
        </p>
      ))}
      <ActButton className={buttons['main']} isOff={wrong.length > 0 || isBusy} onClick={onBegin}>
        Begin
      </ActButton>
    </div>
  );
}
