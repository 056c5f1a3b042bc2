import { weekdayNames } from '#platform/dates/words.ts'

/** How a value is typed and shown. */
export type Form =
  | { kind: 'onOff' }
  /** `per`: how many of the stored unit are one of the unit shown. */
  | { kind: 'number'; unit?: Unit; per?: number }
  | { kind: 'text'; what?: string }
  | { kind: 'time' }
  | { kind: 'choice'; options: Options }
  | { kind: 'ticks'; options: Options }
  /** One entry on a line. */
  | { kind: 'lines'; of: 'texts' | 'dates' }
  /** Numbers in rising order, with commas. */
  | { kind: 'steps'; unit: Unit; per?: number }
  /** A word and what counts for it: 79 S, one on a line. */
  | { kind: 'pairs'; options: Options }
  /** `partial`: an empty part has its default. */
  | { kind: 'parts'; parts: Readonly<Record<string, { label: string; form: Form }>>; partial?: true }
  | { kind: 'ownFields' }
export type Unit = 'days' | 'hours' | 'minutes' | 'seconds' | 'dollars' | 'percent' | 'business days' | 'MME a day'
type Options = readonly (readonly [value: string | number, label: string])[]

export const groups = [
  'Approvals',
  'Clearing reject codes',
  'Automatic approval',
  'Limits of a fill',
  'Opioids',
  'Compounds and prices',
  'Reviews and letters',
  'Deadlines and queues',
  'Labels and pages',
  'Access',
  'Federal programs',
  'Support chat',
] as const
export type Group = (typeof groups)[number]
/** A setting on its screen: where it stands, its name, how it is typed, and the word where no value counts. */
export type SettingWords = { group: Group; label: string; form: Form; none?: string }

const onOff: Form = { kind: 'onOff' }
const number = (unit?: Unit, per?: number): Form => ({ kind: 'number', ...(unit && { unit }), ...(per && { per }) })
const texts: Form = { kind: 'lines', of: 'texts' }
const part = (label: string, form: Form) => ({ label, form })

const approvals: Readonly<Record<string, Omit<SettingWords, 'group'>>> = {
  approveAuthType: {
    label: 'Approval types',
    form: {
      kind: 'choice',
      options: [
        [1, 'One-time only'],
        [2, 'Date range only'],
        [3, 'One-time or date range'],
        [4, 'Date range with max fills'],
        [5, 'Adjuster recommends, PBM keys'],
      ],
    },
  },
  allowPaFillLimit: { label: 'Number of fills on an approval', form: onOff },
  maxApprovalDays: { label: 'Longest approval', form: number('days'), none: 'No limit' },
  defaultDrugLevel: {
    label: 'Usual breadth of an approval',
    form: {
      kind: 'choice',
      options: [
        [8, '8, any salt, form or strength'],
        [10, '10, any form or strength'],
        [11, '11, this package'],
        [12, '12, any strength'],
        [14, '14, this strength'],
      ],
    },
    none: 'By the rules of the drug',
  },
  dualControlThreshold: { label: 'Second approver above', form: number('dollars'), none: 'No second approver' },
  dualControlDrugs: { label: 'Drugs with a second approver', form: texts },
  anyoneInGroupMayDecide: { label: 'Everyone in the program may decide', form: onOff },
}

const clearing: typeof approvals = {
  safetyOverrides: { label: 'Adjusters and supervisors clear moderate safety codes', form: onOff },
  formularyOverrides: { label: 'Adjusters clear formulary exclusions', form: onOff },
  compoundSupervisorAbove: { label: 'Supervisor for compounds above', form: number('dollars') },
  overrideNeeds: {
    label: 'Stricter roles for reject codes',
    form: {
      kind: 'pairs',
      options: [
        ['A', 'Adjuster'],
        ['S', 'Supervisor'],
        ['R', 'Clinical pharmacist'],
        ['O', 'Senior pharmacist'],
        ['-', 'Nobody'],
      ],
    },
  },
}

const automatic: typeof approvals = {
  autoApprovalRules: {
    label: 'Rules that approve automatically',
    form: {
      kind: 'ticks',
      options: [
        [1, '1, same drug paid in the past 60 days'],
        [2, '2, up to 5 days early, not controlled'],
        [3, '3, generic in the first week after the injury'],
        [4, '4, naloxone with an opioid'],
        [5, '5, first fill by state rule'],
      ],
    },
  },
  autoApprovalCostLimit: { label: 'First week: cost below', form: number('dollars') },
}

