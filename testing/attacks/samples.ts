import { authorizations } from '#features/authorizations/contract.ts'
import { clock } from '#features/authorizations/clock/contract.ts'
import { decision } from '#features/authorizations/decision/contract.ts'
import { history } from '#features/authorizations/history/contract.ts'
import { owners } from '#features/authorizations/owners/contract.ts'
import { worklist } from '#features/authorizations/worklist/contract.ts'
import { callbacks } from '#features/callbacks/contract.ts'
import { directory } from '#features/directory/contract.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { settings } from '#features/settings/contract.ts'
import { session } from '#features/sign-in/contract.ts'
import { sso } from '#features/sign-in/saml-contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import type { AnyCall, InputOf } from '#platform/contract.ts'
import { tokenOf, type Place } from './prepared.ts'

const features = {
  authorizations,
  callbacks,
  clock,
  decision,
  directory,
  history,
  newAuthorization,
  owners,
  session,
  settings,
  sso,
  transactions,
  worklist,
}
type Features = typeof features
type Sample<C> = (place: Place) => Promise<InputOf<C>> | InputOf<C>

const usDay = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)} 12:00 AM`

/**
 * For every call a request as a person of this place would make it, right in every respect. A call of a feature listed
 * above without a sample does not compile; a feature that is not listed fails at run time, in `sampleOf`.
 */
const samples: { [F in keyof Features]: { [Verb in keyof Features[F]]: Sample<Features[F][Verb]> } } = {
  session: {
    logout: () => ({ reason: 'user' }),
    details: () => ({}),
    exchange: ({ username }) => ({ token: tokenOf(username), isLogin: true }),
    chooseCarrier: ({ mc }) => ({ masterCarrierCode: mc }),
    refresh: () => ({}),
    acceptTerms: ({ username }) => ({ userId: username }),
    legal: () => ({ kind: 'tou' }),
  },
  sso: { fields: async ({ relay }) => ({ id: await relay() }) },
  settings: {
    extractSubCarriers: ({ mc }) => ({ masterCarrier: mc }),
    client: ({ mc, sub }) => ({ id1: mc, id2: sub, level: 'settingsLevelGlobal' }),
    features: ({ mc }) => ({ f: ['safetyRejectEnabled', 'pdfExportEnabled'], masterCarrier: mc }),
  },
  directory: { rejectCodes: () => ({}) },
  worklist: {
    counts: ({ mc, email, username }) => ({ mc, masterCarrier: mc, email, username }),
    pending: ({ mc }) => ({ mc, page: 0, size: 25, sort: 'statutoryDueAt,asc' }),
    search: ({ mc }) => ({
      mc,
      masterCarrier: mc,
      page: 0,
      size: 100,
      sort: 'requestReceivedDate,desc',
      authSearchKey: 'N',
      authSearchValue: 'ortega',
      authStatuses: [20, 21, 22, 30],
      pendingAuthFilterParams: { rejectCode: ['75'] },
    }),
    escalated: ({ mc, email, username }) => ({ masterCarrier: mc, userEmail: email, username }),
    filterOptions: ({ mc }) => ({ masterCarrier: mc, authStatuses: [20] }),
    export: ({ mc }) => ({
      type: 'CSV',
      masterCarrier: mc,
      complete: false,
      columns: ['referenceNumber', 'claimant', 'claimNumber', 'drug'],
    }),
  },
  authorizations: {
    one: async ({ request }) => ({ id: await request() }),
    many: async ({ request }) => ({ authorizationIds: [await request()] }),
    additional: async ({ request }) => ({ authorizationIds: [await request()] }),
  },
  decision: {
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
      reasonId: 10,
      note: 'Not for this injury',
      rejectCodes: ['75'],
    }),
    rejectThisFill: async ({ request, mc }) => ({
      id: await request(),
      masterCarrier: mc,
      version: 1,
      reasonId: 10,
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
        authorizationStartDate: usDay(startDate),
        authorizationEndDate: usDay(endDate),
      }
    },
    reasons: ({ mc, sub }) => ({
      masterCarrier: mc,
      subCarrier: sub,
      action: 'REJECT',
      jurisState: 'FL',
      rejectCodes: ['75'],
    }),
    editRules: async ({ request, mc, sub }) => ({
      masterCarrier: mc,
      subCarrier: sub,
      authorizationId: await request(),
      action: 'APPROVE',
    }),
    autoPaUser: ({ mc, sub, group }) => ({ masterCarrierCode: mc, subCarrierCode: sub, groupNumber: group }),
    rejectionReasons: ({ mc }) => ({ masterCarrier: mc, jurisState: 'FL' }),
  },
  clock: {
    snooze: async ({ request }) => ({ id: await request(), value: 1 }),
    unsnooze: async ({ request }) => ({ id: await request() }),
  },
  history: {
    story: async ({ request }) => ({ stratusAuthId: await request(), timeZone: 'America/New_York' }),
    eventLog: async ({ request }) => ({ stratusAuthId: await request(), pageNo: 0 }),
  },
  owners: {
    assign: async ({ request, email }) => ({ id: await request(), userEmails: [email], version: 1 }),
    typeAhead: async ({ request }) => ({ authId: await request(), chars: 'ad' }),
    ofGroup: ({ mc, sub, group }) => ({ mc, sc: sub, g: group }),
  },
  newAuthorization: {
    trial: async ({ request }) => ({
      authorizationId: await request(),
      quantity: 30,
      daysSupply: 15,
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
  },
  transactions: {
    intake: ({ claim }) => claim(),
    reverse: async ({ paid, routing }) => ({ tcn: await paid(), ...routing, reason: 'Not picked up' }),
  },
  callbacks: { take: async ({ message, routing }) => ({ ...routing, nabp: await message() }) },
}

type Anyone = Record<
  string,
  Record<string, (place: Place) => Promise<Record<string, unknown>> | Record<string, unknown>> | undefined
>

/** The sample of a call in a place; a call that has none cannot be attacked, and that is a failure. */
export async function sampleOf(call: AnyCall, place: Place): Promise<Record<string, unknown>> {
  const [feature = '', verb = ''] = call.name.split('.')
  const sample = (samples as unknown as Anyone)[feature]?.[verb]
  if (!sample)
    throw new Error(
      `The call ${call.name} has no sample in testing/attacks/samples.ts: write one, so that it is attacked too.`,
    )
  return sample(place)
}
