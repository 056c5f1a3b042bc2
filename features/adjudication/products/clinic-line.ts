import { usDate } from '#platform/dates/day.ts'
import { type Case, reject, trace } from '../case.ts'
import { dayNumber } from '../day-number.ts'
import { show } from '../money.ts'

// R21: a clinic bills units of a HCPCS code; code dates, unit arithmetic and daily range are checked.

/** Runs R21. */
export function clinicLine(c: Case): void {
  const line = c.request.hcpcs
  if (line === undefined) return
  const row = c.product.hcpcs
  if (row === null) return void reject(c, 'R21', '54', `Code ${line.code} is not on file`)
  if (dayNumber(row.validFrom) > c.day) {
    return void reject(c, 'R21', '54', `Code ${line.code} is valid from ${usDate(row.validFrom)}`)
  }
  if (row.validTo !== null && dayNumber(row.validTo) < c.day) {
    return void reject(c, 'R21', '54', `Code ${line.code} was deleted after ${usDate(row.validTo)}`)
  }
  const before = c.rejects.length
  if (row.unclassified) {
    if (c.product.drug === null || (line.description ?? '').trim() === '') {
      reject(c, 'R21', '21', `Code ${line.code} is unclassified: NDC and description are required`)
    }
    reject(c, 'R21', '75', `Code ${line.code} is unclassified and always needs prior authorization`)
  }
  if (line.units > row.maxUnitsPerDay || line.units < row.minUnitsPerDay) {
    const dose = show(line.units * row.unitAmount)
    const most = show(row.maxUnitsPerDay * row.unitAmount)
    reject(
      c,
      'R21',
      '9G',
      `${line.units} units (${dose} ${row.unitLabel}) a day; the limit is ${row.maxUnitsPerDay} units (${most} ${row.unitLabel})`,
      {
        measure:
          line.units > row.maxUnitsPerDay
            ? { amounts: [{ of: 'UNITS', value: line.units }] }
            : { with: [{ id: 'few', name: 'fewer units than a dose has' }] },
      },
    )
  }
  if (line.doseGiven !== undefined) {
    // A started unit is billed whole; discarded drug (JW) is billed on top.
    const expected = Math.ceil(line.doseGiven / row.unitAmount - 1e-9)
    const discarded = line.modifiers?.includes('JW') === true
    if (discarded ? line.units < expected : line.units !== expected) {
      reject(
        c,
        'R21',
        '9H',
        `${show(line.doseGiven)} ${row.unitLabel} is ${expected} units of ${row.unitAmount}; ${line.units} billed`,
      )
    }
  }
  if (c.rejects.length === before) trace(c, 'R21', 'pass', `${line.units} units of ${line.code}`)
}