const fills: typeof approvals = {
  costLimitPerFill: { label: 'Cost limit of one fill', form: number('dollars') },
  daysSupplyMax: {
    label: 'Longest supply of one fill',
    form: {
      kind: 'parts',
      parts: {
        retail: part('Retail', number('days')),
        mail: part('Mail order', number('days')),
        maintenance: part('Maintenance drugs', number('days')),
      },
    },
  },
  refillPercent: {
    label: 'Used before a refill',
    form: {
      kind: 'parts',
      parts: {
        standard: part('Standard', number('percent')),
        controlled: part('Controlled', number('percent')),
        mail: part('Mail order', number('percent')),
      },
    },
  },
  timelyFilingDays: {
    label: 'Timely filing limit',
    form: {
      kind: 'parts',
      parts: { pos: part('Point of sale', number('days')), other: part('Other bills', number('days')) },
    },
  },
  firstFill: {
    label: 'Fills before a claim is accepted',
    form: {
      kind: 'parts',
      parts: {
        enabled: part('First fills', onOff),
        windowDays: part('Days after the injury', number('days')),
        capDays: part('Longest supply', number('days')),
        capUsd: part('Highest cost', number('dollars')),
      },
    },
  },
  callEveryTime: { label: 'Drugs to authorize with every fill', form: texts },
  excludedChannels: {
    label: 'Channels that are not paid',
    form: {
      kind: 'ticks',
      options: [
        [1, 'Retail'],
        [2, 'Bill review'],
        [3, 'Mail order'],
        [7, 'Claimant reimbursement'],
        [8, 'J code'],
        [9, 'Paper bill'],
        [10, 'Portal created'],
        [11, 'Prescriber request'],
        [12, 'Reconsideration'],
      ],
    },
  },
  pendBillChannels: { label: 'Requests from bill review and paper bills', form: onOff },
  denyAndCall: {
    label: 'Rejects answered with “denied, call us”',
    form: {
      kind: 'ticks',
      options: [
        ['ELIG', 'Eligibility'],
        ['PROV', 'Prescriber and pharmacy'],
        ['PROD', 'Product'],
        ['QTY', 'Quantity and supply'],
        ['PA', 'Prior authorization'],
        ['DUR', 'Drug safety'],
        ['FMT', 'Format of the claim'],
        ['SYS', 'System'],
      ],
    },
  },
}

const opioids: typeof approvals = {
  mmeLimit: { label: 'Daily opioid dose', form: number('MME a day') },
  mmeLimitWithBenzodiazepine: { label: 'Daily opioid dose with a benzodiazepine', form: number('MME a day') },
  opioidFirstFillDays: { label: 'First opioid fill', form: number('days') },
  opioidLetterAfterDays: { label: 'Letter required after opioid therapy of', form: number('days') },
  longActingEarlyRule: { label: 'Reject a long-acting opioid as the first opioid', form: onOff },
}

const prices: typeof approvals = {
  compoundMaxIngredients: { label: 'Most ingredients of a compound', form: number() },
  compoundCostLimit: { label: 'Cost limit of a compound', form: number('dollars') },
  compoundHardStop: { label: 'Stop compounds with an ingredient not covered', form: onOff },
  payBrandAtGenericPrice: { label: 'Pay brands at the generic price', form: onOff },
  repackagedDenied: { label: 'Reject repackaged products', form: onOff },
  contract: {
    label: 'Network prices',
    form: {
      kind: 'parts',
      parts: {
        genericFactor: part('Generic, of AWP', number('percent', 100)),
        genericFee: part('Generic, dispensing fee', number('dollars')),
        brandFactor: part('Brand, of AWP', number('percent', 100)),
        brandFee: part('Brand, dispensing fee', number('dollars')),
      },
    },
  },
}

const reviews: typeof approvals = {
  clinicalService: { label: 'Send to a pharmacist', form: onOff },
  rphRecommendation: { label: 'Pharmacist recommendations', form: onOff },
  urRequirements: { label: 'Send to utilization review', form: onOff },
  lettersDisabled: { label: 'Stop letters of medical necessity', form: onOff },
  eobrEnabled: { label: 'Explanations of bill review', form: onOff },
  blockedFaxNumbers: { label: 'Blocked fax numbers', form: texts },
}

