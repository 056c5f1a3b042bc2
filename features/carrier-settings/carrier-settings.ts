import { z } from 'zod'
import { defaultSettings } from '#features/adjudication/settings.ts'
import { defaultLadder } from '#features/deadlines/plan.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'

/** A setting of a carrier or of one sub-carrier. */
type CarrierSetting = {
  /** What it does, and its unit. */
  means: string
  /** The values it takes. */
  shape: z.ZodType
  /** The values in words, for the guide and for refusals. */
  takes: string
  /** The default. */
  otherwise: unknown
}

const of = (shape: z.ZodType, takes: string, otherwise: unknown, means: string): CarrierSetting => ({
  means,
  shape,
  takes,
  otherwise,
})
const whole = (least: number, most: number) => z.int().min(least).max(most)
const amount = z.number().positive().max(250_000)
const onOff = (otherwise: boolean, means: string) => of(z.boolean(), 'true or false', otherwise, means)
const days = (otherwise: number | null, means: string, most = 365) =>
  of(whole(1, most), `a whole number of days, 1 to ${most}`, otherwise, means)
const dollars = (otherwise: number | null, means: string) =>
  of(amount, 'dollars above 0, at most 250,000', otherwise, means)
const list = (shape: z.ZodType, takes: string, otherwise: unknown, means: string) =>
  of(z.array(shape).max(500), `a list of ${takes}`, otherwise, means)
const drugDigits = z.string().regex(/^[0-9]{2,14}$/)

const engine = defaultSettings
const decision = defaultDecisionSettings
const percent = whole(1, 100)

