import { addDays } from '#platform/dates/day.ts'
import { editLimits } from '#features/decisions/limits/edit-limits.ts'
import type { Person } from '#platform/calls/person.ts'
import { iso } from './calendar.ts'
import type { Open, Tale } from './tale.ts'
import type { ApprovalWords } from './verdicts.ts'
import { factsOf } from './verdicts.ts'

// How a decision is worded: why it is granted or refused, for how long, and with which note.

/** Why it is granted, by the number of the approval reason (reference/approval-reasons.ts). */
function reasonOf(tale: Tale, open: Open): number {
  const { random } = tale
  const { facts } = open.row.shown
  if (facts.firstFill) return 3
  if (open.row.reject_codes.includes('79')) return random.pick([7, 6, 8])
  if (open.row.reject_codes.includes('AJ')) return 16
  if (facts.surgeryWithin7Days) return 2
  if (facts.stableTherapy) return 4
  return random.weighted([
    [60, 1],
    [25, 4],
    [15, 8],
  ])
}

/** How an approval is worded: monthly drugs for months, others once or as the form proposes. */
export function wording(tale: Tale, open: Open, person: Person, ms: number): ApprovalWords {
  const { setting } = tale
  const { row, claim } = open
  const settings = setting.decisionSettings(row.mc)
  const lasting = row.days_supply >= 25 && (claim.course === 'long' || claim.course === 'chronic')
  const safety = row.rejects.some((reject) => reject.safety)
  const pharmacist = person.roles.includes('clinical_pharmacist')
  const limits = lasting ? editLimits(person, factsOf(tale, open, person), 'approve', iso(ms), settings) : null
  const length = limits ? Math.min(limits.endDays.max, tale.random.pick([180, 270, 365])) : 0
  const end = limits ? addDays(limits.start.default, length) : ''
  const wide =
    limits !== null &&
    !limits.oneTime.locked &&
    length > row.days_supply &&
    (limits.lastEnd === null || end <= limits.lastEnd)
  // A controlled drug gets a number of fills where the carrier sets one.
  const fills = Math.min(limits?.fills.max ?? 1, Math.ceil(length / row.days_supply))
  return {
    reasonId: reasonOf(tale, open),
    maxDays: row.reject_codes.includes('925') ? 7 : null,
    input: {
      ...(wide && { oneTimeFill: false, endDate: end }),
      ...(wide && row.dea_schedule !== null && settings.allowPaFillLimit && { paMaxFill: fills }),
      ...(safety && (pharmacist || settings.safetyOverrides)
        ? { safetyRejectEnabled: true, safetyAck: 'Reviewed with the prescriber’s notes; benefit outweighs the risk.' }
        : {}),
      ...(safety && pharmacist
        ? { note: 'Spoke with the prescriber’s office; dose and combination are intended.' }
        : {}),
    },
  }
}

export const denialOf = (codes: readonly string[], thisFillOnly: boolean): { reasonId: number; note: string } => {
  if (codes.includes('79')) return { reasonId: 10, note: '' }
  if (codes.includes('80')) return { reasonId: 1, note: 'The accepted injury does not explain this drug.' }
  if (codes.includes('830') || codes.includes('65')) return { reasonId: 3, note: '' }
  if (codes.includes('69') || codes.includes('68')) return { reasonId: 4, note: '' }
  if (codes.includes('AJ')) return { reasonId: 6, note: 'The generic is available and was not tried.' }
  if (codes.includes('70')) return { reasonId: 6, note: 'A covered product of the same class is available.' }
  if (codes.includes('645')) return { reasonId: 17, note: 'Repackaged product; not covered by the state list.' }
  if (thisFillOnly && codes.includes('88') && codes.includes('75'))
    return { reasonId: 14, note: 'No letter of medical necessity is on file.' }
  if (codes.includes('88')) return { reasonId: 8, note: 'Patient already has an active drug of the same class.' }
  return thisFillOnly
    ? { reasonId: 13, note: 'Office notes were requested and not received.' }
    : { reasonId: 6, note: 'A preferred first-line drug is covered and was not tried.' }
}
