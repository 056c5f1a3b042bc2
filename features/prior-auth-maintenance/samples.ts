import { anyDrug, dayFrom } from '#testing/attacks/prepared.ts'
import { sample } from '#testing/attacks/sample.ts'
import { priorAuths } from './contract.ts'

/** A valid input of each call, as a user would send it. The attack tests in testing/ start from these. */
export const samples = sample(priorAuths)({
  ending: async ({ endingPriorAuth }) => {
    await endingPriorAuth()
    return {}
  },
  history: async ({ claimed, mc, sub }) => ({
    masterCarrierCode: mc,
    subCarrierCode: sub,
    claimId: (await claimed()).id,
    moreDataFlag: false,
    timeZone: 'America/New_York',
  }),
  page: async ({ claimed, mc, sub }) => ({
    masterCarrierCode: mc,
    subCarrierCode: sub,
    claimId: (await claimed()).id,
    filter: { status: [3], kind: 'PERMIT', drug: 'pre', from: dayFrom(-30), to: dayFrom(30) },
    page: 0,
    size: 25,
  }),
  export: async ({ claimed, mc, sub }) => ({
    type: 'csv',
    masterCarrierCode: mc,
    subCarrierCode: sub,
    claimId: (await claimed()).id,
    filter: { kind: 'PERMIT' },
    timeZone: 'America/New_York',
    patientName: 'Maria',
  }),
  save: async ({ claimed, mc, sub }) => ({
    masterCarrierCode: mc,
    subCarrierCode: sub,
    stratusClaimId: (await claimed()).id,
    kind: 'PERMIT',
    ndc: anyDrug.ndc,
    drugLevel: 14,
    brandFlag: '*',
    oneTimeFill: false,
    paMaxFill: 2,
    maxDays: 30,
    codes: ['75'],
    reasonId: 1,
    priorauthReasonDesc: 'After surgery',
    note: 'Known patient',
    supersede: true,
  }),
  end: async ({ priorAuth, mc, sub }) => {
    const { ref, version } = await priorAuth()
    return {
      masterCarrierCode: mc,
      subCarrierCode: sub,
      priorAuthOverrideRef: ref,
      version,
      terminate: true,
      reason: 'Therapy stopped',
    }
  },
})
