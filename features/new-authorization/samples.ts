import { askedDrug, dayFrom } from '#testing/attacks/prepared.ts'
import { sample } from '#testing/attacks/sample.ts'
import { newAuthorization } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(newAuthorization)({
  trial: async ({ request }) => ({
    authorizationId: await request(),
    ndc: askedDrug.ndc,
    quantity: 30,
    daysSupply: 15,
    pharmacyNabp: '1043391',
    prescriberNpi: '1932102084',
    refill: 0,
    daw: '0',
    assumePriorAuth: {
      startDate: '2020-01-01',
      endDate: '2030-01-01',
      drugLevel: 14,
      oneTimeFill: false,
      overrideAll: false,
      safetyIncluded: false,
      codes: ['75'],
      maxFills: 3,
      maxDays: 30,
    },
  }),
  build: async ({ claimed }) => ({
    stratusClaimId: (await claimed()).id,
    originCode: 10,
    ndc: askedDrug.ndc,
    quantity: 60,
    daysSupply: 30,
    genericOrbrand: 'G',
    effectiveDate: dayFrom(0),
    authExpirationDate: dayFrom(20),
    drugLevel: 14,
  }),
  create: async ({ draft, email }) => ({
    authorizationId: await draft(),
    selectedCaseOwners: [email],
    effectiveDate: dayFrom(0),
    authExpirationDate: dayFrom(20),
    reconsiderationLevel: 0,
    note: 'Before surgery',
  }),
  saveMedication: async ({ request }) => ({
    authorizationId: await request(),
    ndc: askedDrug.ndc,
    quantity: 30,
    daysSupply: 15,
    genericOrbrand: 'G',
    drugLevel: 14,
    effectiveDate: dayFrom(0),
    authExpirationDate: dayFrom(10),
    version: 1,
  }),
  changeMedication: async ({ request }) => ({ id: await request(), quantity: 30, daysSupply: 15, version: 1 }),
  medication: async ({ reference }) => ({ referenceNumber: await reference() }),
})
