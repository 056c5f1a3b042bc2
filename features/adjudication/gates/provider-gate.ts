import type { Measure, Party } from '#features/prior-auths/findings.ts'
import { origin } from '#reference/origins.ts'
import { channel } from '#reference/channels.ts'
import { type Case, claimOf, reject, trace, warn } from '../case.ts'
import { isOpioid } from '../drug-class.ts'
import type { PharmacyState, Registered } from '../snapshot.ts'
import { dayNumber } from '../day-number.ts'
import { usDate } from '#platform/dates/day.ts'
import { howSure } from '../how-sure.ts'
import { isNpi } from '#features/claims/check-digits.ts'

// G4: may this pharmacy dispense and this prescriber prescribe?

/** Runs R09 to R13 and R42. */
export function providerGate(c: Case): void {
  pharmacy(c)
  prescriber(c)
  schedule(c)
  lockIn(c)
}

function pharmacy(c: Case): void {
  const store = c.snapshot.pharmacy
  if (store === null && c.pharmacyNabp === '' && c.options.mode !== 'LIVE') {
    trace(c, 'R09', 'skip', 'No pharmacy selected')
    return trace(c, 'R10', 'skip', 'No pharmacy selected')
  }
  if (store === null) {
    reject(c, 'R09', '50', `Pharmacy ${c.pharmacyNabp} is not on file`, { by: 'K' })
    return trace(c, 'R10', 'skip', 'The pharmacy is not on file')
  }
  // The closing date overrides the status: the pharmacy may close next month.
  const closed = store.closedDate == null ? store.status === 'CLOSED' : dayNumber(store.closedDate) <= c.day
  if (store.status === 'SANCTIONED') reject(c, 'R10', '559', `${store.name} is sanctioned`)
  else if (store.status === 'SUSPENDED') reject(c, 'R10', '827', `${store.name} is suspended`)
  else if (closed) reject(c, 'R10', '768', `${store.name} is closed`)
  else if (store.status === 'TERMINATED') reject(c, 'R10', '877', `The contract with ${store.name} has ended`)
  else trace(c, 'R10', 'pass', `${store.name} is in good standing`)
  network(c, store)
}

const networkWords = {
  '40': 'a contracted',
  '560': 'the retail',
  '561': 'the mail',
  G6: 'the specialty',
  G9: 'the 90-day',
}

function network(c: Case, store: PharmacyState): void {
  if (channel(c.request.channel)?.pointOfSale !== true) {
    return trace(c, 'R09', 'skip', 'Billed after dispensing: paid at fee schedule')
  }
  const mail = c.request.channel === origin.MAIL_ORDER || c.deliveryType === 2
  const inNetwork = (name: PharmacyState['networks'][number]): boolean => store.networks.includes(name)
  let code: '40' | '560' | '561' | 'G6' | 'G9' | null = null
  if (store.networks.length === 0) code = '40'
  else if (mail) code = inNetwork('MAIL') ? null : '561'
  else if (c.product.drug?.specialty === true) code = inNetwork('SPECIALTY') ? null : 'G6'
  else if (!inNetwork('RETAIL')) code = '560'
  else if (c.daysSupply > c.settings.daysSupplyMax.retail && !inNetwork('NINETY_DAY')) code = 'G9'
  if (code === null) return trace(c, 'R09', 'pass', `${store.name} is in the network`)
  const message = `${store.name} is not in ${networkWords[code]} network`
  const measure: Measure = { with: [{ id: store.nabp, name: store.name }] }
  const state = claimOf(c).jurisState
  if (c.stateControl.networkDirection) {
    const sure = howSure(c, 'networkDirection')
    return void reject(c, 'R09', code, `${message}; ${state} lets the plan choose the pharmacy${sure}`, { measure })
  }
  warn(
    c,
    'R09',
    `${message}; no rule on file lets the plan choose the pharmacy in ${state}, so it is paid at fee schedule`,
  )
}

const suspected: Party = { id: 'fraud', name: 'suspected fraud' }

