// The decision's door: other features may import a feature's rules.ts only. Who may (permissions), the request as the
// rules need it (decidable), then one file for each act.
export type { ApprovalAsked } from './approval.ts'
export { approvalOf, approveOutcome, costCap, dualControl, whyNotApprove, whyNotReduce } from './approval.ts'
export type { DecidableAuthorization, DecidableReject, DecisionSettings } from './decidable.ts'
export { defaultDecisionSettings } from './decidable.ts'
export { adjusterMayDeny, blockOf, whyNotReject, whyNotRejectThisFill, whyNotUnexplained } from './denial.ts'
export { datesAllowed, editRules } from './form-rules.ts'
export { viaOf, whyNotEndApproval, whyNotMove, whyNotWithdraw } from './moves.ts'
export { whyNotOverride, whyNotOverrideAll } from './override-matrix.ts'
export { maySupervise, mayUpdate, permitted } from '#features/permissions/rules.ts'
export { whyNotDecide } from './who-decides.ts'
