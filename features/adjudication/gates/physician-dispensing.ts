import type { Measure } from '#features/prior-auths/findings.ts'
import { plural } from '#platform/text/plural.ts'
import { drugsOf, physicianSupplyOf } from '#reference/state-dispensing.ts'
import { type Case, claimOf, reject, trace } from '../case.ts'
import { dayNumber } from '../day-number.ts'
import { howSure } from '../how-sure.ts'
import { daysWord } from '../in-words.ts'

// R19: repackaged products, and drugs that a prescriber hands out.

const byPhysician: Measure = { with: [{ id: 'physician', name: 'dispensing by a physician' }] }

/** Runs R19. */
export function repackaged(c: Case): void {
  const drug = c.product.drug
  if (drug?.repackaged === true && (c.stateControl.repackagedDenied || c.settings.repackagedDenied)) {
    const whose = c.stateControl.repackagedDenied ? claimOf(c).jurisState : 'the plan'
    const measure: Measure = { with: [{ id: 'package', name: 'a repackaged product' }] }
    const sure = c.stateControl.repackagedDenied ? howSure(c, 'repackagedDenied') : ''
    return void reject(c, 'R19', '645', `${drug.name} is repackaged; ${whose} does not cover it${sure}`, { measure })
  }
  // What a clinic gives by injection is administered, not handed out.
  const isHandedOut = c.product.kind === 'HCPCS' && drug !== null && drug.route !== 'injection'
  if (c.deliveryType !== 4 && c.snapshot.pharmacy?.physicianDispenser !== true && !isHandedOut)
    return trace(c, 'R19', 'pass', 'Not repackaged or physician-dispensed')
  const limit = c.stateControl.physicianDispenseDays
  const since = c.facts.daysSinceInjury ?? 0
  const state = claimOf(c).jurisState
  if (limit !== null && since > limit) {
    const message = `Physician-dispensed ${plural(since, 'day')} after the injury; ${state} allows ${limit} days`
    const sure = howSure(c, 'physicianDispenseDays')
    return void reject(c, 'R19', '645', `${message}${sure}`, { measure: byPhysician })
  }
  const supply = physicianSupplyOf(state, c.product.dea)
  if (supply === undefined) return trace(c, 'R19', 'pass', 'Physician dispensing allowed')
  const { afterSurgery, source: citation } = supply
  const isAfter = afterSurgery !== null && daysAfterSurgery(c) <= afterSurgery.within
  const days = isAfter ? Math.max(supply.days, schedule2(c) ?? afterSurgery.days) : supply.days
  const allows = `${state} allows ${days === 0 ? 'none' : daysWord(days)} of ${drugsOf(supply)}`
  const measure: Measure = { amounts: [{ of: 'DAYS', value: c.daysSupply }], ...byPhysician }
  if (c.daysSupply > days) {
    const message = `Physician-dispensed for ${daysWord(c.daysSupply)}; ${allows}${isAfter ? ' after an operation' : ''}`
    return void reject(c, 'R19', '645', message, { measure, citation })
  }
  if (supply.initialOnly && !isAfter && since > days) {
    const message = `Physician-dispensed ${plural(since, 'day')} after the injury; ${allows} from the first treatment on`
    return void reject(c, 'R19', '645', message, { measure, citation })
  }
  trace(c, 'R19', 'pass', `Physician dispensing allowed: ${allows}`, citation)
}

/** Florida's seven days of a Schedule II drug after an operation (F.S. 465.0276(1)(b)3, 456.44(5)). */
const schedule2 = (c: Case): number | undefined =>
  claimOf(c).jurisState === 'FL' && c.product.dea === 'CII' ? 7 : undefined

/** Days since the last operation; none where there was none yet. */
function daysAfterSurgery(c: Case): number {
  const days = (claimOf(c).surgeryDates ?? []).map((date) => c.day - dayNumber(date)).filter((one) => one >= 0)
  return Math.min(Number.POSITIVE_INFINITY, ...days)
}
