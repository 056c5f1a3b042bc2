import type { Caller } from '#platform/calls/handler.ts'
import type { Db } from '#platform/database/pools.ts'
import type { Screen } from '#features/provenance/contract.ts'
import type { Fill } from '#features/authorizations/contract.ts'
import { detail, type DetailRow } from '#features/authorization-detail/sql.ts'
import { toDetail } from '#features/authorization-detail/handlers.ts'
import * as history from '#features/history/sql.ts'
import { toPriorAuth } from './held.ts'
import * as sql from './sql.ts'

/** What lies on the screen of whoever decides a request, read in the transaction of the decision. */
export type Around = {
  row: DetailRow | undefined
  pastDecisions: history.PastDecision[]
  priorAuths: sql.PermitRow[]
  fills: Fill[]
  evidence: sql.Evidence[]
}

/** The same statements the screen is made of; asked with others, they cost no trip of their own. */
export async function lookAround(db: Db, id: string): Promise<Around> {
  const [row, pastDecisions, priorAuths, fills, evidence] = await Promise.all([
    db.one(detail([id])),
    db.all(history.decisions(id)),
    db.all(history.permits(id)),
    db.all(history.fills(id)),
    db.all(sql.evidence(id)),
  ])
  return { row, pastDecisions, priorAuths, fills, evidence }
}

/** Lines of each list that are kept; a longer history is in the tables. */
const MOST = 20

const instant = (at: string): string => new Date(at).toISOString()

/** What this person saw before they decided: made by the function that makes their screen. */
export function asShown(around: Around, person: Caller, now: Date): Screen | null {
  if (!around.row) return null
  const shown = toDetail(around.row, person, now)
  const { claimant, claim, prescriber } = shown
  return {
    claimant: {
      name: `${claimant.firstName} ${claimant.lastName}`,
      dateOfBirth: claimant.dateOfBirth,
      age: claimant.age,
      gender: claimant.gender,
      patientId: claimant.patientId,
    },
    claim: {
      claimNumber: claim.claimNumber,
      dateOfInjury: claim.dateOfInjury,
      jurisState: claim.jurisState,
      compensability: claim.compensability,
      claimStatus: claim.claimStatus,
      injury: claim.injury,
      bodyParts: claim.bodyParts,
      diagnoses: claim.icd.map(({ code, description, status }) => ({ code, description, status })),
      coverage: claim.coverage,
    },
    pharmacy: { nabp: shown.pharmacy.nabp, name: shown.pharmacy.name },
    prescriber: {
      npi: prescriber.npi,
      name: `${prescriber.firstName} ${prescriber.lastName}`.trim(),
      specialty: prescriber.specialty,
    },
    priorAuths: around.priorAuths.slice(0, MOST).map((found) => {
      const one = toPriorAuth(found)
      return {
        reference: one.priorAuthOverrideRef,
        kind: one.kind,
        status: one.statusName,
        drug: one.drugDescription,
        startDate: one.startDate,
        endDate: one.endDate,
        codes: one.codesCleared,
      }
    }),
    pastDecisions: around.pastDecisions.slice(0, MOST).map((one) => ({
      decision: one.decision,
      at: instant(one.at),
      by: one.decidedBy,
      drug: one.drugName,
      reason: one.reasonDesc,
      undone: one.undone,
    })),
    fills: around.fills.slice(0, MOST).map(({ tcn, status, fillDate, drugName, quantity, daysSupply }) => ({
      tcn,
      status,
      fillDate,
      drug: drugName,
      quantity,
      daysSupply,
    })),
    evidence: around.evidence.map(({ at, text }) => ({ at: instant(at), text })),
    mmeTrend: shown.mmeTrend,
    lastPaidCost: shown.lastPaidCost,
    mustAlsoFix: shown.mustAlsoFix,
    allowedActions: shown.allowedActions,
    blockedReasons: shown.blockedReasons,
  }
}
