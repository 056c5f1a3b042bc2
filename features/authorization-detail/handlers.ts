import { claimOfRow } from '#features/claims/seen-sql.ts'
import { toDetail } from './detail.ts'
import { factsOf } from '#features/authorizations/facts-sql.ts'
import { oneTrip, seen, type Caller, implement } from '#platform/calls/handler.ts'
import { invalid, notFound } from '#platform/calls/refusal.ts'
import { type AdditionalDetails, authorizations } from '#features/authorizations/contract.ts'
import { toPriorAuth } from '#features/authorizations/prior-auth-answer.ts'
import * as sql from './sql.ts'

function toAdditional(row: sql.AdditionalRow, person: Caller, now: Date, undoSeconds: number): AdditionalDetails {
  const detail = toDetail(row, person, now, undoSeconds)
  return {
    authorizationId: row.id,
    pharmacy: {
      name: detail.pharmacy.name,
      phone: detail.pharmacy.phone,
      city: detail.pharmacy.city,
      state: detail.pharmacy.state,
    },
    prescriber: {
      name: `${detail.prescriber.firstName} ${detail.prescriber.lastName}`.trim(),
      specialty: detail.prescriber.specialty,
      phone: detail.prescriber.phone,
    },
    lastFills: row.last_fills,
    sameClassActive: row.shown.facts.active
      .filter((one) => one.gpi.slice(0, 4) === row.gpi.slice(0, 4))
      .map((one) => ({ drugName: one.drug, fillDate: one.fillDate, daysLeft: one.daysLeft })),
    mme: detail.mme ? { now: detail.mme.now, after: detail.mme.after } : null,
    daysSinceInjury: detail.claim.daysSinceInjury,
    acceptedIcd: detail.claim.icd
      .filter((icd) => icd.status === 'ACCEPTED')
      .map(({ code, description }) => ({ code, description })),
    injury: detail.claim.injury,
    age: detail.claimant.age,
    gender: detail.claimant.gender,
    dateOfBirth: row.dob,
    dateOfInjury: row.doi,
    rejects: detail.rejects,
    formularyStatus: row.shown.facts.formularyStatus,
    guideline: detail.guideline.text[0] ?? '',
    existingPriorAuths: row.prior_auths.map(toPriorAuth),
    recommendation: detail.recommendation,
    careScoreBand: detail.careScoreBand,
    pharmacyWaiting: row.pharmacy_waiting,
    lastSubmittedAt: row.last_submitted_at,
    lastDecision: row.last_decision,
    lomn: detail.lomn,
    callback: detail.callback,
  }
}

/** The requests asked about, each once. */
function idsOf(input: { authorizationIds?: string[] | undefined; authorizationId?: string | undefined }): string[] {
  const ids = [
    ...new Set([...(input.authorizationIds ?? []), ...(input.authorizationId ? [input.authorizationId] : [])]),
  ]
  return ids.length === 0 ? invalid('authorizationIds', 'Enter the ids of requests.') : ids
}

export const handlers = implement(authorizations)({
  one: oneTrip(
    ({ id }) => ({ rows: seen(factsOf([id]), claimOfRow) }),
    ({ rows }, { person, now, portal }) =>
      rows[0] ? toDetail(rows[0], person, now, portal.settings.undoSeconds) : notFound(),
  ),
  many: oneTrip(
    ({ authorizationIds }) => ({ rows: seen(factsOf(authorizationIds), claimOfRow) }),
    ({ rows }, { input, person, now, portal }) => ({
      authorizations: input.authorizationIds.flatMap((id) =>
        rows
          .filter((row) => row.id === id)
          .slice(0, 1)
          .map((row) => toDetail(row, person, now, portal.settings.undoSeconds)),
      ),
      notFound: input.authorizationIds.filter((id) => !rows.some((row) => row.id === id)),
    }),
  ),
  additional: oneTrip(
    (input) => ({ rows: seen(sql.additional(idsOf(input)), claimOfRow) }),
    ({ rows }, { input, person, now, portal }) => {
      if (input.authorizationId !== undefined && !rows.some((row) => row.id === input.authorizationId))
        return notFound()
      return idsOf(input).flatMap((id) =>
        rows
          .filter((row) => row.id === id)
          .slice(0, 1)
          .map((row) => toAdditional(row, person, now, portal.settings.undoSeconds)),
      )
    },
  ),
})
