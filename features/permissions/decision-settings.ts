import { z } from 'zod'
import {
  days,
  defaultsOf,
  dollars,
  list,
  onOff,
  setting,
  whole,
  type ValuesOf,
} from '#features/settings/setting-rows.ts'

/** Kinds of approval. */
export const approveAuthTypes = [
  { id: 1, name: 'One-time only' },
  { id: 2, name: 'Date range only' },
  { id: 3, name: 'One-time or date range' },
  { id: 4, name: 'Date range with max fills' },
  { id: 5, name: 'Adjuster recommends, PBM keys' },
] as const

/** The settings that the engine and the rules of decisions both read. */
export const sharedSettingTable = {
  safetyOverrides: onOff(
    false,
    'Adjusters and supervisors may clear moderate safety codes, senior pharmacists all (docs/decisions/0021).',
  ),
  formularyOverrides: onOff(true, 'Adjusters may clear a formulary exclusion (R15); else supervisors.'),
  compoundSupervisorAbove: dollars(500, 'Above it a supervisor clears a compound (R20).'),
}

/** The settings that the rules of decisions read. They may remove rights, never add any. */
export const decisionSettingTable = {
  ...sharedSettingTable,
  anyoneInGroupMayDecide: onOff(
    true,
    'Everybody of the sub-carrier may decide, not only owner, backup, delegate and supervisor.',
  ),
  approveAuthType: setting(
    whole(1, 5),
    '1 one-time only, 2 date range only, 3 either, 4 date range with fills, 5 the adjuster recommends',
    3,
    'Kinds of approval the form offers.',
  ),
  allowPaFillLimit: onOff(true, 'An approval may say how many fills it is for.'),
  maxApprovalDays: days(null, 'An approval lasts at most so many days.'),
  defaultDrugLevel: setting(
    z.literal([8, 10, 11, 12, 14]),
    '8, 10, 11, 12 or 14',
    null,
    'How wide an approval is unless something else is chosen.',
  ),
  dualControlThreshold: dollars(null, 'Above this two people approve (T07).'),
  dualControlDrugs: list(
    z.string().regex(/^[0-9]{2,14}$/),
    'first digits of drug codes, such as ["1012", "1110"]',
    [],
    'Drug classes that two people approve, whatever they cost (T07).',
  ),
  overrideNeeds: setting(
    z.record(z.string().regex(/^[0-9A-Z]{2,3}$/), z.string().regex(/^[ASRO-]$/)),
    'reject codes with the least role: A adjuster, S supervisor, R pharmacist, O override all, - nobody; such as {"79": "S"}',
    {},
    'A stricter least role for a code than its own; never a milder one.',
  ),
  clinicalService: onOff(true, 'Requests can be sent to pharmacists (T14).'),
  urRequirements: onOff(true, 'Requests can be sent to utilization review (T16).'),
  lettersDisabled: onOff(false, 'No letter of medical necessity can be asked for; those under way go on.'),
  eobrEnabled: onOff(true, 'Explanations of bill review can be kept, and are asked for where due.'),
}

/** Feature flags that rules of decisions read; they come with the settings (features/settings/columns.ts). */
type DecisionFlags = {
  /** Off: nobody clears a safety code in the portal. */
  safetyRejectEnabled: boolean
  /** On: those who may not clear a safety code are asked to send the request to a pharmacist. */
  safetyOverrideEnabled: boolean
}
export type DecisionSettings = ValuesOf<typeof decisionSettingTable> & DecisionFlags
export const defaultDecisionSettings: DecisionSettings = {
  ...defaultsOf(decisionSettingTable),
  safetyRejectEnabled: true,
  safetyOverrideEnabled: false,
}

/** The carrier's settings of an authorization or claim, as the rules read them; what is not set has its default. */
export const decisionSettings = ({ settings }: { settings: Readonly<Record<string, unknown>> }): DecisionSettings => ({
  ...defaultDecisionSettings,
  ...(settings as Partial<DecisionSettings>),
})