const openHours: Form = {
  kind: 'parts',
  parts: {
    days: part('Days', { kind: 'ticks', options: weekdayNames.map((name, day) => [day, name] as const) }),
    opens: part('Opens', { kind: 'time' }),
    closes: part('Closes', { kind: 'time' }),
    federalHolidays: part('Closed on federal holidays', onOff),
    daysOff: part('Other days closed', { kind: 'lines', of: 'dates' }),
  },
}

const deadlines: typeof approvals = {
  businessCalendar: { label: 'Working hours and holidays', form: openHours },
  ladder: {
    label: 'Reminders and escalation',
    form: {
      kind: 'parts',
      partial: true,
      parts: {
        reminderHours: part('First reminder after', number('hours')),
        escalationHours: part('Escalation 1, 2 and 3 after', { kind: 'steps', unit: 'hours' }),
        shares: part('Deadline reminders at', { kind: 'steps', unit: 'percent', per: 0.01 }),
        lastEscalationBeforeDue: part('Escalation 3 at the latest before the deadline', number('hours')),
        popUpBeforeDue: part('Pop-up before the deadline', number('hours')),
        pharmacyMinutes: part('Pharmacy at the counter', number('minutes')),
        pharmacyFreshMinutes: part('Customer is assumed to wait', number('minutes')),
        letterBusinessDays: part('Letter unanswered after', number('business days')),
        pharmacistCounterHours: part('Pharmacist, patient at the counter', number('hours')),
        pharmacistCodeHours: part('Pharmacist, safety code', number('hours')),
        pharmacistAdviceDays: part('Pharmacist, advice alone', number('business days')),
        reviewerHours: part('Utilization reviewer', number('hours')),
        supervisorHours: part('Supervisor or second approver', number('hours')),
        nudgeMinutes: part('Between two reminders of who answers', number('minutes')),
        retentionDays: part('Open request closes after', number('days')),
      },
    },
  },
  subCarrierDesk: { label: 'Queue without an owner', form: texts },
}

const labels: typeof approvals = {
  passthruLabels: { label: 'Own fields', form: { kind: 'ownFields' } },
  patientNameInFiles: { label: 'Patient’s name in file names', form: onOff },
  noticeDays: { label: 'Notices are kept', form: number('days') },
  teamViewEnabled: { label: 'Team view', form: onOff },
  sojStateGuidelinesDisplay: { label: 'State guidelines', form: onOff },
}

const access: typeof approvals = {
  accessReviewDays: { label: 'Access review at least every', form: number('days') },
  patientLinks: { label: 'Links from the carrier’s own system', form: onOff },
  emergencyAccess: { label: 'Emergency access', form: onOff },
  supervisorsMayReverse: { label: 'Supervisors may reverse fills', form: onOff },
  secondFactorWaived: { label: 'Waive the second factor', form: onOff },
}

const federal: typeof approvals = {
  dolEnabled: { label: 'Department of Labor programs', form: onOff },
  mailDomains: { label: 'Mail domains of the carrier', form: texts },
  dolExaminerMailbox: { label: 'Mailbox of the examiner', form: { kind: 'text' }, none: 'None' },
}

const chat: typeof approvals = {
  chatHours: { label: 'Chat hours', form: openHours },
  chatPerAgent: { label: 'Chats of an agent at a time', form: number() },
  chatReplyHours: { label: 'Answer to a message left within', form: number('hours') },
  chatCheckInterval: { label: 'Check whether chat is open every', form: number('seconds', 1000) },
  chatRefreshInterval: { label: 'Check for new messages every', form: number('seconds', 1000) },
  chatMasksNumbers: { label: 'Mask social security and card numbers', form: onOff },
  chatQuickReplies: { label: 'Quick replies', form: texts },
}

const byGroup = [
  approvals,
  clearing,
  automatic,
  fills,
  opioids,
  prices,
  reviews,
  deadlines,
  labels,
  access,
  federal,
  chat,
]
/** Every setting by its key, in the order of its group. */
export const settingWords: Readonly<Record<string, SettingWords>> = Object.fromEntries(
  byGroup.flatMap((rows, at) => Object.entries(rows).map(([key, row]) => [key, { group: groups[at]!, ...row }])),
)

/** The name of a setting; its key where it has none. */
export const settingLabel = (key: string): string => settingWords[key]?.label ?? key

/** What a setting does, without the numbers of rules and the files that the guide of operators names. */
export const meansWords = (means: string): string =>
  means.replaceAll(/ ?\((?:[RT]\d{2}|docs\/[^()]{1,80}|`[^`()]{1,80}`|see [^()]{1,80})\)/g, '')
