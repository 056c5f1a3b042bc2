import { sample } from '#testing/attacks/sample.ts'
import { day } from '#testing/new-york-day.ts'
import { eligibility } from './contract.ts'

let number = 0

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(eligibility)({
  of: async ({ claimed }) => ({ id: (await claimed()).id, isPrescriberCall: 'false' }),
  summary: async ({ claimed, mc, sub }) => ({ claimId: (await claimed()).id, masterCarrier: mc, subCarrier: sub }),
  history: async ({ claimed }) => ({ claimId: (await claimed()).id, page: 0, size: 25 }),
  addForm: ({ mc }) => ({ masterCarrier: mc }),
  update: async ({ claimed }) => ({
    claimId: (await claimed()).id,
    address1: '12 Elm Street',
    city: 'Tampa',
    state: 'FL',
    zip: '33601',
    phone: '(813) 555-0144',
    mobile: '8135550145',
    email: 'maria@mail.example',
    language: 'es',
    preferredPharmacyNabp: '1043391',
    version: 1,
  }),
  edit: async ({ span }) => {
    const { id, claimId } = await span()
    return {
      claimId,
      eligibilityId: id,
      effectiveDate: day(-100),
      termDate: null,
      planLevel: 'FULL',
      reasonCode: 'REINSTATE',
      note: 'As the board ordered',
      version: 1,
      confirmed: ['BEFORE_PAID_FILL'],
    }
  },
  validate: async ({ span }) => {
    const { id, claimId } = await span()
    return {
      span: {
        claimId,
        eligibilityId: id,
        effectiveDate: day(-100),
        termDate: null,
        planLevel: 'FULL',
        reasonCode: 'REINSTATE',
      },
    }
  },
  add: ({ mc, group, userId }) => ({
    masterCarrier: mc,
    firstName: 'Nora',
    lastName: `Quist${(number += 1)}`,
    dob: '1981-02-03',
    gender: 'F',
    doi: '2026-02-03',
    jurisState: 'FL',
    groupCode: group,
    claimNumber: `NEW-${mc}-${number}`,
    caseOwnerId: userId,
    effectiveDate: '2026-02-03',
  }),
  duplicates: () => ({ lastName: 'Ortega1', firstName: 'Maria', dob: '1979-03-14', doi: '2026-01-01', ssn4: '1120' }),
})
