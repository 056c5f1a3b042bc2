import { sample } from '#testing/attacks/sample.ts'
import { samplePdf } from '#testing/pdf-documents.ts'
import { documents } from './contract.ts'

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(documents)({
  ofPatient: async ({ filed, mc, sub }) => ({
    masterCarrier: mc,
    subCarrier: sub,
    claimId: (await filed()).claimId,
    typeIds: [1, 4, 6],
    from: '2026-01-01',
    to: '2027-01-01',
    text: 'e',
    page: 0,
    size: 10,
  }),
  types: () => ({ id: 1 }),
  file: async ({ letter }) => ({ id: (await letter()).documentId, x: 2 }),
  fileNet: async ({ filed }) => ({ id: (await filed()).archived, x: 4 }),
  page: async ({ letter }) => ({ id: (await letter()).documentId, x: 2, page: 1 }),
  ofTransaction: async ({ filed, mc, sub }) => {
    const { claimId, reference } = await filed()
    return { a: mc, b: sub, c: claimId, d: reference }
  },
  billImage: async ({ filed, mc }) => ({ a: (await filed()).reference, b: mc }),
  add: async ({ filed, mc }) => ({
    masterCarrier: mc,
    claimId: (await filed()).claimId,
    typeId: 7,
    receivedOn: '2026-01-02',
    file: { name: 'note.pdf', type: 'application/pdf', bytes: samplePdf('Office note') },
  }),
})
