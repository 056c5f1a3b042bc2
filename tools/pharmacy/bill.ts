import { cardRoute } from '#database/seed/carriers.ts'
import type { Prescription, WalkIn } from '#database/seed/walk-ins.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import { drugs } from '#reference/drugs.ts'

/** The plain package of a product of the catalogue. */
function packageOf(product: string): string {
  const drug = drugs.find((one) => one.name === product && one.brandFlag === 'G' && !one.repackaged)
  if (!drug) throw new Error(`The drug catalogue has no ${product}.`)
  return drug.ndc
}

/** The claim a pharmacy's system sends for a first fill (D.0 B1 as JSON). `day` is the day at the counter, YYYY-MM-DD. */
export const claimOfWalkIn = (
  who: WalkIn,
  what: Prescription,
  at: { day: string; rxNumber: string },
): ClaimRequest => ({
  channel: 1,
  ...cardRoute,
  pharmacyNabp: who.counter.nabp,
  dateOfService: at.day,
  insurance: { groupCode: who.group, cardholderId: who.card, personCode: '001', relationship: '1' },
  patient: { firstName: who.first, lastName: who.last, dateOfBirth: who.dob, gender: who.gender },
  prescription: {
    rxNumber: at.rxNumber,
    fillNumber: 0,
    productId: packageOf(what.product),
    quantity: what.quantity,
    daysSupply: what.days,
    daw: '0',
    dateWritten: at.day,
    refillsAuthorised: 2,
    originCode: '3',
    compoundCode: '1',
  },
  prescriber: { npi: who.prescriber },
  workersComp: { dateOfInjury: who.doi, claimReference: who.claimNumber },
  pricing: { usualAndCustomary: what.charge, grossAmountDue: what.charge },
})
