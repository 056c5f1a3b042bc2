import { lockClaimOfTransaction } from '#features/claims/lock-sql.ts'
import { claimOfRow } from '#features/claims/seen-sql.ts'
import { openStatuses } from '#features/authorizations/statuses.ts'
import { reversedText } from '#features/callbacks/rules.ts'
import { leave } from '#features/callbacks/sql.ts'
import { toFound } from '#features/patients/found.ts'
import { readSearch, searchOf } from '#features/patients/rules.ts'
import { found as patientsFound, onlyClaim } from '#features/patients/search-sql.ts'
import { whyNotReverse } from '#features/transactions/reversal-rules.ts'
import { reverseFill } from '#features/transactions/reverse-fill.ts'
import { byTcn, supervisorsMayReverse } from '#features/transactions/sql.ts'
import type { ParsedInputOf } from '#platform/calls/contract.ts'
import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { invalid, notFound } from '#platform/calls/refusal.ts'
import { integers, sql as s } from '#platform/database/sql.ts'
import { addMonths } from '#platform/dates/day.ts'
import { claimOf, namesClaim, type ClaimKeys } from './claim-sql.ts'
import { transactionHistory } from './contract.ts'
import { historyFile, summaryFile } from './files.ts'
import {
  ARCHIVE_MONTHS,
  contradiction,
  coverage,
  dayChoices,
  defaultDays,
  readFilter,
  toDetail,
  toTxn,
  countOf,
} from './rules.ts'
import { placeOf, question, type CursorInput } from './place.ts'
import { reviewedChannels } from './reviewed-channels.ts'
import { toSummary } from './summary.ts'
import * as sql from './sql.ts'

const PER_CALL = 50
/** Totals are counted up to this number. */
const COUNTED = 10_000
const claimSeen = s`seen.id`

/** Somebody who names no claim is asked for one. */
function mustName(keys: ClaimKeys): void {
  if (!namesClaim(keys)) invalid('claimNumber', 'Enter a claim number, a subscriber number or the id of a claim.')
}

/** The statements of a call that reads on from a cursor. */
function sliceOf(input: CursorInput) {
  mustName(input)
  const search = readFilter(input)
  const [place, of] = [placeOf(input), question(input)]
  return {
    claim: seen(claimOf(input), claimSeen),
    rows: sql.slice(search, place, of, PER_CALL),
    totals: sql.totals(search),
    opened: sql.opens(place, of),
  }
}

/** The rows of a call, and where the next one goes on. */
function sliceAnswer(rows: readonly sql.Slice[], totals: sql.TotalsRow, statuses: sql.Search['statuses']) {
  const shown = rows.slice(0, PER_CALL)
  const more = rows.length > PER_CALL
  return {
    transactions: shown.map(toTxn),
    totals: totals,
    count: countOf(totals, statuses),
    nextDataKey: more ? shown.at(-1)!.place : null,
    moreData: more,
  }
}

const readNumber = (subCarrier: string, number: string) =>
  readSearch('C', number, { exactly: { subCarrier: subCarrier === 'ALL' ? null : subCarrier } })
/** All transactions of a claim, as the search reads them. */
const everyKind = ({ days, ...input }: ParsedInputOf<typeof transactionHistory.all>): CursorInput => ({
  ...input,
  searchNumberOfDays: days,
})
const strayPlace = {
  code: 'VALIDATION',
  field: 'nextDataKey',
  message: 'This place belongs to another list. Start again without it.',
} as const

