import { compoundCode } from '#features/authorizations/decision-facts.ts'
import { editRules } from '#features/decisions/edit-rules.ts'
import { packFor, requestKind } from '#features/deadlines/which-pack.ts'
import { toAdjuster } from '#features/owners/adjuster.ts'
import { candidates } from '#features/owners/sql.ts'
import { decisionSettings } from '#features/permissions/decision-settings.ts'
import type { OutputOf, ParsedInputOf } from '#platform/calls/contract.ts'
import { seen, type CallContext, type Caller, type Rows } from '#platform/calls/handler.ts'
import { notFound, whyText } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { asSent, suggested } from './answers.ts'
import { arrivalOf, dueOf, whyNotArrived } from './arrival.ts'
import type { newAuthorization } from './contract.ts'
import { alreadyPermitted, doubled, whyNotOrigin, whyNotPrepare } from './rules.ts'
import * as sql from './sql.ts'

type Call = (typeof newAuthorization)['terms']

/** Digits of the drug code that name its class. */
const CLASS_DIGITS = 4
/** The supply the limits are shown for until one is typed. */
const MONTH_DAYS = 30

type Overlap = OutputOf<Call>['overlaps'][number]
type InForce = sql.ClaimFound['inForce'][number]

const overlap = (kind: Overlap['kind'], of: InForce): Overlap => ({
  kind,
  id: of.id,
  reference: of.overrideRef,
  drugName: of.drugName,
  startDate: of.startDate,
  endDate: of.endDate,
})

/** What a request for a product would meet on its claim: first what is the same drug, then others of its class. */
function overlapsOf(
  claim: Pick<sql.ClaimFound, 'inForce' | 'open_requests'>,
  drug: { gpi: string; ndc: string },
): Overlap[] {
  const open = doubled({ id: '', gpi: drug.gpi, originalAuthId: null }, claim.open_requests)
  const approvals = claim.inForce.filter((one) => one.kind === 'PERMIT')
  const same = alreadyPermitted(approvals, drug)
  const blocks = alreadyPermitted(
    claim.inForce.filter((one) => one.kind === 'BLOCK').map((one) => ({ ...one, kind: 'PERMIT' as const })),
    drug,
  )
  const ofClass = approvals.filter(
    (one) => !same.includes(one) && one.gpiPrefix.slice(0, CLASS_DIGITS) === drug.gpi.slice(0, CLASS_DIGITS),
  )
  return [
    ...(open
      ? [
          {
            kind: 'REQUEST' as const,
            id: open.id,
            reference: open.referenceNumber,
            drugName: null,
            startDate: null,
            endDate: null,
          },
        ]
      : []),
    ...same.map((one) => overlap('PRIOR_AUTH', one)),
    ...blocks.map((one) => overlap('BLOCK', one)),
    ...ofClass.map((one) => overlap('SAME_CLASS', one)),
  ]
}

/** What the answer is made of. */
export function termsQuestions(input: Pick<ParsedInputOf<Call>, 'stratusClaimId' | 'ndc'>) {
  const claim = sql.claimNamed({ stratusClaimId: input.stratusClaimId })
  return {
    claim: seen(sql.claimFound(claim), s`seen.id`),
    people: candidates(sql.claimRow(claim)),
    product: sql.product(input.ndc ?? ''),
  }
}

/** What a form shows before anything is prepared. The rules are those of building and sending; nothing is written. */
export function termsAnswer(
  { claim: [claim], people, product: [product] }: Rows<ReturnType<typeof termsQuestions>>,
  { input, person, now, refuse }: Pick<CallContext<Call>, 'input' | 'now' | 'refuse'> & { person: Caller },
): OutputOf<Call> {
  if (!claim) return notFound()
  const at = now.toISOString()
  const why = whyNotPrepare(person, { createAllowed: claim.create_allowed, mc: claim.mc })
  refuse(whyNotOrigin(input.originCode, undefined, claim.mc))
  if (input.ndc !== undefined && !product) refuse({ code: 'RULE', field: 'ndc', message: 'No product has this code.' })
  const coming = {
    jurisState: claim.juris_state,
    channel: input.originCode,
    level: 0,
    dateOfInjury: claim.doi,
    deniedAt: null,
  }
  const wrong = whyNotArrived(input, coming, at)
  const arrival = arrivalOf(input, coming, at)
  const draft = {
    juris_state: claim.juris_state,
    claim_channel_type: input.originCode,
    reconsideration_level: 0,
    date_written: null,
  }
  const pack = packFor(claim.juris_state, requestKind(input.originCode, 0, input.urgent), at)
  const due = wrong ? undefined : dueOf(draft, arrival).due
  const settings = decisionSettings(claim)
  const owners = suggested(
    people,
    { mc: claim.mc, subCarrier: claim.sub_carrier, level: 0, originalDeciderId: null },
    at,
  )
  return {
    whyNot: why ? { code: why.code, message: whyText(why) } : null,
    arrivalProblem: wrong ? { field: wrong.field ?? 'receivedAt', message: whyText(wrong) } : null,
    clock: due
      ? { receivedAt: arrival.request_received_at, statutoryDueAt: due.dueAt, dueArithmetic: due.arithmetic }
      : null,
    timeZone: pack.timeZone,
    mailDays: pack.mailDays,
    caseOwners: owners.map((one) => toAdjuster(one, at)),
    editRules:
      product && input.ndc !== undefined
        ? editRules(person, {
            authorization: asSent(
              {
                rejects: [],
                juris_state: claim.juris_state,
                request_received_at: arrival.request_received_at,
                gpi: product.gpi,
                dea_schedule: product.dea,
                days_supply: MONTH_DAYS,
                date_of_service: dateIn(now.getTime(), person.timeZone),
                estimated_cost: null,
                sub_carrier: claim.sub_carrier,
                claim_channel_type: input.originCode,
                reconsideration_level: 0,
                compound_code: compoundCode.NOT_COMPOUND,
                shown: {
                  facts: { firstFill: false, opioid: product.opioid, letterAgeDays: null, injuryMatch: null },
                } as never,
              },
              claim,
              [person.id],
            ),
            action: 'approve',
            now: at,
            settings,
          })
        : null,
    overlaps: product && input.ndc !== undefined ? overlapsOf(claim, { gpi: product.gpi, ndc: input.ndc }) : [],
  }
}
