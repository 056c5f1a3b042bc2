import { claimFacts } from '#features/claim-facts/contract.ts'
import { eligibility } from '#features/eligibility/contract.ts'
import type { FactKind } from '#features/eligibility/claim-fact-rules.ts'
import type { Walk } from './portal.ts'
import { ask, day, somebody } from './calls.ts'
import { claimId } from './requests.ts'

// What of a claim changes while its requests are decided: what the carrier accepts, whether it is open, until when it is covered.

type Wanted = readonly [kind: FactKind, value: string, subject?: string]
/** What is accepted comes back more often than it goes, so that the walk goes on. */
const facts: readonly Wanted[] = [
  ['COMPENSABILITY', 'ACCEPTED'],
  ['COMPENSABILITY', 'ACCEPTED'],
  ['COMPENSABILITY', 'ACCEPTED'],
  ['COMPENSABILITY', 'DENIED'],
  ['COMPENSABILITY', 'CONTROVERTED'],
  ['COMPENSABILITY', 'PENDING'],
  ['STATUS', 'CLOSED'],
  ['STATUS', 'REOPENED'],
  ['STATUS', 'REOPENED'],
  ['PART', 'DENIED', '42'],
  ['PART', 'ACCEPTED', '42'],
  ['DIAGNOSIS', 'DENIED', 'M54.16'],
  ['DIAGNOSIS', 'ACCEPTED', 'M54.16'],
  ['SURGERY', 'ADDED'],
  ['DEATH', 'DIED'],
  ['DEATH', 'NONE'],
  ['DEATH', 'NONE'],
]
const editors = ['super.aaa', 'super.aaa', 'ext.aaa', 'adj.aaa'] as const
const editor = (walk: Walk): string => (walk.random.percent(85) ? walk.random.pick(editors) : somebody(walk))

/** A fact of a claim changes, from a day before, on or after today. */
export async function changeFact(walk: Walk): Promise<void> {
  const { random, api } = walk
  const id = await claimId(walk)
  const { rows } = await api.db.query<{ version: number }>('select version from wc_claim where id = $1', [id])
  const [kind, value, subject = ''] = random.pick(facts)
  const from = day(walk, random.pick(kind === 'DEATH' ? [-3, 0] : [-10, -2, 0, 0, 0, 1, 5]))
  await ask(
    walk,
    editor(walk),
    claimFacts.change,
    {
      claimId: id,
      kind,
      subject,
      value,
      from,
      reason: 'As ordered',
      version: rows[0]!.version - (random.percent(4) ? 1 : 0) || 1,
    },
    `${id.slice(-12)} ${kind} ${value} from ${from}`,
  )
}

/** Coverage of a claim ends before, on or after today, or goes on. */
export async function changeCoverage(walk: Walk): Promise<void> {
  const { random, api } = walk
  const id = await claimId(walk)
  const { rows } = await api.db.query<{ id: string; from: string; version: number }>(
    `select id, effective_date::text as from, version from eligibility_span where stratus_claim_id = $1 order by effective_date desc limit 1`,
    [id],
  )
  const span = rows[0]
  if (!span) return
  const termDate = random.percent(45) ? day(walk, random.pick([-5, -1, 0, 0, 3])) : null
  await ask(
    walk,
    editor(walk),
    eligibility.edit,
    {
      claimId: id,
      eligibilityId: span.id,
      effectiveDate: span.from,
      termDate,
      planLevel: 'FULL',
      reasonCode: termDate === null ? 'REINSTATE' : 'TERM_CLOSED',
      note: 'As ordered',
      confirmed: ['BEFORE_PAID_FILL'],
      version: span.version,
    },
    `${id.slice(-12)} covered ${termDate === null ? 'on' : `to ${termDate}`}`,
  )
}

/** A bill that was just paid is of a covered day, unless the end of coverage was cleared. */
export async function paidIsCovered({ api }: Walk, tcn: string, since: string): Promise<void> {
  const { rows } = await api.db.query<{ what: string }>(
    `select x.fill_date || ' of ' || x.stratus_claim_id as what from rx_transaction x where x.tcn = $1 and x.submitted_at >= $2
      and not exists (select from eligibility_span s where s.mc = x.mc and s.stratus_claim_id = x.stratus_claim_id
        and s.effective_date <= x.fill_date and (s.term_date is null or s.term_date >= x.fill_date))
      and not exists (select from jsonb_array_elements(x.result -> 'cleared') c
        where c #>> '{reject,rejectCode}' in ('65', '67', '68', '69', '600'))`,
    [tcn, since],
  )
  if (rows[0]) throw new Error(`Paid without coverage: ${tcn}, ${rows[0].what}`)
}