export const handlers = implement(transactionHistory)({
  // Each call continues after the row the call before ended with: what was filled meanwhile is neither repeated nor skipped.
  all: oneTrip(
    (input) => sliceOf(everyKind(input)),
    ({ claim: [claim], rows, totals: [totals], opened: [opened] }, { refuse }) => {
      if (!claim) return notFound()
      if (!opened!.ours) refuse(strayPlace)
      return sliceAnswer(rows, totals!, null)
    },
  ),

  byClaimNumber: oneTrip(
    ({ b, c }) => {
      const search = searchOf(readNumber(b, c))
      return {
        found: seen(patientsFound(search, { page: 0, size: 100 }), claimOfRow),
        rows: sql.latestOf(onlyClaim(search), PER_CALL),
      }
    },
    ({ found, rows }, { input: { b, c } }) => {
      const read = readNumber(b, c)
      if ('problem' in read) return invalid('c', read.problem)
      return { patients: found.map(toFound), transactions: found.length === 1 ? rows.map(toTxn) : null }
    },
  ),

  search: oneTrip(sliceOf, ({ claim: [claim], rows, totals: [totals], opened: [opened] }, { input, refuse }) => {
    if (!claim) return notFound()
    if (!opened!.ours) refuse(strayPlace)
    return sliceAnswer(rows, totals!, readFilter(input).statuses)
  }),

  page: oneTrip(
    (input) => {
      mustName(input)
      const search = readFilter(input)
      return {
        claim: seen(claimOf(input), claimSeen),
        rows: sql.pageOf(search, input.page, input.size),
        totals: sql.totals(search),
      }
    },
    ({ claim: [claim], rows, totals: [totals] }, { input }) => {
      if (!claim) return notFound()
      const found = countOf(totals!, readFilter(input).statuses)
      const total = Math.min(found, COUNTED)
      return {
        content: rows.map(toTxn),
        page: input.page,
        size: input.size,
        sort: 'fillDate,desc',
        totalElements: total,
        totalPages: Math.ceil(total / input.size),
        totalIsExact: found <= COUNTED,
        next: null,
      }
    },
  ),

  export: async (asked) => {
    mustName(asked.input)
    return historyFile(asked)
  },

  medications: oneTrip(
    (input) => {
      mustName(input)
      const days = input.days === undefined || input.days === 'all' ? null : input.days
      return { claim: seen(claimOf(input), claimSeen), rows: sql.medications(input, days) }
    },
    ({ claim: [claim], rows }) => {
      if (!claim) return notFound()
      return rows.map((row) => ({
        gpi: row.gpi,
        drugName: row.drug_name,
        lastFill: row.last_fill,
        fills: row.fills,
        totalQty: row.total_qty,
        totalPaid: row.total_paid,
        lastPrescriber: row.last_prescriber,
        active: row.active,
        mme: row.active ? row.mme : null,
      }))
    },
  ),

  days: oneTrip(
    () => ({ now: sql.now() }),
    ({ now: [now] }) => ({
      days: [...dayChoices],
      default: defaultDays,
      archiveStart: addMonths(now!.today, -ARCHIVE_MONTHS),
    }),
  ),

  summary: oneTrip(
    ({ id, subCarrier, from, to }) => ({
      claim: seen(claimOf({ claimId: id, subCarrier }), claimSeen),
      found: sql.summary(id, from ?? null, to ?? null, integers(openStatuses)),
    }),
    ({ claim: [claim], found: [found] }, { input: { from, to } }) => {
      if (!claim || !found) return notFound()
      if (from && to && from > to) return invalid('to', 'The end is before the start.')
      return toSummary(claim, found, from ?? null, to ?? claim.today)
    },
  ),
  summaryExport: (asked) => summaryFile(asked),

  detail: oneTrip(
    ({ id, referenceNumber, tcn }) => ({
      found: seen(
        sql.detail({ claimId: id, reference: referenceNumber, tcn: tcn ?? null }, supervisorsMayReverse),
        claimOfRow,
      ),
    }),
    ({ found: [found] }, { input, person }) => {
      if (!found) return notFound()
      const detail = toDetail(found, person)
      const field = contradiction(input, detail)
      if (field) return invalid(field, 'The transaction on file says something else.')
      return detail
    },
  ),

  ingredients: oneTrip(
    ({ referenceNumber, tcn }) => ({ found: seen(sql.compound(referenceNumber, tcn ?? null), claimOfRow) }),
    ({ found: [found] }, { input }) => {
      if (!found) return notFound()
      if (input.fillDate !== undefined && input.fillDate !== found.fill_date)
        return invalid('fillDate', 'The transaction on file says something else.')
      if (input.ndc !== undefined && input.ndc.replaceAll('-', '') !== found.ndc)
        return invalid('ndc', 'The transaction on file says something else.')
      if (found.compound_code !== 2)
        return { ingredients: [], total: 0, message: 'This is a single product, not a compound.' }
      const ingredients = found.ingredients.map((one, at) => {
        const ndc = (one.productId ?? '').replaceAll('-', '')
        const drug = found.drugs[ndc]
        return {
          seq: at + 1,
          ndc,
          gpi: drug?.gpi ?? '',
          name: drug?.name ?? 'Unknown product',
          qty: one.quantity ?? 0,
          unit: drug?.unit ?? '',
          cost: one.cost ?? 0,
          ...coverage(drug !== undefined, drug?.status ?? null),
        }
      })
      return {
        ingredients,
        total: Math.round(ingredients.reduce((sum, one) => sum + one.cost, 0) * 100) / 100,
        message: found.kept ? '' : 'The bill of this compound is no longer on file.',
      }
    },
  ),

  billReview: oneTrip(
    ({ id, subCarrier, referenceNumbers, from, to }) => ({
      claim: seen(claimOf({ claimId: id, subCarrier }), claimSeen),
      rows: sql.bills(
        id,
        { references: referenceNumbers ?? null, from: from ?? null, to: to ?? null },
        integers(reviewedChannels),
      ),
    }),
    ({ claim: [claim], rows }, { input: { from, to } }) => {
      if (!claim) return notFound()
      if (from && to && from > to) return invalid('to', 'The end is before the start.')
      return rows.map((row) => ({
        referenceNumber: row.reference_number,
        tcn: row.tcn,
        fillDate: row.fill_date,
        hcpcs: row.hcpcs?.code ?? null,
        modifiers: row.hcpcs?.modifiers ?? [],
        units: row.hcpcs?.units ?? null,
        icd: row.icd,
        invoiceNumber: row.invoice_number,
        billedDate: row.billed_date,
        eobrCodes: row.note?.codes ?? [],
        eobrAction: row.note?.action ?? null,
        eobrNote: row.note?.note ?? null,
      }))
    },
  ),

  byTcn: oneTrip(
    ({ tcn }) => ({ found: seen(sql.ofTcn(tcn), claimOfRow) }),
    ({ found: [found] }) => {
      if (!found) return notFound()
      return {
        transaction: toTxn(found),
        patient: {
          claimantFirstName: found.first_name,
          claimantLastName: found.last_name,
          dob: found.dob,
          doi: found.doi,
          masterCarrier: found.mc,
          subCarrier: found.sub_carrier,
          claimId: found.stratus_claim_id,
          claimNumber: found.claim_number,
          patientId: found.patient_id,
        },
      }
    },
  ),

  reverse: async (asked) => {
    const { db, input, now, refuse } = asked
    const [person, , fill] = await Promise.all([
      asked.who(),
      db.all(lockClaimOfTransaction(input.tcn)),
      db.one(byTcn(input.tcn)),
    ])
    const { subCarrier: sub } = input
    if (!fill || !fill.stratus_claim_id || (sub !== undefined && sub !== 'ALL' && sub !== fill.sub_carrier))
      return notFound()
    if (input.referenceNumber !== undefined && input.referenceNumber !== fill.reference_number)
      return invalid('referenceNumber', 'This is the number of another transaction.')
    refuse(whyNotReverse(person, fill))
    const at = now.toISOString()
    const { reference, restoredFills } = reverseFill(asked, fill, {
      now: at,
      reason: input.reason,
      actor: { type: 'user', id: person.id, name: person.name },
    })
    // One message a fill: it has the id of the transaction.
    asked.write(
      leave({
        id: fill.id,
        nabp: fill.pharmacy_nabp,
        at,
        reference: fill.reference_number,
        rx: fill.rx_number,
        body: {
          messageId: fill.id,
          at,
          nabp: fill.pharmacy_nabp,
          referenceNumber: fill.reference_number,
          rxNumber: fill.rx_number,
          outcome: 'REVERSED',
          startDate: null,
          endDate: null,
          oneTime: false,
          maxDays: null,
          maxQty: null,
          priorAuthRef: fill.override_ref,
          text: reversedText(input.reason),
        },
      }),
    )
    asked.note({
      claims: [fill.stratus_claim_id],
      type: 'rx_transaction',
      id: fill.id,
      detail: { reversal: 'done', reason: input.reason, priorAuthId: fill.prior_auth_id },
    })
    return {
      success: true as const,
      tcn: fill.tcn,
      reversalReference: reference,
      restoredFills,
      priorAuthRef: restoredFills > 0 ? fill.override_ref : null,
    }
  },
})
