import { DAY_MS } from '#platform/dates/instant.ts'
import { iso } from './calendar.ts'
import type { Claim } from './claim-rows.ts'
import type { Setting } from './setting.ts'

/** Three texts in a row that could not be delivered end the texting. */
const hardFailures = 3

/** Consent to text messages as `sms_campaign` keeps it: one current row of each worker who was ever asked. */
export function consentRows(claims: readonly Claim[], { stream, nowMs }: Setting): Record<string, unknown>[] {
  const first = new Map(claims.toReversed().map((claim) => [claim.claimant.id, claim]))
  return [...first.values()].flatMap(({ claimant, row }) => {
    const { mobile, sms_state: state } = claimant
    if (state === 0 || mobile === null) return []
    const random = stream('consent', claimant.patient_id)
    const agreedMs = Math.min(
      nowMs - 2 * DAY_MS,
      Date.parse(row.doi) + random.int(2, 9) * DAY_MS + random.int(0, DAY_MS - 1),
    )
    const endedMs = Math.min(nowMs - DAY_MS, agreedMs + random.int(5, 200) * DAY_MS)
    const sinceMs = state === 2 ? agreedMs : endedMs
    return [
      {
        mc: claimant.mc,
        id: random.id(sinceMs),
        claimant_id: claimant.id,
        mobile: mobile.replaceAll(/\D/g, '').slice(-10),
        state,
        language: claimant.language,
        consent_source: 'TEXT',
        opted_in_at: iso(agreedMs),
        opted_out_at: state === 3 ? iso(endedMs) : null,
        last_status_at: iso(sinceMs),
        failures: state === 4 ? hardFailures : 0,
        since: iso(sinceMs),
        until: null,
      },
    ]
  })
}
