import { flag } from '#features/settings/columns.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import type { Circumstances } from './rules.ts'

/** A worker's consent as `textConsent` selects it. */
export type TextConsent = Circumstances & {
  /** Ten digits: the number consent was given for. Null where the worker was never asked. */
  mobile: string | null
  optedInAt: string | null
  optedOutAt: string | null
}

/**
 * Consent of the worker `t` with the conditions that override it; `c` is the claim, `a` has its `mc` and `sub_carrier`.
 */
export const textConsent: Sql = sql`
  (select jsonb_build_object('kept', coalesce(g.state, 0), 'mobile', g.mobile, 'optedInAt', g.opted_in_at, 'optedOutAt',
    g.opted_out_at,
    'sameNumber', coalesce(g.mobile = sms_digits(t.mobile), false), 'claimOpen', c.status <> 'CLOSED', 'off', ${flag('textMessagesDisabled', false)})
  from (select t.mc, t.id) w left join sms_campaign g on g.mc = w.mc and g.claimant_id = w.id and g.until is null)`
