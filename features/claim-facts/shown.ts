import type { AnswerOf } from '#platform/calls/contract.ts'
import { addDays } from '#platform/dates/day.ts'
import { bodyPart } from '#reference/body-parts.ts'
import { factOn, subjectWords, valueWords } from '#features/eligibility/claim-fact-rules.ts'
import type { Said } from '#features/eligibility/rules.ts'
import type { Change, claimFacts, Injury, WaitingChange } from './contract.ts'
import { waits } from './holding.ts'
import { changeOf, effectOn } from './rests-on.ts'
import type { FactsShown } from './sql.ts'

const FILE = 'Carrier'
type Fact = FactsShown['facts'][number]
const nameOf = (fact: Pick<Fact, 'source' | 'by'>): string => (fact.source === 'FEED' ? 'Feed' : fact.by)

const toChange = (fact: Fact): Change => ({
  factId: fact.id,
  kind: fact.kind,
  about: subjectWords(fact),
  before: valueWords(fact.kind, fact.before),
  after: valueWords(fact.kind, fact.value),
  from: fact.from,
  by: nameOf(fact),
  at: new Date(fact.at).toISOString(),
  reason: fact.reason,
})

/** A change that does not hold yet, with what it will do to the approvals of the claim. */
const toWaiting = (found: FactsShown, fact: Fact, user: string, may: boolean): WaitingChange => {
  const hold = found.holds.find((one) => one.fact_id === fact.id && one.agreed_by_name === null)
  const change = changeOf(found, found.juris_state, [fact], fact.from)
  return {
    ...toChange(fact),
    hold: hold
      ? { until: hold.until, reason: hold.reason, by: hold.asked_by_name, mayAgree: may && hold.asked_by !== user }
      : null,
    approvals: found.approvals.flatMap((approval) => {
      const effect = effectOn(approval, change)
      const { override_ref: priorAuthOverrideRef, drug_name: drugName, fills_left: fillsLeft } = approval
      return effect ? [{ priorAuthOverrideRef, drugName, fillsLeft, ends: effect.ends, why: effect.why }] : []
    }),
  }
}

/** The answer of a screen of a claim's facts. */
export function shown(found: FactsShown, user: string, whyNotChange: Said): AnswerOf<typeof claimFacts.of> {
  const { today, facts } = found
  const last = (kind: Fact['kind'], subject: string) =>
    facts
      .filter((fact) => fact.kind === kind && fact.subject === subject && fact.from <= today)
      .toSorted((a, b) => (a.from === b.from ? (a.at < b.at ? -1 : 1) : a.from < b.from ? -1 : 1))
      .at(-1)
  const next = (kind: Fact['kind'], subject: string) =>
    facts
      .filter((fact) => fact.kind === kind && fact.subject === subject && fact.from > today)
      .toSorted((a, b) => (a.from < b.from ? -1 : 1))[0]
  const injury = (
    kind: Injury['kind'],
    subject: string,
    name: string,
    onFile: string,
    since: string | null,
  ): Injury => {
    const value = factOn(facts, { kind, subject }, today) ?? onFile
    const [said, waits] = [last(kind, subject), next(kind, subject)]
    return {
      kind,
      subject,
      name,
      value,
      valueName: valueWords(kind, value),
      since: said?.from ?? since,
      by: said ? nameOf(said) : FILE,
      until: waits ? addDays(waits.from, -1) : null,
    }
  }
  const parts = new Set([
    ...found.body_parts.map(String),
    ...facts.filter(({ kind }) => kind === 'PART').map(({ subject }) => subject),
  ])
  const accepted = last('COMPENSABILITY', '')
  const status = last('STATUS', '')
  return {
    claimId: found.id,
    version: found.version,
    today,
    claim: {
      status: found.status,
      statusName: valueWords('STATUS', found.status),
      compensability: found.compensability,
      compensabilityName: valueWords('COMPENSABILITY', found.compensability),
      since:
        [accepted?.from, status?.from]
          .filter((day) => day !== undefined)
          .toSorted()
          .at(-1) ?? found.accepted_date,
      closedOn: found.closed_date,
      diedOn: found.deceased_on,
      employer: found.employer,
      owner: found.owner,
      jurisState: found.juris_state,
      doi: found.doi,
    },
    injuries: [
      ...found.icd.map((one) => injury('DIAGNOSIS', one.code, one.description || one.code, one.status, one.from)),
      ...[...parts].map((code) =>
        injury('PART', code, bodyPart(Number(code))?.name ?? `Part ${code}`, 'ACCEPTED', null),
      ),
    ],
    providers: found.providers.map((one) => {
      const person = found.people.find(({ npi }) => npi === one.npi)
      return {
        npi: one.npi,
        name: person?.name ?? one.npi,
        specialty: person?.specialty ?? '',
        from: one.from,
        to: one.to,
      }
    }),
    surgeries: found.surgery_dates,
    waiting: facts
      .filter((fact) => waits(facts, fact, today))
      .toSorted((a, b) => (a.from < b.from ? -1 : 1))
      .map((fact) => toWaiting(found, fact, user, whyNotChange === null)),
    openRequests: found.open_requests,
    history: facts.toReversed().map(toChange),
    whyNotChange,
  }
}