/** Every setting of a carrier, by its key in the table `carrier_setting`. */
export const carrierSettings: Readonly<Record<string, CarrierSetting>> = {
  safetyOverrides: onOff(
    engine.safetyOverrides,
    'Adjusters and supervisors may clear moderate safety codes, senior pharmacists all (docs/decisions/0021).',
  ),
  formularyOverrides: onOff(
    engine.formularyOverrides,
    'Adjusters may clear a formulary exclusion (R15); else supervisors.',
  ),
  anyoneInGroupMayDecide: onOff(
    decision.anyoneInGroupMayDecide,
    'Everybody of the sub-carrier may decide, not only owner, backup, stand-in and supervisor.',
  ),
  approveAuthType: of(
    whole(1, 5),
    '1 one-time only, 2 date range only, 3 either, 4 date range with fills, 5 the adjuster recommends',
    decision.approveAuthType,
    'Kinds of approval the form offers.',
  ),
  allowPaFillLimit: onOff(decision.allowPaFillLimit, 'An approval may say how many fills it is for.'),
  maxApprovalDays: days(decision.maxApprovalDays, 'Longest approval.'),
  defaultDrugLevel: of(
    z.literal([8, 10, 11, 12, 14]),
    '8, 10, 11, 12 or 14',
    decision.defaultDrugLevel,
    'How wide an approval is unless something else is chosen.',
  ),
  dualControlThreshold: dollars(decision.dualControlThreshold, 'Above this two people approve (T07).'),
  dualControlDrugs: list(
    drugDigits,
    'first digits of drug codes, such as ["1012", "1110"]',
    decision.dualControlDrugs,
    'Drug classes that two people approve, whatever they cost (T07).',
  ),
  overrideNeeds: of(
    z.record(z.string().regex(/^[0-9A-Z]{2,3}$/), z.enum(['A', 'S', 'R', 'O', '-'])),
    'reject codes with the least role: A adjuster, S supervisor, R pharmacist, O override all, - nobody; such as {"79": "S"}',
    decision.overrideNeeds,
    'A stricter least role for a code than its own; never a milder one.',
  ),
  clinicalService: onOff(decision.clinicalService, 'Requests can be sent to pharmacists (T14).'),
  rphRecommendation: onOff(true, 'Pharmacists may give their advice on requests.'),
  urRequirements: onOff(decision.urRequirements, 'Requests can be sent to utilization review (T16).'),
  lettersDisabled: onOff(
    decision.lettersDisabled,
    'No letter of medical necessity can be asked for; those under way go on.',
  ),
  blockedFaxNumbers: list(z.string().max(20), 'fax numbers, such as ["813-555-0177"]', [], 'No letter is faxed there.'),
  eobrEnabled: onOff(decision.eobrEnabled, 'Explanations of bill review can be kept, and are asked for where due.'),
  passthruLabels: of(
    z.record(
      z.string().regex(/^field([1-9]|10)$/),
      z.union([
        z.string().max(40),
        z.strictObject({
          label: z.string().max(40),
          showOn: z.array(z.enum(['screen', 'letter', 'extract'])).optional(),
        }),
      ]),
    ),
    'field1 to field10 with a label, such as {"field1": "Office"} or {"field1": {"label": "Office", "showOn": ["screen", "letter"]}}',
    {},
    "Names of the carrier's own fields, and where they are shown.",
  ),
  patientNameInFiles: onOff(true, "A downloaded file may have the patient's name in its own name."),
  dolEnabled: onOff(false, 'The programs of the Department of Labor: mail to examiners, its rules.'),
  dolExaminerMailbox: of(z.email().max(254), 'a mail address', null, 'Where mail to the examiner goes.'),
  subCarrierDesk: list(
    z.uuid(),
    'ids of people (column id of app_user)',
    [],
    'Queue that gets requests nobody of the claim or the group can take.',
  ),
  ladder: of(
    z
      .strictObject({
        reminderHours: z.number().min(0.25).max(240),
        escalationHours: z.tuple([z.number().min(0.25), z.number().min(0.25), z.number().min(0.25)]),
        shares: z.tuple([z.number().min(0).max(1), z.number().min(0).max(1), z.number().min(0).max(1)]),
        lastEscalationBeforeDue: z.number().min(0).max(240),
        popUpBeforeDue: z.number().min(0).max(48),
        pharmacyMinutes: whole(1, 240),
        pharmacyFreshMinutes: whole(1, 1440),
        letterBusinessDays: whole(1, 60),
        retentionDays: whole(1, 365),
      })
      .partial(),
    'any of the parts that its default has',
    defaultLadder,
    'When people are reminded, who hears of it next, and how long things wait: working hours, parts of the legal clock, clock hours before the due time, minutes at the counter, business days for a letter, days an open request is kept.',
  ),
  costLimitPerFill: dollars(engine.costLimitPerFill, 'A fill above it stops with 78 (R27).'),
  compoundMaxIngredients: of(
    whole(2, 25),
    'a whole number, 2 to 25',
    engine.compoundMaxIngredients,
    'Ingredients of a compound; more stop with 9K (R20).',
  ),
  compoundCostLimit: dollars(engine.compoundCostLimit, 'A compound above it stops with 78 (R20).'),
  compoundSupervisorAbove: dollars(engine.compoundSupervisorAbove, 'Above it a supervisor clears a compound (R20).'),
  compoundHardStop: onOff(
    engine.compoundHardStop,
    'A compound with an ingredient that is not covered is stopped for good (772).',
  ),
  mmeLimit: of(
    whole(1, 1000),
    'milligrams of morphine a day, 1 to 1000',
    engine.mmeLimit,
    'Opioid dose above which 922 stops a fill (R33).',
  ),
  mmeLimitWithBenzodiazepine: of(
    whole(1, 1000),
    'milligrams of morphine a day, 1 to 1000',
    engine.mmeLimitWithBenzodiazepine,
    'The same beside a benzodiazepine (R33).',
  ),
  opioidFirstFillDays: days(
    engine.opioidFirstFillDays,
    'Longest first fill of an opioid (R34); a shorter limit of the state wins.',
    90,
  ),
  opioidLetterAfterDays: days(
    engine.opioidLetterAfterDays,
    'Days on opioids after which a letter is asked for (R35).',
    400,
  ),
  longActingEarlyRule: onOff(engine.longActingEarlyRule, 'Long-acting opioids in the first 90 days are stopped (R37).'),
  refillPercent: of(
    z.strictObject({ standard: percent, controlled: percent, mail: percent }),
    'standard, controlled and mail, each 1 to 100',
    engine.refillPercent,
    'Percent of the last supply that must be used before a refill (R23).',
  ),
  daysSupplyMax: of(
    z.strictObject({ retail: whole(1, 365), mail: whole(1, 365), maintenance: whole(1, 365) }),
    'retail, mail and maintenance, days each',
    engine.daysSupplyMax,
    'Longest supply of one fill (R24).',
  ),
  timelyFilingDays: of(
    z.strictObject({ pos: whole(1, 3650), other: whole(1, 3650) }),
    'pos and other, days each',
    engine.timelyFilingDays,
    'How old a claim may be when it comes, at the counter and otherwise (R28).',
  ),
  firstFill: of(
    z.strictObject({ enabled: z.boolean(), windowDays: whole(0, 365), capDays: whole(1, 90), capUsd: amount }),
    'enabled, windowDays, capDays and capUsd',
    engine.firstFill,
    'Fills before a claim is accepted: how long after the injury, how many days and dollars (R08); the cap of the state wins.',
  ),
  autoApprovalRules: list(whole(1, 5), 'numbers 1 to 5', engine.autoApprovalRules, 'Rules that approve by themselves.'),
  autoApprovalCostLimit: dollars(engine.autoApprovalCostLimit, 'Cost below which rule 3 approves.'),
  callEveryTime: list(
    z.string().regex(/^([0-9]{2,14}|\*)$/),
    'first digits of drug codes, or ["*"] for all',
    engine.callEveryTime,
    'Drugs the carrier is asked for with every fill (R41).',
  ),
  excludedChannels: list(
    whole(1, 12),
    'channel numbers (`reference/channels.ts`)',
    engine.excludedChannels,
    'Channels that are not paid (R43).',
  ),
  pendBillChannels: onOff(engine.pendBillChannels, 'Bill review and paper bills raise requests too.'),
  denyAndCall: list(
    z.enum(['ELIG', 'PROV', 'PROD', 'QTY', 'PA', 'DUR', 'FMT', 'SYS']),
    'classes of reject codes, such as ["QTY"]',
    engine.denyAndCall,
    'Classes that are answered with "denied, call us" instead of a request.',
  ),
  payBrandAtGenericPrice: onOff(
    engine.payBrandAtGenericPrice,
    'A brand without a reason is paid at the price of its generic (R18).',
  ),
  repackagedDenied: onOff(engine.repackagedDenied, 'Repackaged products are stopped (R19).'),
  contract: of(
    z.strictObject({
      genericFactor: whole(1, 20_000),
      genericFee: z.number().min(0).max(100),
      brandFactor: whole(1, 20_000),
      brandFee: z.number().min(0).max(100),
    }),
    'genericFactor and brandFactor in ten-thousandths of AWP, genericFee and brandFee in dollars',
    engine.contract,
    'Prices of the network.',
  ),
  secondFactorWaived: onOff(false, 'Its people need no second factor (docs/guide/sign-in.md).'),
  teamViewEnabled: onOff(true, 'Screens may show supervisors their team (`GET /clientSettings`).'),
  sojStateGuidelinesDisplay: onOff(true, 'Screens may show the guideline of the state (`GET /clientSettings`).'),
}

