import type { Facts } from '#features/authorizations/facts.ts'
import { claimantShown, claimShown, pharmacyShown, prescriberShown } from '#features/authorizations/facts-shown.ts'
import { allowedActions } from '#features/decisions/allowed-actions.ts'
import { isComplete } from '#features/authorizations/statuses.ts'
import { type Caller } from '#platform/calls/handler.ts'
import { settingsOf } from '#features/adjudication/settings.ts'
import { doseBefore } from '#features/adjudication/dose-by-day.ts'
import { toLomn } from '#features/letters/shown.ts'
import { daysBetween } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { extendedDue, runningClock } from '#features/decision-rights/extension.ts'
import { lapseOf, packOf } from '#features/deadlines/which-pack.ts'
import type { AuthDetail, SavedApproval } from '#features/authorizations/contract.ts'
import { decisionSettings } from '#features/permissions/decision-settings.ts'
import { toPriorAuth } from '#features/authorizations/prior-auth-answer.ts'
import { kindsFor } from '#features/determinations/rules.ts'
import { ownFieldsShown } from '#features/settings/own-fields.ts'
import { basisOf, isConfirmed } from './basis.ts'
import { statesTheDenier } from '#reference/jurisdictions/packs.ts'
import { windowsOf } from './windows.ts'
import { toDetermined } from '#features/authorizations/determination-columns.ts'
import { statusLabel } from '#features/authorizations/statuses.ts'
import { toAuthRow } from '#features/worklist/row.ts'

const callbackStatus: Record<number, string> = {
  1: 'Queued',
  2: 'Sent',
  3: 'Acknowledged',
  4: 'Filled',
  5: 'Call needed',
  6: 'Reached by phone',
  7: 'Not reached',
  8: 'Closed',
}

function recommendationOf(row: Facts): AuthDetail['recommendation'] {
  if (row.advice)
    return {
      source: 'PHARMACIST',
      action: row.advice.action,
      rationale: row.advice.rationale,
      by: row.advice.pharmacist,
      at: row.advice.at,
      oneTime: row.advice.modified.oneTime ?? false,
      modifiedDays: row.advice.modified.days ?? null,
      modifiedQuantity: row.advice.modified.quantity ?? null,
      refs: row.advice.modified.refs ?? [],
    }
  const rule = row.shown.recommendation
  return rule
    ? {
        source: 'RULE',
        action: rule.action,
        rationale: rule.rationale,
        by: rule.label,
        at: null,
        oneTime: rule.oneTime,
        modifiedDays: rule.modifiedDays,
        modifiedQuantity: null,
        refs: [],
      }
    : null
}

const toDecision = (of: NonNullable<Facts['decision']>): NonNullable<AuthDetail['decision']> => ({
  decision: of.decision,
  decidedBy: of.byName,
  secondApprover: of.secondApprover,
  at: of.at,
  startDate: of.startDate,
  endDate: of.endDate,
  oneTimeFill: of.oneTimeFill,
  drugLevel: of.drugLevel,
  maxFill: of.maxFill,
  reasonDesc: of.reason,
  note: of.note,
  rejects: of.codes,
  undone: false,
})

const toHandedOver = (found: Facts['handed_over']): AuthDetail['handedOver'] =>
  found && {
    at: new Date(found.at).toISOString(),
    byName: found.byName,
    note: found.note,
    ...(found.about && { about: found.about }),
  }

const toSaved = (first: NonNullable<Facts['first_approval']>): SavedApproval => ({
  byName: first.byName,
  at: first.at,
  startDate: first.startDate,
  endDate: first.endDate,
  oneTimeFill: first.oneTime,
  drugLevel: first.level,
  maxFills: first.maxFills,
  codes: first.codes,
  waitsFor: first.waitsFor,
  ...(first.cleared && { cleared: first.cleared }),
  reasonId: first.reasonId,
  maxQty: first.maxQty,
  maxDays: first.maxDays,
  note: first.note,
  ...(first.limit !== undefined && { limit: first.limit }),
})

