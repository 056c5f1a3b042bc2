import type { LadderStep } from '#features/clock/ladder.ts'
import type { EditSituation } from '#features/decisions/limits/edit-table.ts'
import type { Approver, OverrideColumn } from '#features/decision-rights/override-matrix.ts'
import type { Channel, Happening, Party } from '#features/notifications/rules.ts'
import type { RoutingStep } from '#features/owners/routing.ts'
import type { Lapse } from '#reference/jurisdictions/rule-pack.ts'

// One plain sentence for what a table of the code only names. A key that is missing here, or too many, fails the types.

export const columnSentences: Readonly<Record<OverrideColumn, string>> = {
  eligibility: 'Coverage of the person on the date of service.',
  provider: 'The pharmacy or the prescriber.',
  drug: 'Formulary, prior authorization, step therapy, quantity, days and refill time.',
  claim: 'The claim itself: acceptance, controversy, body part.',
  cost: 'The cost of the fill is over a limit.',
  firstFillOpioid: 'The first opioid fill is longer than allowed.',
  caseManagement: 'The person is locked in to providers or under case management.',
  safety3: 'A safety question of the mildest grade.',
  safety2: 'A safety question a pharmacist answers.',
  safety1: 'A contraindication.',
  data: 'Wrong or missing data: the claim must be sent again, or the file mended.',
  hardStop: 'Nothing anybody may clear.',
}

export const approverNames: Readonly<Record<Approver, string>> = {
  adjuster: 'Adjuster',
  supervisor: 'Supervisor',
  pharmacist: 'Pharmacist',
  overrideAll: 'Senior pharmacist',
  urReviewer: 'UR reviewer',
  support: 'Support',
}

export const situationSentences: Readonly<Record<EditSituation, string>> = {
  standard: 'An approval of a drug that is not controlled.',
  scheduleTwo: 'An approval of a drug on Schedule I or II.',
  scheduleThreeToFive: 'An approval of a drug on Schedules III to V.',
  compound: 'An approval of a compound.',
  maintenance: 'An approval of a maintenance drug with a letter of medical necessity on file.',
  refillTooSoon: 'An approval of a fill that is only too early (79).',
  firstFill: 'An approval of a first fill while the claim is under investigation.',
  eligibility: 'An approval of a fill that stopped for a question of eligibility.',
  bill: 'An approval of a bill for a drug that was dispensed already.',
  block: 'A block set by a rejection.',
  determination: 'An approval that follows a determination of a reviewer, a board or a court: neither more nor less.',
}

export const rungSentences: Readonly<Record<LadderStep['kind'], string>> = {
  reminder: 'The owner is reminded of an open authorization.',
  escalation: 'An open authorization is escalated: first to the backup, then to the supervisor, then to support.',
  share: 'So much of the legal clock has run.',
  pharmacyWaiting: 'A pharmacy waits at the counter.',
  popUp: 'Owner and supervisor see a dialog that must be answered before the legal time ends.',
  due: 'The legal time has run out; where silence approves, the authorization is deemed approved (T25).',
  letterExpired: 'The letter of medical necessity did not come in time (T13).',
  retention: 'Nobody decided; the authorization is closed without a decision (T26).',
  unassigned: 'Nobody could be found for the authorization; support assigns it.',
}

export const routingSentences: Readonly<Record<RoutingStep, string>> = {
  owner: 'The owner of the claim, if they are there.',
  delegate: 'The delegate of an owner who is away, in the order named.',
  secondaryOwner: 'A second owner of the claim who is there, the least busy first.',
  groupQueue: 'Somebody of the group queue who is there, the least busy first.',
  subCarrierQueue: "Somebody of the sub-carrier's default queue who is there, the least busy first.",
  supervisor: "The owner's supervisor.",
  unassigned: 'Nobody: the queue without an owner, and an alarm to support.',
}