/** Why a value is refused for a key, in a sentence; undefined when it is accepted. */
export function settingProblem(key: string, value: unknown): string | undefined {
  const known = Object.hasOwn(carrierSettings, key) ? carrierSettings[key] : undefined
  if (!known) return `There is no setting ${key}.`
  return known.shape.safeParse(value).success ? undefined : `${key} takes ${known.takes}.`
}

const shown = (value: unknown): string => (value === null ? 'none' : `\`${JSON.stringify(value)}\``)

/** The page docs/guide/carrier-settings.md. */
export const carrierSettingsPage = (): string =>
  [
    '# Settings of a carrier',
    '',
    'What a carrier sets for itself, or for one sub-carrier, which then counts there. Operators change it with the command',
    'below, whether the portal is running or not; the next request follows it. A value that does not fit is refused in a',
    'sentence, and every change is on the audit trail of the carrier.',
    '',
    '```',
    'npm run carrier-settings -- list NWM',
    'npm run carrier-settings -- set NWM lettersDisabled true',
    'npm run carrier-settings -- set NWM/NWM02 dualControlDrugs \'["1012"]\'',
    'npm run carrier-settings -- unset NWM/NWM02 dualControlDrugs',
    'npm run carrier-settings -- check',
    '```',
    '',
    '| Setting | Takes | Otherwise | What it does |',
    '|---|---|---|---|',
    ...Object.entries(carrierSettings)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([key, { takes, otherwise, means }]) => `| \`${key}\` | ${takes} | ${shown(otherwise)} | ${means} |`),
    '',
  ].join('\n')
