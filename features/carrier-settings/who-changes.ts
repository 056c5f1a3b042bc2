/** How many account managers a setting needs, and why. */
type WhoChanges = { two: string } | { alone: string }

const opioids = { two: 'It is a limit for opioids.' }
const paid = { two: 'It says which fills are paid without a decision.' }
const clears = { two: 'It says who clears a reject code.' }
const howApproved = { alone: 'The approver sees and chooses the duration and the drugs it covers.' }
const asked = { two: 'It says which requests a pharmacist or reviewer is asked about.' }
const mail = { two: 'It says where mail about patients goes.' }
const chat = { alone: 'It is about the hours and the pace of support chat.' }

/**
 * Every setting of a carrier. Two change what opens, pays, clears or approves more, what protects patients, and where their data
 * goes; the others say why one is enough.
 */
export const whoChanges: Readonly<Record<string, WhoChanges>> = {
  safetyOverrides: { two: 'It says who clears safety codes.' },
  formularyOverrides: { two: 'It says who clears formulary exclusions.' },
  compoundSupervisorAbove: { two: 'It says who clears a compound.' },
  overrideNeeds: clears,
  anyoneInGroupMayDecide: { two: 'It says who may decide a request.' },
  dualControlThreshold: { two: 'It says which approvals need two people.' },
  dualControlDrugs: { two: 'It says which approvals need two people.' },
  autoApprovalRules: { two: 'It approves without a person.' },
  autoApprovalCostLimit: { two: 'It approves without a person.' },
  maxApprovalDays: howApproved,
  defaultDrugLevel: howApproved,
  approveAuthType: { alone: 'It offers fewer kinds of approval, or the usual ones again.' },
  allowPaFillLimit: { alone: 'It lets an approval be narrower.' },
  clinicalService: asked,
  urRequirements: asked,
  rphRecommendation: { alone: 'Advice decides nothing.' },
  mmeLimit: opioids,
  mmeLimitWithBenzodiazepine: opioids,
  opioidFirstFillDays: opioids,
  opioidLetterAfterDays: opioids,
  longActingEarlyRule: opioids,
  costLimitPerFill: paid,
  compoundMaxIngredients: paid,
  compoundCostLimit: paid,
  compoundHardStop: paid,
  refillPercent: paid,
  daysSupplyMax: paid,
  timelyFilingDays: { alone: 'A fill that is billed later is judged all the same.' },
  callEveryTime: paid,
  excludedChannels: paid,
  repackagedDenied: paid,
  denyAndCall: { two: 'It says which claims are denied without a request.' },
  firstFill: { two: 'It says what is paid before a claim is accepted.' },
  contract: { two: 'It has the prices that are paid.' },
  payBrandAtGenericPrice: { two: 'It says what is paid for a brand.' },
  pendBillChannels: { alone: 'It says which bills become requests; none is paid by it.' },
  ladder: { two: 'It has the times of reminders and how long requests are kept.' },
  businessCalendar: { two: 'It has the times of reminders and escalation.' },
  secondFactorWaived: { two: 'It takes a proof of identity away.' },
  accessReviewDays: { two: 'It says how often rights are reviewed.' },
  emergencyAccess: { two: 'It opens claims to users of other programs.' },
  patientLinks: { two: 'It opens patients from another system.' },
  patientNameInFiles: { alone: 'Who downloads a file sees the name in it.' },
  supervisorsMayReverse: { two: 'It says who takes payments back.' },
  subCarrierDesk: { two: 'It says who gets requests without an owner.' },
  mailDomains: mail,
  dolEnabled: { alone: 'Mail goes to the mailbox that two people set.' },
  dolExaminerMailbox: mail,
  chatMasksNumbers: { two: 'It keeps Social Security and card numbers out of chats.' },
  chatHours: chat,
  chatPerAgent: chat,
  chatReplyHours: chat,
  chatCheckInterval: chat,
  chatRefreshInterval: chat,
  chatQuickReplies: { alone: 'An agent reads a reply before it is sent.' },
  lettersDisabled: { alone: 'It stops new letters; nothing is approved or paid by it.' },
  blockedFaxNumbers: { alone: 'Who faxes a letter sees the number and confirms it.' },
  eobrEnabled: { alone: 'It keeps one more kind of document.' },
  passthruLabels: { alone: 'It names fields of the carrier.' },
  noticeDays: { alone: 'What a notice is about keeps its own history.' },
  teamViewEnabled: { alone: 'Supervisors see the team they lead.' },
  sojStateGuidelinesDisplay: { alone: 'It shows a published guideline.' },
}

/** Why two account managers change a setting; null where one does. One nobody has thought about needs two. */
export function whyTwoPeople(key: string): string | null {
  const who = whoChanges[key] ?? { two: 'Nobody has said yet who may change it.' }
  return 'two' in who ? who.two : null
}

/** Why one account manager may change a setting; null where two do. */
export function whyOnePerson(key: string): string | null {
  const who = whoChanges[key]
  return who && 'alone' in who ? who.alone : null
}