export const happeningSentences: Readonly<Record<Happening, string>> = {
  raised: 'An authorization was opened (T01, T04).',
  reminder: 'An open authorization waits (T20).',
  share1: 'Half of the legal clock has run.',
  share2: 'Four fifths of the legal clock have run.',
  share3: 'Nearly all of the legal clock has run.',
  escalation1: 'First escalation (T20).',
  escalation2: 'Second escalation (T20).',
  escalation3: 'Third escalation (T20).',
  pharmacyWaiting: 'A pharmacy waits at the counter.',
  popUp: 'The legal time is about to end.',
  overdue: 'The legal time has run out.',
  approved: 'Approved (T06, T08, T17, T24).',
  rejected: 'Rejected (T09, T10, T17, T24).',
  deemed: 'Deemed approved because the time ran out (T25).',
  assigned: 'Somebody was given the authorization (T21).',
  closed: 'Closed without a decision (T26).',
  withdrawn: 'Withdrawn (T27).',
  resubmitted: 'The pharmacy submitted the claim again (T02).',
  claimChanged: 'A fact of the claim changed what stops the request.',
  approvalEnded: 'A fact of the claim ended, and the approval that rested on it.',
  liabilitySettled: 'Utilization review was deferred, and liability is not disputed any more (8 CCR 9792.9.1(b)(2)).',
  approvalInDoubt: 'A fact of the claim ended, and the approval that rested on it stays: somebody looks at it.',
  unassigned: 'Routing found nobody.',
  letterSent: 'A letter of medical necessity was asked for (T11).',
  letterReceived: 'The letter came (T12).',
  letterExpired: 'The letter did not come in time (T13).',
  letterFailed: 'The letter could not be delivered.',
  letterNeeded: 'What a pharmacist left open waits for a letter.',
  seniorNeeded: 'What a pharmacist left open waits for a senior pharmacist.',
  snoozed: 'An escalated authorization was snoozed (T18).',
  secondNeeded: 'A second approval is asked for (T07).',
  secondReturned: 'The second approver returned the authorization (T08).',
  clinicalNeeded: 'Clinical review is asked for (T14).',
  reviewNeeded: 'Utilization review is asked for (T16).',
  reassigned: 'The authorization has another owner now (T21).',
  autoApproved: 'A rule approved by itself (T29).',
  filled: 'A fill was paid under an approval (T31).',
  answerLate: 'No pharmacist answered in the time the carrier gives.',
  reviewLate: 'No utilization reviewer answered in the time the carrier gives.',
  secondLate: 'No second approver answered in the time the carrier gives.',
  supervisorLate: 'No supervisor answered in the time the carrier gives.',
  supervisorNeeded: 'A supervisor is asked (T33).',
  supervisorReturned: 'The supervisor who was asked returned the authorization (T33).',
  pharmacistGone: 'It waits for a pharmacist, and the last who could take it has left.',
  seniorGone: 'A saved approval waits for a senior pharmacist, and the last who could take it has left.',
  reviewerGone: 'It waits for utilization review, and the last reviewer licensed for its state has left.',
  secondGone: 'It waits for a second approval, and the last who could give it has left.',
  supervisorGone: 'It waits for a supervisor, and the last one has left.',
  clinicalReturned: 'A pharmacist returned the authorization without a recommendation (T32).',
  reviewReturned: 'A reviewer returned the authorization (T17).',
  endMoved: 'The last day of an approval was moved; who moves it chooses who is notified (T22).',
}

export const partyNames: Readonly<Record<Party, string>> = {
  owner: 'owner',
  backup: 'backup',
  delegate: 'delegate',
  supervisor: 'supervisor',
  support: 'support',
  managers: 'account managers',
  pharmacist: 'the pharmacist who advised',
  pharmacists: 'pharmacists',
  seniors: 'senior pharmacists',
  approvers: 'those who may give the second approval',
  otherApprovers: 'all other second approvers',
  reviewers: 'utilization reviewers of the state',
  named: 'those the act names',
  prescriber: 'prescriber',
  worker: 'worker, with consent',
}

export const channelNames: Readonly<Record<Channel, string>> = {
  A: 'in the portal',
  E: 'e-mail',
  S: 'text message',
  F: 'fax',
}

export const lapseWords: Readonly<Record<Lapse, string>> = {
  none: 'nothing',
  deemed_approved: 'the request counts as approved',
  deemed_approved_revocable: 'the request counts as approved and may be denied later',
  granted_on_application: 'the state grants it when somebody applies',
  consents: 'the payer consents to medical necessity',
  denial_lost: 'the payer may lose the right to deny',
  violation: 'a violation',
  agency_review: 'the regulator reviews',
  deemed_denied: 'the request counts as denied',
  internal_target: 'an internal target is missed',
}
