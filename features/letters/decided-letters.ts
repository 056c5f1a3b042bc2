import { narrower, reasonSaid, type InsteadDrug } from '#features/authorizations/decided.ts'
import { packFor, packOf, requestKind } from '#features/deadlines/which-pack.ts'
import { endedBy, noticesOwed } from '#features/notifications/duties.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { Letter } from '#platform/pdf/pdf-letter.ts'
import type { NoticeParty } from '#reference/jurisdictions/rule-pack.ts'
import { decisionPages, type DecisionLetterFacts } from './decision-letter.ts'
import type { DecidedRequest } from './decision-sql.ts'
import { letterLanguage } from './decision-words.ts'

export const toWorker: readonly NoticeParty[] = ['worker', 'representative']
export const toPrescriber: readonly NoticeParty[] = ['prescriber', 'requestor']

/**
 * The letters a decision comes to: what they say, and whether they go to the worker and to the prescriber; undefined where nothing
 * was decided that is written about. `instead` is the product a denial named, while it pays.
 */
export function lettersOf(request: DecidedRequest, instead: InsteadDrug | null, now: Date) {
  const ended = endedBy(request.decision)
  if (!ended) return undefined
  const owed = noticesOwed(packOf(request), ended, request.decided_at, { reasonId: request.reason_id }).filter(
    ({ written }) => written,
  )
  const named = owed.flatMap(({ to }) => to)
  const wants = (to: readonly NoticeParty[]) => named.some((one) => to.includes(one))
  const limits = narrower(
    {
      quantity: request.quantity,
      daysSupply: request.days_supply,
      unit: request.unit,
      form: request.form,
      fillDate: request.date_of_service,
    },
    { maxQty: request.most_quantity, maxDays: request.most_days, startDate: null, endDate: null },
  )
  const partial = ended === 'approved' && (limits.quantity !== null || limits.days !== null)
  const facts: DecisionLetterFacts = {
    ended,
    ...(partial && { part: limits }),
    thisFillOnly: request.decision === 'REJECT_NO_PA',
    carrier: request.carrier,
    phone: request.phone,
    reference: request.reference_number,
    claimNumber: request.claim_number,
    patient: request.patient,
    drug: request.drug,
    quantity: request.quantity,
    daysSupply: request.days_supply,
    prescriber: request.prescriber,
    pharmacy: request.pharmacy,
    pharmacyKnows: request.pharmacy_knows,
    receivedOn: dateIn(Date.parse(request.request_received_at), packOf(request).timeZone),
    decidedOn: request.decided_on,
    decidedBy: request.decided_by,
    reasonId: request.reason_id,
    reason: request.reason,
    note: request.note,
    instead,
    startDate: request.start_date,
    endDate: request.end_date,
    maxFills: request.max_fills,
    approvalNumber: request.approval_number,
    appealDays: packFor(
      request.juris_state,
      requestKind(request.claim_channel_type, request.reconsideration_level),
      request.request_received_at,
    ).appealDays,
    owed,
    notice: {
      reason: reasonSaid(request.reason),
      note: request.note,
      phone: request.phone,
      regulator: packOf(request).regulator,
      approved:
        ended === 'approved'
          ? {
              drug: request.drug,
              quantity: request.most_quantity ?? request.quantity,
              daysSupply: request.most_days ?? request.days_supply,
              maxFills: request.max_fills,
              startDate: request.start_date,
              endDate: request.end_date,
              approvalNumber: request.approval_number,
              disputes: {
                compensability: request.compensability,
                denied: request.denied,
                undecided: request.undecided,
              },
            }
          : null,
    },
    zone: packOf(request).timeZone,
    today: request.today,
    now,
  }
  return {
    ended,
    owed,
    named,
    facts,
    toWorker: ended === 'denied' || partial || wants(toWorker),
    // For a deemed approval the fax of the notification matrix is the prescriber's notice.
    toPrescriber:
      wants(toPrescriber) && (ended === 'approved' || (ended === 'lapsed' && request.prescriber_fax === null)),
  }
}

/** The pages for one of them: workers get their language, prescribers English, and what only those who treat may read. */
export function pagesFor(
  whom: 'worker' | 'prescriber',
  request: DecidedRequest,
  { facts, named }: Pick<NonNullable<ReturnType<typeof lettersOf>>, 'facts' | 'named'>,
): Letter {
  return whom === 'worker'
    ? decisionPages(facts, [request.patient, ...(request.address ?? [])], named, letterLanguage(request.language))
    : decisionPages({ ...facts, dateOfBirth: request.dob, cleared: request.cleared }, [request.prescriber], named, 'en')
}
