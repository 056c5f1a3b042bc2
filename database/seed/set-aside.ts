import type { Client } from 'pg'
import { noteTable } from './tables.ts'

// Rows are written several times faster into a table without keys and indexes, and those are made faster over all rows
// at once. What is taken away is noted down in the same transaction, so that a process that dies leaves a database that
// knows what it lacks.

export type Aside = { kind: 'key' | 'index' | 'foreign' | 'trigger'; on: string; name: string; undo: string }

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Keys, indexes, references and triggers of some tables, and the statements that make them again. */
async function found(client: Client, tables: readonly string[]): Promise<(Aside & { drop: string })[]> {
  const { rows } = await client.query<{ kind: Aside['kind']; on: string; name: string; def: string }>(
    `with t as (select oid, relname from pg_class where relnamespace = current_schema()::regnamespace and relname = any($1))
     select 'foreign' as kind, c.relname as "on", k.conname as name, pg_get_constraintdef(k.oid) as def
       from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and (k.conrelid in (select oid from t) or k.confrelid in (select oid from t))
     union all
     select 'key', t.relname, k.conname, pg_get_constraintdef(k.oid) from pg_constraint k join t on t.oid = k.conrelid where k.contype in ('p', 'u', 'x')
     union all
     select 'index', t.relname, c.relname, pg_get_indexdef(i.indexrelid) from pg_index i join t on t.oid = i.indrelid join pg_class c on c.oid = i.indexrelid
      where not exists (select from pg_constraint k where k.conindid = i.indexrelid)
     union all
     select 'trigger', t.relname, g.tgname, '' from pg_trigger g join t on t.oid = g.tgrelid where not g.tgisinternal and g.tgenabled = 'O'
      order by 1, 2, 3`,
    [tables],
  )
  // References first: they rest on keys.
  const order: readonly Aside['kind'][] = ['foreign', 'index', 'key', 'trigger']
  return rows
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .map(({ kind, on, name, def }) => {
      const table = `alter table ${quoted(on)}`
      const one = { kind, on, name }
      if (kind === 'index') return { ...one, undo: def, drop: `drop index ${quoted(name)}` }
      if (kind === 'trigger')
        return {
          ...one,
          undo: `${table} enable trigger ${quoted(name)}`,
          drop: `${table} disable trigger ${quoted(name)}`,
        }
      return {
        ...one,
        undo: `${table} add constraint ${quoted(name)} ${def}`,
        drop: `${table} drop constraint ${quoted(name)}`,
      }
    })
}

/** Takes keys, indexes, references and triggers of some tables away, within the caller's transaction. */
export async function setAside(client: Client, tables: readonly string[]): Promise<void> {
  const all = await found(client, tables)
  for (const one of all) await client.query(one.drop)
  await client.query(
    `insert into ${noteTable} (kind, item, what) select 'aside', x.on || '.' || x.kind || '.' || x.name, to_jsonb(x)
       from jsonb_to_recordset($1::jsonb) as x(kind text, "on" text, name text, undo text)`,
    [JSON.stringify(all.map(({ kind, on, name, undo }) => ({ kind, on, name, undo })))],
  )
}

/** What is still to be made again. */
export async function asideOf(client: Client): Promise<Aside[]> {
  const { rows } = await client.query<{ what: Aside }>(
    `select what from ${noteTable} where kind = 'aside' order by item collate "C"`,
  )
  return rows.map((row) => row.what)
}

/** Makes one key, index or reference again, and forgets that it was away. */
export async function putBack(client: Client, one: Aside): Promise<void> {
  await client.query('begin')
  await client.query(one.undo)
  await client.query(`delete from ${noteTable} where kind = 'aside' and item = $1`, [
    `${one.on}.${one.kind}.${one.name}`,
  ])
  await client.query('commit')
}

/**
 * Everything that guards the tables of a schema, in words: keys, checks, references, indexes, columns, triggers, policies
 * and whether they are forced. The same before and after a load.
 */
export async function guardsOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `with t as (select * from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> '${noteTable}')
     select concat_ws(' ', t.relname, 'constraint', k.conname, pg_get_constraintdef(k.oid), k.convalidated) as line
       from pg_constraint k join t on t.oid = k.conrelid
     union all select concat_ws(' ', t.relname, 'index', pg_get_indexdef(i.indexrelid), i.indisvalid) from pg_index i join t on t.oid = i.indrelid
     union all select concat_ws(' ', t.relname, 'column', a.attname, format_type(a.atttypid, a.atttypmod),
       a.attnotnull, a.attidentity, pg_get_expr(d.adbin, d.adrelid))
       from pg_attribute a join t on t.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid
         and d.adnum = a.attnum where a.attnum > 0 and not a.attisdropped
     union all select concat_ws(' ', t.relname, 'trigger', pg_get_triggerdef(g.oid), g.tgenabled) from pg_trigger g
       join t on t.oid = g.tgrelid where not g.tgisinternal
     union all select concat_ws(' ', t.relname, 'policy', p.polname, p.polcmd, p.polpermissive,
       pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid), p.polroles::regrole[])
       from pg_policy p join t on t.oid = p.polrelid
     union all select concat_ws(' ', t.relname, 'security', t.relrowsecurity, t.relforcerowsecurity, t.relpersistence, t.relacl) from t
     order by 1`,
  )
  // PostgreSQL writes "(a and b) and c" as "a and b and c" when it reads it a second time.
  return rows.map((row) => row.line.replaceAll(/[()]/g, '').replaceAll(/\s+/g, ' ')).sort()
}
