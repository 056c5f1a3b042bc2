import { addDays } from '#platform/dates/day.ts'
import { afterFacts } from '#features/eligibility/claim-facts-changed.ts'
import type { FactRow } from '#features/eligibility/claim-fact-sql.ts'
import type { OutboxRow } from '#platform/jobs/outbox-row.ts'
import type { AuthorizationRow } from '#features/authorizations/rows.ts'
import { iso } from './calendar.ts'
import type { Claim } from './claim-rows.ts'
import type { Setting } from './setting.ts'

// How the claims of some scenario cards became what they are, and what is on the chart of one of their workers.

const hour = 60 * 60_000
const dayMs = 24 * hour

type Kept = FactRow & { mc: string }
type History = {
  facts: Kept[]
  outbox: OutboxRow[]
  chart: Record<string, unknown>[]
  looks: Record<string, unknown>[]
}

/** The rows of the cards' claims. `id` finds a user by name. */
export function claimHistory(
  claims: readonly Claim[],
  requests: readonly AuthorizationRow[],
  setting: Setting,
  id: (username: string) => string,
): History {
  const kept: History = { facts: [], outbox: [], chart: [], looks: [] }
  const random = setting.stream('claim history', 'cards')
  const { nowMs, today } = setting
  const of = (card: number) => claims.find((claim) => claim.card === card)!
  const change = (
    { row }: Claim,
    ms: number,
    fact: Pick<FactRow, 'kind' | 'subject' | 'description' | 'value' | 'before' | 'valid_from'>,
    by: string | null = null,
    reason = '',
  ): Kept => {
    const made: Kept = {
      ...fact,
      mc: row.mc,
      id: random.id(ms),
      sub_carrier: row.sub_carrier,
      stratus_claim_id: row.id,
      source: by === null ? 'FEED' : 'PORTAL',
      at: iso(ms),
      changed_by: by === null ? null : id(by),
      changed_by_name: by === null ? 'Eligibility feed' : setting.person(id(by), row.mc).name,
      reason,
    }
    kept.facts.push(made)
    return made
  }

  // 6: closed yesterday, by the feed.
  const ended = of(6)
  change(ended, nowMs - 30 * hour, {
    kind: 'STATUS',
    subject: '',
    description: '',
    value: 'CLOSED',
    before: 'OPEN',
    valid_from: ended.row.closed_date!,
  })

  // 3: accepted, a depression that is not, and a diagnosis that ends in two days.
  const changing = of(3)
  const accepted = changing.row.accepted_date!
  change(changing, Date.parse(`${accepted}T14:00:00Z`), {
    kind: 'COMPENSABILITY',
    subject: '',
    description: '',
    value: 'ACCEPTED',
    before: 'PENDING',
    valid_from: accepted,
  })
  const part = change(
    changing,
    nowMs - 96 * dayMs,
    { kind: 'PART', subject: '91', description: '', value: 'DENIED', before: null, valid_from: addDays(today, -96) },
    'dana.ruiz',
    'After the independent examination',
  )
  const diagnosis = changing.icd.at(-1)!
  const waiting = change(changing, nowMs - 33 * hour, {
    kind: 'DIAGNOSIS',
    subject: diagnosis.icd10,
    description: diagnosis.description,
    value: 'DENIED',
    before: 'ACCEPTED',
    valid_from: addDays(today, 2),
  })
  for (const fact of [part, waiting])
    kept.outbox.push(
      ...(fact.valid_from > today
        ? [
            afterFacts({
              mc: fact.mc,
              id: random.id(nowMs),
              claimId: fact.stratus_claim_id,
              factIds: [fact.id],
              from: fact.valid_from,
              zone: setting.zone(fact.mc),
              now: new Date(nowMs),
            }),
          ]
        : []),
    )

  // 4: opioid, benzodiazepine and carisoprodol: the chart, and who looked at the state's report.
  const watched = of(4)
  const request = requests.find((row) => row.stratus_claim_id === watched.row.id && row.completed_at === null)!
  const on = { mc: watched.row.mc, sub_carrier: watched.row.sub_carrier, stratus_claim_id: watched.row.id }
  for (const [kind, text, days] of [
    ['ALLERGY', 'Codeine: hives', 900],
    ['KIDNEY', 'eGFR 71', 36],
    ['WEIGHT', '188 lb', 36],
  ] as const)
    kept.chart.push({
      ...on,
      id: random.id(nowMs - days * dayMs),
      claimant_id: watched.claimant.id,
      kind,
      text,
      seen_on: addDays(today, -days),
      at: iso(nowMs - 20 * dayMs),
      entered_by: id('omar.diaz'),
      entered_by_name: setting.person(id('omar.diaz'), watched.row.mc).name,
      ended_at: null,
      ended_by_name: null,
    })
  for (const [ms, note] of [
    [nowMs - 64 * dayMs, ''],
    [nowMs - 2 * hour, '2 prescribers, 1 pharmacy. Alprazolam and carisoprodol only, as listed here. No cash.'],
  ] as const)
    kept.looks.push({
      ...on,
      id: random.id(ms),
      authorization_id: request.id,
      state: watched.row.juris_state,
      months: 12,
      note,
      at: iso(ms),
      looked_by: id('omar.diaz'),
      looked_by_name: setting.person(id('omar.diaz'), watched.row.mc).name,
    })
  return kept
}
