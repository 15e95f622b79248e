// Setting keys: lists the settings of a schema, and describes in words which values each may have.
import { z } from 'zod';

/** A settings schema: objects within objects, in which each leaf is one thing that a person can set. */
export type SettingsSchema = z.ZodObject;

export interface SettingKey {
  readonly path: readonly string[];
  readonly kind: 'text' | 'number' | 'truth' | 'structure';
  /** Whether `null` is a value of this setting; if not, `null` means that the setting is not given. */
  readonly isNullable: boolean;
  /** Describes valid values, in words that fit after "must be". */
  readonly valid: string;
  /** What the setting is for: the leaf's title; undefined if it has none. */
  readonly purpose: string | undefined;
  /** The default value; undefined if there is none. */
  readonly byDefault: unknown;
  /**
   * Whether the setting decides where requests go or what is sent with them. In a world's file, it counts only after a
   * person has accepted it.
   */
  readonly isRoute: boolean;
  /** Whether only the person may give the setting, never a world's file. */
  readonly isPersonal: boolean;
}

interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly isRoute?: boolean;
  readonly isPersonal?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly anyOf?: readonly Shape[];
}

/** Cached: every command reads its settings several times, and a schema never changes. */
const listed = new WeakMap<SettingsSchema, readonly SettingKey[]>();

/**
 * Lists every leaf of the schema, in order. The title of a leaf says what it is for; its description says which values
 * are valid, if its type does not. `isRoute` and `isPersonal` are in its metadata.
 */
export function listSettingKeys(schema: SettingsSchema): readonly SettingKey[] {
  const known = listed.get(schema);
  if (known !== undefined) return known;
  const keys = listLeaves(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, []);
  listed.set(schema, keys);
  return keys;
}

function listLeaves(shape: Shape, path: readonly string[]): SettingKey[] {
  if (shape.properties === undefined) {
    const { only, isNullable } = splitNullable(shape);
    const valid = shape.description ?? `${describe(only)}${isNullable ? ', or null' : ''}`;
    const { title: purpose, default: byDefault, isRoute = false, isPersonal = false } = shape;
    return [{ path, kind: detectKind(only), isNullable, valid, purpose, byDefault, isRoute, isPersonal }];
  }
  return Object.entries(shape.properties).flatMap(([name, part]) => listLeaves(part, [...path, name]));
}

/** The shape without `null`, and whether `null` is allowed. */
function splitNullable(shape: Shape): { readonly only: Shape; readonly isNullable: boolean } {
  const others = shape.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const [only] = others;
  const isNullable = only !== undefined && others.length === 1 && shape.anyOf?.length === 2;
  return isNullable ? { only, isNullable } : { only: shape, isNullable: false };
}

function detectKind(shape: Shape): SettingKey['kind'] {
  if (shape.type === 'string') return 'text';
  if (shape.type === 'number' || shape.type === 'integer') return 'number';
  return shape.type === 'boolean' ? 'truth' : 'structure';
}

function describe(shape: Shape): string {
  if (shape.enum !== undefined) return `one of ${shape.enum.join(', ')}`;
  const kind = detectKind(shape);
  if (kind === 'number') return describeNumber(shape);
  if (kind === 'truth') return 'true or false';
  return kind === 'text' ? 'text' : 'a set of keys and values';
}

function describeNumber(shape: Shape): string {
  const bounds: string[] = [];
  if (isBound(shape.minimum)) bounds.push(`at least ${shape.minimum}`);
  if (isBound(shape.exclusiveMinimum)) bounds.push(`more than ${shape.exclusiveMinimum}`);
  if (isBound(shape.maximum)) bounds.push(`at most ${shape.maximum}`);
  if (isBound(shape.exclusiveMaximum)) bounds.push(`less than ${shape.exclusiveMaximum}`);
  const kind = shape.type === 'integer' ? 'a whole number' : 'a number';
  return bounds.length === 0 ? kind : `${kind}, ${bounds.join(' and ')}`;
}

function isBound(bound: number | undefined): boolean {
  return bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
}
