import { isoOf } from '#platform/dates/instant.ts'
import type { Caller } from '#platform/calls/handler.ts'
import type { Db } from '#platform/database/pools.ts'
import type { Screen } from '#features/provenance/contract.ts'
import { doseBefore } from '#features/adjudication/dose-by-day.ts'
import type { Fill } from '#features/authorizations/contract.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { claimantShown, claimShown, pharmacyShown, prescriberShown } from '#features/authorizations/facts-shown.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { allowedActions } from './allowed-actions.ts'
import * as sameDrug from '#features/authorizations/same-drug-sql.ts'
import type { PriorAuthShown } from '#features/prior-auths/rows.ts'
import { decisionSettings } from '#features/permissions/decision-settings.ts'
import { toPriorAuth } from '#features/authorizations/prior-auth-answer.ts'
import * as sql from './sql.ts'

/** The lists the decision screen shows beside the request, read in the transaction of the decision. */
export type ScreenLists = {
  pastDecisions: sameDrug.PastDecision[]
  priorAuths: PriorAuthShown[]
  fills: Fill[]
  evidence: sql.Evidence[]
}

/** The same statements the screen is made of; asked with others, they cost no trip of their own. */
export async function readScreenLists(db: Db, id: string): Promise<ScreenLists> {
  const [pastDecisions, priorAuths, fills, evidence] = await Promise.all([
    db.all(sameDrug.pastDecisions(id)),
    db.all(sameDrug.priorAuths(id)),
    db.all(sameDrug.pastFills(id)),
    db.all(sql.evidence(id)),
  ])
  return { pastDecisions, priorAuths, fills, evidence }
}

/** Lines of each list that are kept; a longer history is in the tables. */
const MOST = 20

/** What this person saw of an authorization before they decided. */
export function screenOf(of: Facts, lists: ScreenLists, person: Caller, now: Date, undoSeconds: number): Screen {
  const actions = allowedActions(of, person, now.toISOString(), decisionSettings(of), undoSeconds)
  return {
    claimant: {
      name: of.claimant_name,
      ...claimantShown(of, dateIn(now.getTime(), person.timeZone)),
    },
    claim: {
      ...claimShown(of),
      diagnoses: of.icd.map(({ code, description, status }) => ({ code, description, status })),
    },
    pharmacy: pharmacyShown(of),
    prescriber: {
      name: `${of.prescriber_first ?? ''} ${of.prescriber_last ?? ''}`.trim(),
      ...prescriberShown(of),
    },
    priorAuths: lists.priorAuths.slice(0, MOST).map((found) => {
      const one = toPriorAuth(found)
      return {
        reference: one.priorAuthOverrideRef,
        kind: one.kind,
        status: one.statusName,
        drug: one.drugDescription,
        startDate: one.startDate,
        endDate: one.endDate,
        codes: one.codesCleared,
        cleared: one.clearedFindings,
      }
    }),
    pastDecisions: lists.pastDecisions.slice(0, MOST).map((one) => ({
      decision: one.decision,
      at: isoOf(one.at),
      by: one.decidedBy,
      drug: one.drugName,
      reason: one.reasonDesc,
      undone: one.undone,
    })),
    fills: lists.fills.slice(0, MOST).map(({ tcn, status, fillDate, drugName, quantity, daysSupply }) => ({
      tcn,
      status,
      fillDate,
      drug: drugName,
      quantity,
      daysSupply,
    })),
    evidence: lists.evidence.map(({ at, text }) => ({ at: isoOf(at), text })),
    mmeTrend: doseBefore(of.opioid_fills, of.date_of_service),
    lastPaidCost: of.last_paid_cost,
    mustAlsoFix: of.must_also_fix,
    allowedActions: actions.allowedActions,
    blockedReasons: actions.blockedReasons,
  }
}