/** The answer of a call about one authorization, cut from its facts for the caller. */
export function toDetail(row: Facts, person: Caller, now: Date, undoSeconds: number): AuthDetail {
  const at = now.toISOString()
  const today = dateIn(now.getTime(), person.timeZone)
  const settings = decisionSettings(row)
  const { facts, pricing } = row.shown
  const pack = packOf(row)
  const clock = runningClock(row)
  const claimSince = Math.max(0, daysBetween(row.doi, today))
  return {
    ...toAuthRow(row, { now, person, settings: () => settings }),
    claimant: {
      firstName: row.first_name,
      lastName: row.last_name,
      ...claimantShown(row, today),
      ssnLast4: row.ssn_last4,
    },
    claim: {
      ...claimShown(row),
      daysSinceInjury: claimSince,
      icd: row.icd,
      employer: row.employer,
    },
    medication: {
      ndc: row.ndc,
      gpi: row.gpi,
      drugName: row.drug_name,
      strength: row.strength,
      form: row.drug?.form ?? '',
      deaSchedule: row.dea_schedule,
      clinicCode: row.clinic && {
        code: row.clinic.code,
        units: row.clinic.units,
        modifiers: row.clinic.modifiers ?? [],
      },
      genericOrBrand: row.generic_or_brand,
      daw: row.daw,
      quantity: row.quantity,
      daysSupply: row.days_supply,
      unitsPerDay: Math.round((row.quantity / row.days_supply) * 100) / 100,
      unit: row.drug?.unit ?? '',
      rxNumber: row.rx_number,
      fillNumber: row.fill_number,
      refillsAuthorised: row.refills_authorised,
      dateWritten: row.date_written,
      dateOfService: row.date_of_service,
    },
    pharmacy: {
      ...pharmacyShown(row),
      npi: row.pharmacy?.npi ?? '',
      address: row.pharmacy?.address ?? '',
      city: row.pharmacy_city ?? '',
      state: row.pharmacy?.state ?? '',
      phone: row.pharmacy?.phone ?? '',
      fax: row.pharmacy?.fax ?? null,
    },
    prescriber: {
      ...prescriberShown(row),
      firstName: row.prescriber_first ?? '',
      lastName: row.prescriber_last ?? '',
      credential: row.prescriber?.credential ?? '',
      phone: row.prescriber?.phone ?? null,
      fax: row.prescriber?.fax ?? null,
      email: row.prescriber?.email ?? null,
    },
    due: {
      at: row.statutory_due_at,
      pack: row.due_pack,
      arithmetic: row.due_arithmetic,
      extendsTo: !isComplete(row.status_id) && !clock.extended ? (extendedDue(clock, at)?.dueAt ?? null) : null,
    },
    mustAlsoFix: row.must_also_fix,
    lastSubmittedAt: row.last_submitted_at,
    resubmissionCount: row.resubmission_count,
    considerations: row.shown.considerations,
    mme: facts.mme
      ? {
          now: facts.mme.now,
          after: facts.mme.after,
          limit: facts.mme.limit,
          factorVersion: facts.mme.factorVersion,
          items: facts.mme.items.map(({ drug, arithmetic, mme, source }) => ({ drug, arithmetic, mme, source })),
        }
      : null,
    mmeTrend: doseBefore(row.opioid_fills, row.date_of_service),
    pricing: pricing
      ? {
          paid: pricing.paid,
          basis: pricing.basis,
          awp: pricing.awp,
          feeSchedule: pricing.feeSchedule,
          network: pricing.network,
          uc: pricing.uc,
          feeScheduleRule: pricing.feeScheduleRule,
        }
      : null,
    lastPaidCost: row.last_paid_cost,
    recommendation: recommendationOf(row),
    guideline: {
      jurisdiction: pack.jurisdiction,
      name: pack.name,
      text: [pack.text],
      source: pack.source,
      whoMayDeny: pack.whoMayDeny,
      denierStated: statesTheDenier(pack),
      lapse: lapseOf(pack, facts.formularyStatus),
      confirmed: isConfirmed(pack),
      basis: basisOf(pack),
      windows: windowsOf({
        jurisState: row.juris_state,
        place: pack.name.split(': ')[0]!,
        dateOfInjury: row.doi,
        dateOfService: row.date_of_service,
        surgeryDates: row.surgery_dates,
        compensability: row.compensability,
        acceptedOn: row.accepted_date,
        facts,
        carrier: settingsOf(row.settings).firstFill,
      }),
    },
    handedOver: toHandedOver(row.handed_over),
    returned: row.returned && {
      ...toHandedOver(row.returned)!,
      saved: row.returned.saved?.byId === person.id ? toSaved(row.returned.saved) : null,
    },
    firstApproval: row.first_approval && toSaved(row.first_approval),
    determination: row.determination && toDetermined(row.determination),
    recordableDeterminations: kindsFor(person, row),
    decision: row.decision && toDecision(row.decision),
    priorAuth: row.prior_auth ? toPriorAuth(row.prior_auth) : null,
    callback: row.callback ? { ...row.callback, status: callbackStatus[row.callback.statusId] ?? 'Unknown' } : null,
    lomn: row.letters.map(toLomn),
    originalAuthId: row.original_auth_id,
    duplicates: row.duplicates.map((one) => ({
      authorizationId: one.id,
      referenceNumber: one.reference,
      authorizationStatus: statusLabel(one.status),
      drugName: one.drug,
      quantity: one.quantity,
      daysSupply: one.days,
      pharmacyName: one.pharmacy,
      requestReceivedDate: new Date(one.received).toISOString(),
      statutoryDueAt: new Date(one.due).toISOString(),
      version: one.version,
    })),
    mergedInto: row.merged_into && {
      authorizationId: row.merged_into.id,
      referenceNumber: row.merged_into.reference,
    },
    merged: row.merged.map((one) => ({
      authorizationId: one.id,
      referenceNumber: one.reference,
      pharmacyName: one.pharmacy,
    })),
    passthru: ownFieldsShown((row.settings as Record<string, unknown>)['passthruLabels'], row.passthru),
    ...allowedActions(row, person, at, settings, undoSeconds),
  }
}
