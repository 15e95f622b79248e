// Adds owners to the fleet, each with a database role, by which the database keeps the owners' worlds apart.

import { UsageError } from '@terrarium/kernel/errors';
import type { FleetDatabase } from './fleet-database-store.ts';

export interface OwnerTerms {
  readonly name: string;
  /** The owner's part of the workers' time, relative to the shares of other owners. */
  readonly share?: number | undefined;
  /** How many of the owner's worlds may be worked on at once. */
  readonly most?: number | undefined;
}

const nameShape = /^[a-z_][a-z0-9_-]{0,62}$/u;

const rights = [
  'GRANT USAGE ON SCHEMA fleet TO %',
  'GRANT SELECT ON fleet.meta, fleet.world, fleet.task, fleet.file, fleet.piece, fleet.reply, fleet.usage, fleet.owner TO %',
  'GRANT INSERT (owner, name, title, notes, has_memory, bytes) ON fleet.world TO %',
  'GRANT UPDATE (title, notes, has_memory, bytes, epoch, published_at) ON fleet.world TO %',
  'GRANT INSERT (world_id, owner, kind, priority, model, budget, options) ON fleet.task TO %',
  'GRANT UPDATE (state, priority, tries, until_at, error) ON fleet.task TO %',
  'GRANT INSERT, UPDATE, DELETE ON fleet.file TO %',
  'GRANT INSERT, DELETE ON fleet.piece TO %',
  'GRANT SELECT, INSERT, UPDATE, DELETE ON fleet.place TO %',
];

/** Creates the owner's role if there is none, gives it its rights, and stores the owner's share and bound. */
export async function addOwner(database: FleetDatabase, { name, share, most }: OwnerTerms): Promise<void> {
  if (!nameShape.test(name)) throw refuseName(name);
  const quoted = `"${name}"`;
  await database.transact(async (query) => {
    const found = await query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
    if (found.length === 0) await query(`CREATE ROLE ${quoted} LOGIN`);
    for (const right of rights) await query(right.replace('%', quoted));
    await query(
      `INSERT INTO fleet.owner (name, share, most) VALUES ($1, coalesce($2, 1), $3)
       ON CONFLICT (name) DO UPDATE SET share = coalesce($2, fleet.owner.share), most = coalesce($3, fleet.owner.most)`,
      [name, share ?? null, most ?? null],
    );
  });
}

function refuseName(name: string): UsageError {
  return new UsageError({
    code: 'fleet.bad-owner',
    happened: `"${name}" cannot be the name of an owner.`,
    todo: 'Use small letters, digits, - and _, beginning with a letter.',
  });
}
