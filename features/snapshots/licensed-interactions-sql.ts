import type { Interaction } from '#reference/interactions.ts'
import { sql, type Sql } from '#platform/database/sql.ts'

// The licensed set of interactions: written by `npm run interactions`, read by the snapshot.

/** Puts these pairs in the place of all others, and notes it. */
export const replaceLicensed = (pairs: readonly Interaction[], file: string, at: string): Sql => sql`
  with gone as (delete from licensed_interaction where id <> all(${pairs.map((pair) => pair.id)}::text[])),
  noted as (insert into licensed_interaction_load (at, file, pairs) values (${at}, ${file}, ${pairs.length}))
  insert into licensed_interaction (id, side_a, side_b, severity, text, source, section)
    select x.id, x.a, x.b, x.severity, x.text, x.source ->> 'label', x.source ->> 'section'
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as x(id text, a text[], b text[], severity smallint, text text, source jsonb)
  on conflict (id) do update set side_a = excluded.side_a, side_b = excluded.side_b, severity = excluded.severity, text = excluded.text,
    source = excluded.source, section = excluded.section`

export type LoadRow = { at: string; file: string; pairs: number }
/** The last load; none when nothing was ever loaded. */
export const lastLoad: Sql<LoadRow> = sql<LoadRow>`
  select at, file, pairs from licensed_interaction_load order by id desc limit 1`

const asPairs = sql`coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'a', l.side_a, 'b', l.side_b, 'severity', l.severity, 'text', l.text,
      'source', jsonb_build_object('label', l.source, 'section', l.section, 'from', 'licensed')) order by l.id), '[]')`

/** Every pair of the set. */
export const allLicensed = sql<{ pairs: Interaction[] }>`select ${asPairs} as pairs from licensed_interaction l`

/**
 * Pairs between a billed drug and the drugs a person was given, each side by the prefixes of its codes: found by the
 * index, however large the set is. `billed` and `others` are fragments that select codes.
 */
export const licensedBetween = (billed: Sql, others: Sql): Sql => sql`
  select ${asPairs}
    from (select (select array_agg(distinct left(gpi, n)) from (${billed}) x(gpi), unnest(array[4, 6, 8, 10, 12, 14]) n) as own,
      (select array_agg(distinct left(gpi, n)) from (${others}) x(gpi), unnest(array[4, 6, 8, 10, 12, 14]) n) as other) p
    join licensed_interaction l on (l.side_a && p.own and l.side_b && p.other) or (l.side_b && p.own and l.side_a && p.other)`
