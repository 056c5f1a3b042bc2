import { randomUUID } from 'node:crypto'
import { dataExtracts } from '#features/data-extracts/contract.ts'
import { encryptAgain } from '#platform/calls/again.ts'
import type { TestApi } from '../api.ts'
import type { Place } from './place.ts'

type Where = Pick<Place, 'mc' | 'sub'> & { userId: string }

/** What a user keeps of their extracts. */
export const keptExtracts = (
  api: TestApi,
  { mc, sub, userId }: Where,
): Pick<Place, 'preset' | 'schedule' | 'exported' | 'exportedByOther' | 'fileQuestion'> => ({
  preset: async () => {
    const id = randomUUID()
    await api.db.query(
      `insert into data_extract_preset (mc, id, user_id, sub_carrier, area, name, shared, encrypted, changed_at)
       values ($1, $2, $3, $4, 'patients', $5, false, 'x', now())`,
      [mc, id, userId, sub, id],
    )
    return id
  },
  exported: async () => {
    const id = randomUUID()
    await api.db.query(
      `insert into export_record (mc, id, at, user_id, actor, call, sub_carrier, state, rows, ended_at, again)
       values ($1, $2, now(), $3, 'x', 'dataExtracts.extract', $4, 'FINISHED', 1, now(), $5)`,
      [mc, id, userId, sub, encryptAgain(api.built.portal.encryption, mc, dataExtracts.extract, {})],
    )
    return id
  },
  exportedByOther: async () => {
    const id = randomUUID()
    await api.db.query(
      `insert into export_record (mc, id, at, user_id, actor, call, sub_carrier, state, rows, ended_at)
       select $1, $2, now(), w.user_id, 'x', 'dataExtracts.extract', $4, 'FINISHED', 1, now() from user_carrier w
        where w.mc = $1 and w.active and w.user_id <> $3 order by w.user_id limit 1`,
      [mc, id, userId, sub],
    )
    return id
  },
  fileQuestion: async () => {
    const [id, file] = [randomUUID(), randomUUID()]
    await api.db.query(
      `insert into export_record (mc, id, at, user_id, actor, call, sub_carrier, state, rows, ended_at)
       values ($1, $2, now(), $3, 'x', 'dataExtracts.extract', $4, 'FINISHED', 1, now())`,
      [mc, file, userId, sub],
    )
    await api.db.query(
      `insert into export_question (mc, id, export_id, sub_carrier, call, taken_at, user_id, asked_by, asked_at, question)
       values ($1, $2, $3, $4, 'dataExtracts.extract', now(), $5, $5, now(), 'What was it for?')`,
      [mc, id, file, sub, userId],
    )
    return id
  },
  schedule: async () => {
    const id = randomUUID()
    await api.db.query(
      `insert into data_extract_schedule (mc, id, user_id, sub_carrier, area, name, encrypted, cadence, day, hour, period, next_at, created_at)
       values ($1, $2, $3, $4, 'patients', 'x', 'x', 'DAILY', 0, 6, 'YESTERDAY', now() + interval '1 day', now())`,
      [mc, id, userId, sub],
    )
    return id
  },
})
