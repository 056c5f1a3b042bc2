import type { Facts } from '#features/authorizations/facts.ts'
import type { DecidableAuthorization } from '#features/authorizations/decidable.ts'
import type { StatusId } from '#features/authorizations/statuses.ts'
import { defaultDecisionSettings, type DecisionSettings } from '#features/permissions/decision-settings.ts'
import { ruling } from './rules.ts'

type DecidableRow = Pick<
  Facts,
  | 'status_id'
  | 'version'
  | 'rejects'
  | 'juris_state'
  | 'request_received_at'
  | 'statutory_due_at'
  | 'snoozed_until'
  | 'snooze_hours_total'
  | 'gpi'
  | 'dea_schedule'
  | 'days_supply'
  | 'date_of_service'
  | 'doi'
  | 'term_date'
  | 'estimated_cost'
  | 'sub_carrier'
  | 'group_code'
  | 'claim_channel_type'
  | 'owner_ids'
  | 'supervised'
  | 'completed_at'
  | 'reconsideration_level'
  | 'first_approval'
  | 'shown'
  | 'compensability'
  | 'compound_code'
> &
  Partial<
    Pick<
      Facts,
      | 'quantity'
      | 'silence_approves'
      | 'letter_came'
      | 'explained'
      | 'decided_before_by'
      | 'maker_id'
      | 'filled'
      | 'maintenance'
      | 'settings'
      | 'determination'
    >
  >

/** The request as the decision rules see it, whether it was held to decide or only looked at. */
export function decidable(held: DecidableRow): DecidableAuthorization {
  const { facts } = held.shown
  const first = held.first_approval
  return {
    statusId: held.status_id as StatusId,
    version: held.version,
    rejects: held.rejects,
    jurisState: held.juris_state,
    receivedAt: held.request_received_at,
    statutoryDueAt: held.statutory_due_at,
    silenceApproves: held.silence_approves ?? false,
    snoozedUntil: held.snoozed_until,
    snoozeHoursTotal: held.snooze_hours_total,
    gpi: held.gpi,
    deaSchedule: held.dea_schedule,
    daysSupply: held.days_supply,
    ...(held.quantity !== undefined && { quantity: held.quantity }),
    dateOfService: held.date_of_service,
    dateOfInjury: held.doi,
    claimTermDate: held.term_date,
    estimatedCost: held.estimated_cost,
    subCarrier: held.sub_carrier,
    groupCode: held.group_code,
    channel: held.claim_channel_type,
    ownerIds: held.owner_ids,
    supervisedIds: held.supervised,
    completedAt: held.completed_at,
    reconsiderationLevel: held.reconsideration_level,
    firstApproverId: first?.byId ?? null,
    firstApproverIsClinical: first?.clinical ?? false,
    firstApproval: first && {
      startDate: first.startDate,
      endDate: first.endDate,
      oneTimeFill: first.oneTime,
      drugLevel: first.level,
      maxFills: first.maxFills,
    },
    firstFill: facts.firstFill,
    underInvestigation: held.compensability === 'PENDING',
    compound: held.compound_code === 2,
    opioid: facts.opioid,
    // One that came for this very request is on file for the person who decides it; the engine waits until somebody has read it.
    letterOnFile: facts.letterAgeDays !== null || held.letter_came === true,
    explained: held.explained ?? false,
    createdById: held.maker_id ?? null,
    filled: held.filled ?? false,
    maintenance: held.maintenance ?? false,
    dualControl: flagged(held.gpi, held.settings),
    originalDeciderId: held.decided_before_by ?? null,
    ...ruling(held.determination),
  }
}

/** A carrier names drug classes that two people approve (T07), by the first digits of their codes. */
function flagged(gpi: string, settings: Readonly<Record<string, unknown>> = {}): boolean {
  const { dualControlDrugs } = { ...defaultDecisionSettings, ...(settings as Partial<DecisionSettings>) }
  return dualControlDrugs.some((prefix) => prefix !== '' && gpi.startsWith(prefix))
}

/** The carrier's settings as the rules read them; what is not set has its default. */
export const decisionSettings = (held: Facts): DecisionSettings => ({
  ...defaultDecisionSettings,
  ...(held.settings as Partial<DecisionSettings>),
})
