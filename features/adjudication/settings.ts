import { z } from 'zod'
import { sharedSettingTable } from '#features/permissions/decision-settings.ts'
import {
  amount,
  days,
  defaultsOf,
  dollars,
  list,
  onOff,
  setting,
  whole,
  type ValuesOf,
} from '#features/settings/setting-rows.ts'

const percent = whole(1, 100)
const milligrams = 'milligrams of morphine a day, 1 to 1000'

/** The settings that the engine reads. */
export const engineSettingTable = {
  ...sharedSettingTable,
  costLimitPerFill: dollars(1000, 'Above this cost a fill is rejected with 78 (R27).'),
  compoundMaxIngredients: setting(
    whole(2, 25),
    'a whole number, 2 to 25',
    6,
    'Most ingredients in a compound; more are rejected with 9K (R20).',
  ),
  compoundCostLimit: dollars(1000, 'Above this cost a compound is rejected with 78 (R20).'),
  compoundHardStop: onOff(false, 'A compound with an ingredient that is not covered cannot be overridden (772).'),
  mmeLimit: setting(whole(1, 1000), milligrams, 90, 'Daily opioid dose above which a fill is rejected with 922 (R33).'),
  mmeLimitWithBenzodiazepine: setting(whole(1, 1000), milligrams, 50, 'The same limit with a benzodiazepine (R33).'),
  opioidFirstFillDays: days(7, 'Longest first opioid fill (R34); a shorter state limit applies instead.', 90),
  opioidLetterAfterDays: days(90, 'Days of opioid therapy after which a letter is required (R35).', 400),
  longActingEarlyRule: onOff(true, 'A long-acting opioid as the first opioid is rejected (R37).'),
  refillPercent: setting(
    z.strictObject({ standard: percent, controlled: percent, mail: percent }),
    'standard, controlled and mail, each 1 to 100',
    { standard: 75, controlled: 85, mail: 70 },
    'Percent of the last supply that must be used before a refill (R23).',
  ),
  daysSupplyMax: setting(
    z.strictObject({ retail: whole(1, 365), mail: whole(1, 365), maintenance: whole(1, 365) }),
    'retail, mail and maintenance, days each',
    { retail: 30, mail: 90, maintenance: 90 },
    'Longest supply of one fill (R24).',
  ),
  timelyFilingDays: setting(
    z.strictObject({ pos: whole(1, 3650), other: whole(1, 3650) }),
    'pos and other, days each',
    { pos: 90, other: 365 },
    'Timely filing limit, at point of sale and otherwise (R28).',
  ),
  firstFill: setting(
    z.strictObject({ enabled: z.boolean(), windowDays: whole(0, 365), capDays: whole(1, 90), capUsd: amount }),
    'enabled, windowDays, capDays and capUsd',
    { enabled: true, windowDays: 30, capDays: 14, capUsd: 250 },
    'Fills before a claim is accepted: how long after the injury, how many days and dollars (R08); the state limit applies instead.',
  ),
  autoApprovalRules: list(whole(1, 5), 'numbers 1 to 5', [], 'Rules that approve automatically.'),
  autoApprovalCostLimit: dollars(250, 'Cost below which rule 3 approves.'),
  callEveryTime: list(
    z.string().regex(/^([0-9]{2,14}|\*)$/),
    'first digits of drug codes, or ["*"] for all',
    [],
    'Drugs the carrier must authorize with every fill (R41).',
  ),
  excludedChannels: list(
    whole(1, 12),
    'channel numbers (`reference/channels.ts`)',
    [],
    'Channels that are not paid (R43).',
  ),
  pendBillChannels: onOff(false, 'Bill review and paper bills also create requests.'),
  denyAndCall: list(
    z.enum(['ELIG', 'PROV', 'PROD', 'QTY', 'PA', 'DUR', 'FMT', 'SYS']),
    'classes of reject codes, such as ["QTY"]',
    [],
    'Classes that are answered with "denied, call us" instead of a request.',
  ),
  payBrandAtGenericPrice: onOff(false, 'A brand without a reason is paid at the price of its generic (R18).'),
  repackagedDenied: onOff(false, 'Repackaged products are rejected (R19).'),
  contract: setting(
    z.strictObject({
      genericFactor: whole(1, 20_000),
      genericFee: z.number().min(0).max(100),
      brandFactor: whole(1, 20_000),
      brandFee: z.number().min(0).max(100),
    }),
    'genericFactor and brandFactor in ten-thousandths of AWP, genericFee and brandFee in dollars',
    { genericFactor: 4500, genericFee: 2, brandFactor: 8400, brandFee: 1.5 },
    'Prices of the network.',
  ),
}

export type CarrierSettings = ValuesOf<typeof engineSettingTable>
/** What a carrier that has set nothing gets. */
export const defaultSettings: CarrierSettings = defaultsOf(engineSettingTable)

/** The carrier's settings with the defaults filled in. */
export const settingsOf = (own: Partial<CarrierSettings>): CarrierSettings => ({ ...defaultSettings, ...own })
