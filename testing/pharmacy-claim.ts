import { day } from './new-york-day.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import { drugs } from '#reference/drugs.ts'
import { BIN, PCN } from './fixtures.ts'

const find = (name: string) => {
  const named = drugs.filter((one) => one.name.toLowerCase().includes(name.toLowerCase()))
  const drug = named.find(({ brandFlag }) => brandFlag === 'G') ?? named[0]
  if (!drug) throw new Error(`The drug reference has no ${name}.`)
  return drug
}

export type ClaimOptions = {
  sub: 'AAA1' | 'AAA2' | 'BBB1'
  at: number
  drug?: string
  quantity?: number
  days?: number
  rx?: string
  fill?: number
  date?: string
  nabp?: string
  npi?: string
}

/** A pharmacy's claim for an injured worker of the fixtures; the default drug, pregabalin, needs prior authorization. */
export function pharmacyClaim(of: ClaimOptions): ClaimRequest {
  const drug = find(of.drug ?? 'pregabalin')
  const date = of.date ?? day(0)
  return {
    channel: 1,
    bin: BIN,
    pcn: PCN,
    pharmacyNabp: of.nabp ?? '1043391',
    dateOfService: date,
    insurance: { groupCode: `${of.sub}GRP`, cardholderId: `SUB${of.sub}${of.at}` },
    patient: {
      firstName: 'Maria',
      lastName: of.sub === 'BBB1' ? `Ortega-ZZBBBCANARY${of.at}` : `Ortega${of.sub === 'AAA2' ? 'two' : ''}${of.at}`,
      dateOfBirth: '1979-03-14',
      gender: 'F',
    },
    prescription: {
      rxNumber: of.rx ?? `70${of.at}001`,
      fillNumber: of.fill ?? 0,
      productId: drug.ndc,
      quantity: of.quantity ?? 60,
      daysSupply: of.days ?? 30,
      daw: '0',
      dateWritten: date,
      refillsAuthorised: 2,
      compoundCode: '1',
    },
    prescriber: { npi: of.npi ?? '1932102084' },
    workersComp: { dateOfInjury: day(-200) },
    pricing: { usualAndCustomary: 120 },
  }
}
