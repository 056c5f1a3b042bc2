import { sql, type Sql } from '#platform/database/sql.ts'
import type { Determined } from './determination-shape.ts'

/** A determination as one JSON value, over the row `d`; what rules.ts calls `Determined`. */
export const determined = sql`jsonb_build_object('determinationId', d.id, 'kind', d.kind, 'authority', d.authority, 'number', d.number,
    'determinedOn', d.determined_on, 'result', d.result,
    'startDate', d.start_date, 'endDate', d.end_date, 'oneTimeFill', d.one_time, 'drugLevel', d.drug_level, 'maxFills', d.max_fills,
    'maxQty', d.max_qty, 'maxDays', d.max_days,
    'documentId', d.document_id, 'note', d.note, 'recordedBy', d.recorded_by_name, 'recordedAt', d.recorded_at)`

/** The determination of request `a` that holds: the newest of the highest authority (`currentOf` says the same). */
export const currentDetermination: { fragment: Sql } = {
  fragment: sql`(select ${determined} from determination d where d.mc = a.mc and d.authorization_id = a.id and d.withdrawn_at is null
      order by array_position('{UR,IMR,BOARD,COURT}'::text[], d.kind) desc, d.determined_on desc, d.recorded_at desc, d.id desc limit 1)`,
}

/** The same as every screen has it: instants in UTC. */
export const toDetermined = (found: Determined): Determined => ({
  ...found,
  recordedAt: new Date(found.recordedAt).toISOString(),
})
