// Sheet: draws a sheet as its manifest arranges it, and highlights values that the last turn changed, with their cause.

import { type CSSProperties, type ReactNode, useState } from 'react';
import { countOf } from '../parts/count-of.ts';
import { groupDigits } from '../parts/group-digits.ts';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { FieldDialog } from './field-dialog.tsx';
import { findView } from './prefabs/prefab-views.ts';
import { isBesideBar } from './prefabs/view.ts';
import { renderValueStep } from './render-value-step.ts';
import styles from './sheet.module.css';
import type { GameAddress, ShownChange, ShownField, ShownSheet } from './table-types.ts';

interface SheetProps {
  /** Undefined for the sheet of a game that has not begun: nothing in it can be explained or set. */
  readonly address: GameAddress | undefined;
  readonly sheet: ShownSheet;
  /** Where and when the story is, shown below the name. */
  readonly about: string;
  /** What the last turn changed. */
  readonly changes: readonly ShownChange[];
}

/** Three to eight numbers with short names are shown side by side; any other group has one value below the other. */
function chooseLayout(fields: readonly ShownField[]): 'grid' | 'rows' {
  const isEven = fields.every(({ prefab, label }) => figures.has(prefab) && label.length <= rowLabel);
  return isEven && fields.length >= 3 && fields.length <= 8 ? 'grid' : 'rows';
}

/** If the name of a number is longer than this, the number needs a wider box. */
const shortLabel = 7;
/** If the name is longer than this, it needs even more of the row. */
const rowLabel = 11;
const figures: ReadonlySet<string> = new Set(['VAL_INT', 'VAL_COMPOUND']);
/** Values that need little room beside their names. */
const narrow: ReadonlySet<string> = new Set([...figures, 'VAL_STEP_DIE', 'VAL_LADDER', 'RES_COUNTER']);
/** If there are fewer values than this, they stand in one column even in a wide window. */
const fewestInColumns = 5;

export function Sheet({ address, sheet, about, changes }: SheetProps) {
  const [open, setOpen] = useState<string>();
  const sections = sheet.sections
    .map(({ category, fields }) => ({ category, fields: fields.filter(({ isEmpty }) => !isEmpty) }))
    .filter(({ fields }) => fields.length > 0);
  const isWide = sections.some(({ fields }) => fields.some(({ label }) => label.length > rowLabel));
  const field = sections.flatMap(({ fields }) => fields).find(({ path }) => path === open);
  const renderRows = (fields: readonly ShownField[]) => (
    <div
      style={{ '--figures': `${measureFigures(fields)}ch` } as CSSProperties}
      className={styles[chooseLayout(fields)]}
      data-layout={chooseLayout(fields)}
      data-short={fields.length >= fewestInColumns && fields.every(({ prefab }) => narrow.has(prefab))}
      data-long={fields.some(({ label }) => label.length > shortLabel)}
    >
      {fields.map((one) => (
        <FieldRow
          key={one.path}
          field={one}
          change={findChange(changes, sheet.entity, one.path)}
          onOpen={address === undefined ? undefined : () => setOpen(one.path)}
        />
      ))}
    </div>
  );
  return (
    <div className={styles['sheet']} data-wide={isWide}>
      <h2 className={styles['name']}>{insertHyphens(sheet.name)}</h2>
      <p className={styles['about']}>{about}</p>
      {address === undefined ? null : (
        <p className={styles['hint']}>Press a value to see why it is so, or to correct it.</p>
      )}
      {sections.map(({ category, fields }) => (
        <Section key={category} category={category} fields={fields} renderRows={renderRows} />
      ))}
      {field === undefined || address === undefined ? null : (
        <FieldDialog
          address={address}
          entity={sheet.entity}
          field={field}
          carrier={sheet.entity === playerEntity && isInventory(sections, field) ? sheet.name : undefined}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}

const playerEntity = 'character:player';

/** Whether the field lists things that can be handed over, such as a pack. */
function isInventory(sections: ShownSheet['sections'], field: ShownField): boolean {
  return sections.some(
    ({ category, fields }) =>
      category === 'inventory' &&
      (field.items?.length ?? 0) > 0 &&
      fields.some(({ path }) => path === field.path),
  );
}

interface SectionProps {
  readonly category: string;
  readonly fields: readonly ShownField[];
  readonly renderRows: (fields: readonly ShownField[]) => ReactNode;
}

/**
 * Folds away the values that only rules use. In any other group, folds away what nobody has improved yet, such as
 * untrained skills, unless that is true of the whole group.
 */
function Section({ category, fields, renderRows }: SectionProps) {
  const name = nameGroup(category);
  if (category === 'meta')
    return (
      <section aria-label={name}>
        <details>
          <summary>{name}</summary>
          {renderRows(fields)}
        </details>
      </section>
    );
  const others = fields.every(({ isAtBase }) => isAtBase) ? [] : fields.filter(({ isAtBase }) => isAtBase);
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      {renderRows(fields.filter((one) => !others.includes(one)))}
      {others.length === 0 ? null : (
        <details className={styles['others']}>
          <summary>{countOf(others.length, 'other')}</summary>
          {renderRows(others)}
        </details>
      )}
    </section>
  );
}

/** Names a group of fields. Manifests call fields that only rules use `meta`, which would tell a player nothing. */
export function nameGroup(category: string): string {
  return category === 'meta' ? 'further values' : category;
}

/**
 * Counts the characters of the longest number beside a bar, but at least five, so that all bars of a group end at the
 * same place.
 */
function measureFigures(fields: readonly ShownField[]): number {
  const pools = fields.filter(({ prefab }) => prefab === 'RES_POOL').map(({ shows }) => groupDigits(shows));
  return Math.max(...pools.filter(isBesideBar).map(({ length }) => length), 5);
}

function findChange(changes: readonly ShownChange[], entity: string, path: string): ShownChange | undefined {
  return changes.findLast((one) => one.entity === entity && one.path === path);
}

interface FieldRowProps {
  readonly field: ShownField;
  readonly change: ShownChange | undefined;
  readonly onOpen: (() => void) | undefined;
}

function FieldRow({ field, change, onOpen }: FieldRowProps) {
  const View = findView(field.prefab);
  return (
    <div className={styles['field']} data-hit={change !== undefined}>
      {onOpen === undefined ? (
        <div className={styles['closed']}>
          <View field={field} />
        </div>
      ) : (
        <button type="button" className={styles['open']} title={field.hint} onClick={onOpen}>
          <View field={field} />
          <span className={styles['spoken']}>Why?</span>
        </button>
      )}
      {change === undefined ? null : <Cause change={change} />}
    </div>
  );
}

function Cause({ change }: { readonly change: ShownChange }) {
  const what = change.kind === 'value' ? renderValueStep(change) : 'changed';
  return (
    <p className={styles['cause']}>
      {what}
      {change.because === undefined ? '' : `, ${change.because}`}
    </p>
  );
}
