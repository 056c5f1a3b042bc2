import { addDays } from '#platform/dates/day.ts'
import type { CareFacts, CareFill, CareScore } from '#features/care-score/rules.ts'
import { careScore, monthEndsBefore, monthOf } from '#features/care-score/rules.ts'
import { instantOf } from '#platform/dates/zone.ts'
import { dateIn, iso } from './calendar.ts'
import type { Claim } from './claim-rows.ts'
import type { Setting } from './setting.ts'
import type { Tale } from './tale.ts'

/** A row of `care_score`. */
export type CareRow = {
  mc: string
  stratus_claim_id: string
  month: string
  as_of: string
  score: number
  band: CareScore['band']
  categories: CareScore['categories']
  criteria: CareScore['criteria']
  next_at: string | null
}

/** A worker who has filled nothing for so long has no score worth a row. */
const lately = 180
/** Months of trend: all for the cards, as many as the change over 90 days needs for others, none where there are very many. */
const trend = { card: 12, usual: 3, scale: 0 } as const

/** The care risk scores of a person's claims as the nightly job leaves them (features/care-score/jobs.ts). */
export function careRows(tale: Tale, setting: Setting): CareRow[] {
  const { nowMs } = setting
  const newest = tale.history.reduce(
    (day, past) => (past.status === 'P' && past.fillDate > day ? past.fillDate : day),
    '',
  )
  if (newest < addDays(setting.today, -lately)) return []
  const fills = fillsOf(tale, setting)
  const first = fills[0]?.fillDate
  if (first === undefined) return []
  const rows: CareRow[] = []
  for (const claim of tale.claims) {
    const { mc, status } = claim.row
    if (status === 'CLOSED') continue
    const today = dateIn(nowMs, setting.zone(mc))
    const facts = factsOf(claim, fills)
    const months = claim.card !== null ? trend.card : setting.size === 'scale' ? trend.scale : trend.usual
    const days = [...monthEndsBefore(today, months).filter((day) => day >= first && day >= claim.row.doi), today]
    for (const day of days) {
      const score = careScore(facts, day)
      const tonight = iso(instantOf(addDays(today, 1), '03:00', 'America/New_York'))
      rows.push({
        mc,
        stratus_claim_id: claim.row.id,
        month: monthOf(day),
        as_of: day,
        ...score,
        next_at: day === today && score.score > 0 && iso(nowMs) < tonight ? tonight : null,
      })
    }
  }
  return rows
}

function fillsOf(tale: Tale, setting: Setting): CareFill[] {
  return tale.history
    .filter((past) => past.status === 'P' || past.status === 'B')
    .map((past) => ({
      fillDate: past.fillDate,
      daysSupply: past.daysSupply,
      quantity: past.quantity,
      paidAmount: past.paidAmount,
      prescriberNpi: past.prescriberNpi,
      pharmacyNabp: past.pharmacyNabp,
      rxNumber: past.rxNumber,
      compound: false,
      drug: past.drug,
      genericExists: past.drug.brandFlag === 'G' || setting.generic(past.drug) !== null,
    }))
    .sort((a, b) => (a.fillDate < b.fillDate ? -1 : a.fillDate > b.fillDate ? 1 : 0))
}

const factsOf = (claim: Claim, fills: readonly CareFill[]): CareFacts => ({
  doi: claim.row.doi,
  acceptedIcd: claim.icd.filter((one) => one.status === 'ACCEPTED').map((one) => one.icd10),
  fills,
})
