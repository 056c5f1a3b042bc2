import { usDate } from '#platform/dates/day.ts'
import { sample } from '#testing/attacks/sample.ts'
import { drugs } from '#reference/drugs.ts'
import { decision } from './contract.ts'

/** A product that pays without an approval. */
const instead = drugs.find(({ name, brandFlag }) => name.startsWith('Celecoxib 200') && brandFlag === 'G')!.ndc

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(decision)({
  approve: async ({ request, mc, sub }) => {
    const id = await request()
    return {
      id,
      authorizationId: id,
      masterCarrier: mc,
      subCarrier: sub,
      version: 1,
      note: 'Known patient',
      oneTimeFill: false,
      drugLevel: 14,
      reasonId: 1,
      supersede: true,
      rejects: [{ rejectCode: '75', override: true }],
    }
  },
  reject: async ({ request, mc }) => ({
    id: await request(),
    masterCarrier: mc,
    version: 1,
    reasonId: 6,
    note: 'Another drug has not been tried',
    rejectCodes: ['75'],
    insteadNdc: instead,
  }),
  rejectThisFill: async ({ request, mc }) => ({
    id: await request(),
    masterCarrier: mc,
    version: 1,
    reasonId: 3,
    note: 'Not this time',
  }),
  move: async ({ request, mc }) => ({
    id: await request(),
    status: 'clinical',
    masterCarrier: mc,
    version: 1,
    note: 'Please look at the dose',
  }),
  undo: async ({ decided }) => ({ id: (await decided()).id }),
  effectiveDates: async ({ request }) => ({ id: await request(), drugLevel: 14, oneTimeFill: false }),
  callback: async ({ decided, sub }) => {
    const { id, nabp, startDate, endDate } = await decided()
    return {
      authorizationId: id,
      pharmacyNabp: nabp,
      deliveryType: 1,
      subCarrier: sub,
      overrideEditsFlag: false,
      oneTimeFillFlag: false,
      authorizationStartDate: `${usDate(startDate)} 12:00 AM`,
      authorizationEndDate: `${usDate(endDate)} 12:00 AM`,
    }
  },
  reasons: ({ mc, sub }) => ({
    masterCarrier: mc,
    subCarrier: sub,
    action: 'REJECT',
    jurisState: 'FL',
    rejectCodes: ['75'],
  }),
  editRules: async ({ request }) => ({ authorizationId: await request(), action: 'APPROVE' }),
  autoPaUser: ({ mc, sub, group }) => ({ masterCarrierCode: mc, subCarrierCode: sub, groupNumber: group }),
  rejectionReasons: ({ mc }) => ({ masterCarrier: mc, jurisState: 'FL' }),
})
