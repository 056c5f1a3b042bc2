import type { CarrierSettings } from './snapshot.ts'

/** What a carrier that has set nothing gets (marked D or assumed there). */
export const defaultSettings: CarrierSettings = {
  safetyOverrides: false,
  formularyOverrides: true,
  costLimitPerFill: 1000,
  compoundMaxIngredients: 6,
  compoundCostLimit: 1000,
  compoundSupervisorAbove: 500,
  compoundHardStop: false,
  mmeLimit: 90,
  mmeLimitWithBenzodiazepine: 50,
  opioidFirstFillDays: 7,
  opioidLetterAfterDays: 90,
  longActingEarlyRule: false,
  refillPercent: { standard: 75, controlled: 85, mail: 70 },
  daysSupplyMax: { retail: 30, mail: 90, maintenance: 90 },
  timelyFilingDays: { pos: 90, other: 365 },
  firstFill: { enabled: true, windowDays: 30, capDays: 14, capUsd: 250 },
  autoApprovalRules: [],
  autoApprovalCostLimit: 250,
  callEveryTime: [],
  excludedChannels: [],
  pendBillChannels: false,
  denyAndCall: [],
  payBrandAtGenericPrice: false,
  repackagedDenied: false,
  contract: { genericFactor: 4500, genericFee: 2, brandFactor: 8400, brandFee: 1.5 },
}

/** The carrier's settings with the defaults filled in. */
export const settingsOf = (own: Partial<CarrierSettings>): CarrierSettings => ({ ...defaultSettings, ...own })
