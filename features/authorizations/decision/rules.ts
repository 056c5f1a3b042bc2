// The decision's door: other features may import a feature's rules.ts only. Who may (permissions), the request as the
// rules need it (decidable), then one file for each act.
export type { Approval, ApprovalAsked, Outcome } from './approval.ts'
export { approvalOf, approveOutcome, dualControl, whyNotApprove } from './approval.ts'
export type { DecidableAuthorization, DecidableReject, DecisionSettings, Determination } from './decidable.ts'
export { defaultDecisionSettings } from './decidable.ts'
export type { RejectionAsked } from './denial.ts'
export { adjusterMayDeny, blockOf, whyNotReject, whyNotRejectThisFill } from './denial.ts'
export type { EditRulesAnswer, Situation } from './form-rules.ts'
export { datesAllowed, editRules } from './form-rules.ts'
export { viaOf, whyNotEndApproval, whyNotMove } from './moves.ts'
export { whyNotOverride } from './override-matrix.ts'
export type { Permission } from './permissions.ts'
export {
  isPharmacist,
  isSupport,
  isUrReviewer,
  mayDecide,
  mayOverrideAll,
  mayRead,
  maySupervise,
  mayUpdate,
  permitted,
} from './permissions.ts'
export { whyNotDecide } from './who-decides.ts'
