import { randomUUID } from 'node:crypto'
import type { TestApi } from '../api.ts'
import type { Place } from './place.ts'

type Where = Pick<Place, 'mc' | 'sub'> & { userId: string; colleague: () => Promise<string> }
const insert = `insert into carrier_setting_change (mc, id, sub_carrier, key, before, after, starts_on, status, made_by, made_at)
  values ($1, $2, $3, $4, null, $5, current_date, $6, $7, now())`

/** Changes of settings of a sub-carrier. */
export const settingChanges = (
  api: TestApi,
  { mc, sub, userId, colleague }: Where,
): Pick<Place, 'waitingSetting' | 'changedSetting'> => ({
  waitingSetting: async () => {
    const id = randomUUID()
    await api.db.query(
      `update carrier_setting_change set status = 'REFUSED' where mc = $1 and sub_carrier = $2 and status in ('WAITING', 'PLANNED')`,
      [mc, sub],
    )
    await api.db.query(`delete from carrier_setting where mc = $1 and sub_carrier = $2 and key = 'mmeLimit'`, [mc, sub])
    await api.db.query(insert, [mc, id, sub, 'mmeLimit', '80', 'WAITING', await colleague()])
    return id
  },
  changedSetting: async () => {
    const id = randomUUID()
    await api.db.query(
      `insert into carrier_setting (mc, sub_carrier, key, value) values ($1, $2, 'maxApprovalDays', '120')
       on conflict (mc, sub_carrier, key) do update set value = excluded.value`,
      [mc, sub],
    )
    await api.db.query(insert, [mc, id, sub, 'maxApprovalDays', '120', 'DONE', userId])
    return id
  },
})

/** A claim that was paid came last month, as its carrier counts months. */
export async function submittedLastMonth(api: TestApi, place: Pick<Place, 'paid'>): Promise<void> {
  await api.db.query(
    `update rx_transaction x set submitted_at = d.at at time zone 'UTC', fill_date = d.at::date,
       request = x.request || jsonb_build_object('dateOfService', d.at::date) || jsonb_build_object('prescription',
         x.request -> 'prescription' || jsonb_build_object('dateWritten', d.at::date))
       from (select m.mc, date_trunc('month', now() at time zone m.time_zone) - interval '2 days' as at from master_carrier m) d
      where x.mc = d.mc and x.tcn = $1`,
    [await place.paid()],
  )
}