function prescriber(c: Case): void {
  const person = c.snapshot.prescriber
  if (c.prescriberNpi === '' && c.options.mode !== 'LIVE') {
    trace(c, 'R11', 'skip', 'No prescriber selected')
    return trace(c, 'R12', 'skip', 'No prescriber selected')
  }
  if (!isNpi(c.prescriberNpi)) {
    reject(c, 'R11', '25', `NPI "${c.prescriberNpi}" is not valid (check digit)`)
    return trace(c, 'R12', 'skip', 'Prescriber not on file')
  }
  if (person === null) {
    reject(c, 'R11', '56', `No prescriber has NPI ${c.prescriberNpi}`)
    return trace(c, 'R12', 'skip', 'Prescriber not on file')
  }
  if (person.type === 2) reject(c, 'R11', '619', `NPI ${person.npi} belongs to an organization, not a person`)
  else if (person.status === 'INACTIVE') reject(c, 'R11', '42', `Prescriber ${person.lastName} is inactive`)
  else if (person.status === 'DECEASED') reject(c, 'R11', 'A2', `Prescriber ${person.lastName} is deceased`)
  else if (person.status === 'EXCLUDED')
    reject(c, 'R11', 'A1', `Prescriber ${person.lastName} is excluded from payment`)
  else trace(c, 'R11', 'pass', `Prescriber ${person.lastName} is active`)

  if (person.blocked != null) {
    const { reason, fraud } = person.blocked
    return void reject(c, 'R12', '71', `The carrier has blocked ${person.lastName}: ${reason}`, {
      by: fraud ? 'S' : 'A',
      measure: { with: [{ id: person.npi, name: `prescriber ${person.lastName}` }, ...(fraud ? [suspected] : [])] },
    })
  }
  const allowed = claimOf(c).authorizedPrescriberNpis ?? []
  if (c.stateControl.treatingProviderOnly && allowed.length > 0 && !allowed.includes(person.npi)) {
    const message = `${person.lastName} is not the authorized treating provider of this claim`
    return void reject(
      c,
      'R12',
      '71',
      `${message}, as ${claimOf(c).jurisState} asks${howSure(c, 'treatingProviderOnly')}`,
      {
        measure: { with: [{ id: person.npi, name: `prescriber ${person.lastName}` }] },
      },
    )
  }
  trace(c, 'R12', 'pass', 'Prescriber allowed on this claim')
}

/** The day the prescription was issued, when its prescriber has to be registered; the day of service where the bill has none. */
function issuedOn(c: Case): number {
  const written = dayNumber(c.request.prescription?.dateWritten)
  return written <= c.day ? written : c.day
}

/** Of schedules II and III narcotics and other drugs may be registered apart (21 CFR 1301.13(e)(1), form 224). */
const isRegistered = (registered: readonly Registered[], dea: Registered, narcotic: boolean): boolean =>
  registered.includes(dea) ||
  (dea === 'CII' && registered.includes(narcotic ? '2' : '2N')) ||
  (dea === 'CIII' && registered.includes(narcotic ? '3' : '3N'))

/** R13. Of a compound each scheduled ingredient needs its registration, whatever leads it. */
function schedule(c: Case): void {
  const { kind, dea, drug: lead, ingredients } = c.product
  if (dea === null) return trace(c, 'R13', 'pass', 'Not a controlled drug')
  const person = c.snapshot.prescriber
  if (person === null) return trace(c, 'R13', 'skip', 'Prescriber not on file')
  if (person.deaActive === false && person.deaExpires == null)
    return void reject(c, 'R13', '43', `${person.lastName} has no active DEA registration`, { safety: true })
  const until = dayNumber(person.deaExpires)
  if (until < issuedOn(c)) {
    const message = `${person.lastName} has no active DEA registration: it ended on ${usDate(person.deaExpires!)}`
    return void reject(c, 'R13', '43', message, { safety: true })
  }
  if (until < c.day)
    warn(c, 'R13', `The DEA registration ended on ${usDate(person.deaExpires!)}, after the prescription was written`)
  const registered = person.deaSchedules
  if (registered == null) return trace(c, 'R13', 'skip', 'The DEA registration is not on file')
  const parts =
    kind === 'COMPOUND'
      ? ingredients.flatMap(({ drug }) =>
          drug?.dea == null ? [] : [{ dea: drug.dea, narcotic: isOpioid(drug), of: ` (${drug.genericName})` }],
        )
      : [{ dea, narcotic: lead !== null && isOpioid(lead), of: '' }]
  for (const part of parts) {
    // Which half is missing is said where the other one is there.
    const half = registered.some((one) => /^[23]/.test(one)) && (part.dea === 'CII' || part.dea === 'CIII')
    const what = `${part.dea}${half ? (part.narcotic ? ' narcotics' : ' other than narcotics') : ''}${part.of}`
    if (isRegistered(registered, part.dea, part.narcotic)) trace(c, 'R13', 'pass', `DEA registration covers ${what}`)
    else
      reject(c, 'R13', '46', `The DEA registration of ${person.lastName} does not cover ${what}`, {
        safety: true,
      })
  }
}

function lockIn(c: Case): void {
  const lock = claimOf(c).lockIn
  if (lock == null) return trace(c, 'R42', 'pass', 'Not locked in')
  const before = c.rejects.length
  if (lock.pharmacyNabp != null && lock.pharmacyNabp !== c.pharmacyNabp) {
    const measure: Measure = { with: [{ id: c.pharmacyNabp, name: c.snapshot.pharmacy?.name ?? c.pharmacyNabp }] }
    reject(c, 'R42', 'M2', `Patient is locked in to pharmacy ${lock.pharmacyNabp}`, { measure })
  }
  if (lock.prescriberNpi != null && lock.prescriberNpi !== c.prescriberNpi) {
    const measure: Measure = { with: [{ id: c.prescriberNpi, name: `prescriber ${c.prescriberNpi}` }] }
    reject(c, 'R42', 'M2', `Patient is locked in to prescriber ${lock.prescriberNpi}`, { measure })
  }
  if (lock.caseManagement === true) reject(c, 'R42', '828', 'A case-management restriction applies to this patient')
  if (c.rejects.length === before) trace(c, 'R42', 'pass', 'Assigned pharmacy and prescriber')
}
