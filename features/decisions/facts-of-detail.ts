import type { AuthDetail } from '#features/authorizations/contract.ts'
import type { DecidableAuthorization } from '#features/authorizations/decidable.ts'
import type { StatusId } from '#features/authorizations/statuses.ts'
import { ruling } from '#features/determinations/rules.ts'

/** The request as the decision rules see it, from what the screen knows; settings of the carrier stay with the server. */
export const asDecidable = (detail: AuthDetail): DecidableAuthorization => ({
  statusId: detail.authorizationStatusId as StatusId,
  version: detail.version,
  rejects: detail.rejects,
  jurisState: detail.jurisState,
  receivedAt: detail.requestReceivedDate,
  statutoryDueAt: detail.statutoryDueAt,
  snoozedUntil: detail.snoozedUntil,
  snoozeHoursTotal: 0,
  gpi: detail.gpi,
  deaSchedule: detail.medication.deaSchedule,
  daysSupply: detail.daysSupply,
  quantity: detail.quantity,
  dateOfService: detail.medication.dateOfService,
  dateOfInjury: detail.dateOfInjury,
  claimTermDate: detail.claim.coverage.at(-1)?.termDate ?? null,
  estimatedCost: detail.estimatedCost,
  subCarrier: detail.subCarrier,
  groupCode: detail.groupCode,
  channel: detail.claimChannelType,
  ownerIds: detail.caseOwners.map((owner) => owner.adjusterId),
  completedAt: detail.completedAt,
  reconsiderationLevel: detail.reconsiderationLevel,
  firstApproval: detail.firstApproval,
  ...ruling(detail.determination),
  // A form is shown for a bill only once it is explained; the server has looked.
  explained: true,
})
