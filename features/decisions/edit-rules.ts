import type { Person } from '#platform/calls/person.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { approveAuthTypes, defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import { editLimits, endOf } from './limits/edit-limits.ts'
import type { EditSituation } from './limits/edit-table.ts'
import { levels } from '#features/prior-auths/levels.ts'
import { columnOf, whyNotOverride } from '#features/decision-rights/override-matrix.ts'
import { live } from '#features/decision-rights/who-decides.ts'

/** What is being decided, for the form's rules. */
export type Situation = {
  authorization: DecisionFacts
  action: 'approve' | 'reject'
  now: string
  settings?: DecisionSettings
}

export type EditRulesAnswer = {
  fields: {
    startDate: { editable: boolean; min: string; max: string; default: string }
    /** `max` is for the default start; for another one it is `maxDays` later, never past `lastEnd`. */
    endDate: { editable: boolean; min: string; max: string; default: string; maxDays: number; lastEnd: string | null }
    oneTimeFill: { editable: boolean; default: boolean }
    drugLevel: { allowed: number[]; default: number }
    paMaxFill: { visible: boolean; min: number; max: number; default: number | null }
    overrideAllRejections: { visible: boolean }
    safetyRejectEnabled: { visible: boolean; ackRequired: boolean }
  }
  hardStops: string[]
  approveAuthType: { id: number; name: string }
  situation: string
  situations: readonly EditSituation[]
  levels: { level: number; label: string; description: string }[]
}

/** Which fields of a decision this person may set, between what, and what they begin with. */
export function editRules(person: Person, situation: Situation): EditRulesAnswer {
  const { authorization, action, now, settings = defaultDecisionSettings } = situation
  const limits = editLimits(person, authorization, action, now, settings)
  const end = endOf(limits, limits.start.default, limits.oneTime.default)
  const safety = live(authorization).filter((reject) => reject.safety)
  const clearable = safety.filter((reject) => whyNotOverride(person, reject, settings, authorization) === undefined)
  return {
    fields: {
      startDate: limits.start,
      endDate: {
        editable: end.max > limits.start.default && !limits.situations.includes('determination'),
        min: limits.start.default,
        max: end.max,
        default: end.default,
        maxDays: limits.endDays.max,
        lastEnd: limits.lastEnd,
      },
      oneTimeFill: { editable: !limits.oneTime.locked, default: limits.oneTime.default },
      drugLevel: { allowed: [...limits.levels.allowed], default: limits.levels.default },
      paMaxFill: {
        visible: limits.fills.visible,
        min: limits.fixed ? limits.fills.max : 1,
        max: limits.fills.max,
        default: limits.oneTime.default ? 1 : limits.fills.default,
      },
      overrideAllRejections: { visible: limits.overrideAll },
      safetyRejectEnabled: { visible: action === 'approve' && clearable.length > 0, ackRequired: clearable.length > 0 },
    },
    hardStops: live(authorization)
      .filter((reject) => columnOf(reject) === 'hardStop')
      .map((reject) => reject.rejectCode),
    approveAuthType: approveAuthTypes.find((type) => type.id === settings.approveAuthType) ?? approveAuthTypes[2],
    situation: limits.name,
    situations: limits.situations,
    levels: levels.filter(({ level }) => limits.levels.allowed.includes(level)).map((level) => ({ ...level })),
  }
}

/** Default and allowed dates of an approval, with the reason for its length in words. */
export function datesAllowed(
  person: Person,
  situation: Situation & { startDate?: string; oneTimeFill?: boolean },
): { startDate: string; endDate: string; minStart: string; maxEnd: string; reason: string } {
  const { authorization, action, now, settings = defaultDecisionSettings } = situation
  const limits = editLimits(person, authorization, action, now, settings)
  const startDate = situation.startDate ?? limits.start.default
  const end = endOf(limits, startDate, situation.oneTimeFill ?? limits.oneTime.default)
  return {
    startDate,
    endDate: end.default,
    minStart: limits.start.min,
    maxEnd: end.max,
    reason: limits.reasons.join(' '),
  }
}
