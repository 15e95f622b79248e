// Opens the fleet's database: a pool of connections, transactions, and our errors instead of the driver's.

import { UsageError } from '@terrarium/kernel/errors';
import pg from 'pg';
import { type DatabasePlace, translateDatabaseError } from './fleet-errors.ts';

/** A row as the driver returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs one statement. Values are passed separately, never as part of the statement's text. */
export type Query = <Found extends Row>(
  text: string,
  values?: readonly unknown[],
) => Promise<readonly Found[]>;

export interface FleetDatabase {
  readonly place: DatabasePlace;
  /** The address of the database, as it was given; the job engine needs it for its own connections. */
  readonly address: string;
  readonly query: Query;
  /** Everything in `work` is committed together, or nothing is. */
  transact<Result>(work: (query: Query) => Promise<Result>, mode?: TransactionMode): Promise<Result>;
  close(): Promise<void>;
}

/** Until its end, a transaction of mode `snapshot` sees the database as it was at its first statement. */
export type TransactionMode = 'usual' | 'snapshot';

const beginnings = { usual: 'BEGIN', snapshot: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' } as const;
const connectMs = 10_000;
const statementMs = 60_000;
/**
 * How long an idle connection is kept: longer than the time between two renewals of a lease, because opening a
 * connection costs more than keeping one.
 */
const idleMs = 60_000;

/** Connects at the first query. At most `most` connections are open at the same time. */
export function openFleetDatabase(address: string, most = 4): FleetDatabase {
  const place = parsePlace(address);
  const pool = new pg.Pool({
    connectionString: address,
    max: most,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    statement_timeout: statementMs,
    application_name: 'terrarium fleet',
    keepAlive: true,
    // Turns off just-in-time compilation: to compile our short statements would take longer than to run them.
    options: '-c jit=off',
  });
  // If an idle connection breaks, the pool replaces it at the next use.
  pool.on('error', () => undefined);
  const guard = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw translateDatabaseError(error, place);
    }
  };
  const buildQuery =
    (client: pg.Pool | pg.PoolClient): Query =>
    async <Found extends Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Found>(text, [...values])).rows;
  return {
    place,
    address,
    query: (text, values) => guard(() => buildQuery(pool)(text, values)),
    transact: (work, mode = 'usual') =>
      guard(() => runInTransaction(pool, { work: (client) => work(buildQuery(client)), mode })),
    close: () => pool.end(),
  };
}

interface Transaction<Result> {
  readonly work: (client: pg.PoolClient) => Promise<Result>;
  readonly mode: TransactionMode;
}

async function runInTransaction<Result>(pool: pg.Pool, { work, mode }: Transaction<Result>): Promise<Result> {
  const client = await pool.connect();
  // A connection that breaks during a transaction also emits an error event. Without a listener, this event would end
  // the process.
  const hear = () => undefined;
  client.on('error', hear);
  let failure: Error | undefined;
  try {
    await client.query(beginnings[mode]);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    failure = await undo(client);
    throw error;
  } finally {
    client.off('error', hear);
    client.release(failure);
  }
}

/** Rolls the transaction back. Returns an error if the connection cannot be used any more. */
async function undo(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Throws `UsageError` if `address` is not the address of a PostgreSQL database. */
function parsePlace(address: string): DatabasePlace {
  const url = URL.parse(address);
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) throw refuseAddress();
  const database = decodeName(url.pathname.slice(1));
  const host = url.searchParams.get('host') ?? (url.hostname || 'localhost');
  if (database === undefined || database === '') throw refuseAddress();
  return { host: url.port === '' ? host : `${host}:${url.port}`, database };
}

/** Decodes percent codes; undefined if one is invalid. */
function decodeName(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function refuseAddress(): UsageError {
  return new UsageError({
    code: 'fleet.no-address',
    happened: 'That is not the address of a PostgreSQL database.',
    todo: 'It looks like postgres://user@host:5432/terrarium, given with --database or as TERRARIUM_DATABASE in the environment.',
  });
}
