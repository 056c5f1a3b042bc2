import { channel } from '#reference/channels.ts'
import { type Case, makeReject, note, trace } from '../case.ts'
import { dayNumber, latestLocalDay } from '../day-number.ts'

// G1: format. Reports every missing or invalid field at once; later gates run only when all are valid.

const isDigits = (text: string, length: number): boolean => {
  if (text.length !== length) return false
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code < 48 || code > 57) return false
  }
  return true
}

const isQuantity = (quantity: number): boolean =>
  quantity > 0 && quantity <= 9_999.999 && Math.abs(quantity * 1000 - Math.round(quantity * 1000)) < 1e-6

const isCount = (n: number | undefined, max: number): boolean =>
  n === undefined || (Number.isInteger(n) && n >= 0 && n <= max)

const isMoney = (dollars: number | undefined): boolean => dollars === undefined || (dollars >= 0 && dollars <= 250_000)

/** Runs G1; false when the bill cannot be read. */
export function formatGate(c: Case): boolean {
  const { request } = c
  const rx = request.prescription
  const live = c.options.mode === 'LIVE'
  const wrong = (code: string, message: string, rule = 'format'): void => {
    c.rejects.push(makeReject(rule, code, message))
    if (rule === 'format') note(c, 'G1', 'format', 'reject', `${code}: ${message}`)
    else trace(c, rule, 'reject', `${code}: ${message}`)
  }

  const way = channel(request.channel)
  if (way === undefined) wrong('R8', `Channel ${request.channel} is reserved`)
  // At the counter a clinic code would stand before the drug that is handed over, and the drug's rules would not be asked.
  if (way?.pointOfSale === true && request.hcpcs !== undefined)
    wrong('8J', 'A pharmacy bills the drug itself; clinic codes belong to clinic and paper bills')
  if ((live || c.pharmacyNabp !== '') && !isDigits(c.pharmacyNabp, 7))
    wrong('05', 'The pharmacy number must have seven digits')
  if (Number.isNaN(c.day)) wrong('15', 'The date of service is not a valid date')
  else if (c.day > latestLocalDay(c.snapshot.now)) wrong('82', 'The date of service is in the future', 'R28')
  if (live) {
    if ((request.insurance?.cardholderId ?? '').trim() === '') wrong('07', 'The card number is missing')
    if (Number.isNaN(dayNumber(request.patient?.dateOfBirth))) wrong('09', 'The birth date is not a valid date')
    if (request.workersComp === undefined) wrong('6R', 'The workers’ compensation part is missing')
  }
  if (live && c.rxNumber.trim() === '' && c.product.kind !== 'HCPCS') wrong('R8', 'The prescription number is missing')
  if (!isCount(rx?.fillNumber, 99)) wrong('R8', 'The fill number must be 0 to 99')
  if (!isCount(rx?.refillsAuthorised, 99)) wrong('R8', 'Refills authorized must be 0 to 99')
  if (!(Number.isInteger(c.daysSupply) && c.daysSupply >= 1 && c.daysSupply <= 365)) {
    wrong('19', 'Days supply must be whole days, 1 to 365')
  }
  if (!isQuantity(c.quantity)) wrong('E7', 'The quantity must be above 0, at most 9999.999, with three decimals')
  if (rx?.daw !== undefined && !isDigits(rx.daw, 1)) wrong('22', 'The dispense-as-written code must be 0 to 9')
  if (rx?.dateWritten !== undefined) {
    const written = dayNumber(rx.dateWritten)
    if (Number.isNaN(written)) wrong('R8', 'The date written is not a valid date')
    else if (written > c.day) wrong('AB', 'The prescription was written after it was filled')
  }
  if (rx?.dispensingStatus !== undefined && !['', 'P', 'C'].includes(rx.dispensingStatus))
    wrong('R8', 'The dispensing status must be P, C or empty')
  if (rx?.quantityIntended !== undefined && !isQuantity(rx.quantityIntended))
    wrong('R8', 'The quantity intended must be above 0, at most 9999.999')
  if (rx?.compoundCode !== undefined && rx.compoundCode !== '0' && rx.compoundCode !== '1' && rx.compoundCode !== '2') {
    wrong('20', 'The compound code must be 1 or 2')
  }
  if (c.product.kind === 'COMPOUND') {
    if (c.product.ingredients.length === 0) wrong('8B', 'The compound has no ingredients')
    for (const row of c.product.ingredients) {
      if (!isDigits(row.ndc, 11)) wrong('TE', `Ingredient "${row.ndc}" is not an 11-digit NDC`)
      if (!isQuantity(row.quantity)) wrong('E7', `Ingredient ${row.ndc} needs a valid quantity`)
    }
    ingredientCosts(c, wrong)
  } else {
    if (request.compound !== undefined) wrong('8D', 'Ingredients were sent without compound code 2')
    if (c.product.kind === 'DRUG' && !isDigits(c.product.ndc, 11))
      wrong('21', 'The product code must be an 11-digit NDC')
  }
  if (request.hcpcs !== undefined && !(request.hcpcs.units > 0 && Number.isInteger(request.hcpcs.units))) {
    wrong('9H', 'Billed units must be a whole number above 0')
  }
  const money = request.pricing
  if (
    money !== undefined &&
    ![money.ingredientCost, money.dispensingFee, money.usualAndCustomary, money.grossAmountDue, money.tax].every(
      isMoney,
    )
  ) {
    wrong('R8', 'Amounts must be $0 to $250,000')
  }
  for (const row of request.dur ?? []) {
    if (row.reason.length !== 2) wrong('E4', `Reason for service "${row.reason}" is not valid`)
    if (row.service.length !== 2) wrong('E5', `Professional service "${row.service}" is not valid`)
    if (row.result.length !== 2) wrong('E6', `Result of service "${row.result}" is not valid`)
  }
  if (c.rejects.length > 0) return false
  note(c, 'G1', 'format', 'pass', 'Bill format is valid')
  return true
}

function ingredientCosts(c: Case, wrong: (code: string, message: string) => void): void {
  const stated = c.request.pricing?.ingredientCost
  const rows = c.product.ingredients
  if (stated === undefined || !rows.every((row) => row.costCents > 0)) return
  const sum = rows.reduce((total, row) => total + row.costCents, 0)
  // One cent per row may be lost to rounding.
  if (Math.abs(sum - Math.round(stated * 100)) > rows.length) {
    wrong('8M', 'The ingredient costs do not add up to the ingredient cost billed')
  }
}
