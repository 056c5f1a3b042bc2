import { account } from '#features/account/contract.ts'
import { people } from '#features/people/contract.ts'
import { authorizations } from '#features/authorizations/contract.ts'
import { clock } from '#features/clock/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { determinations } from '#features/determinations/contract.ts'
import { history } from '#features/history/contract.ts'
import { merging } from '#features/merging/contract.ts'
import { outOfOffice } from '#features/out-of-office/contract.ts'
import { owners } from '#features/owners/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { bypasses } from '#features/bypasses/contract.ts'
import { callbacks } from '#features/callbacks/contract.ts'
import { careScores } from '#features/care-score/contract.ts'
import { clinical } from '#features/clinical/contract.ts'
import { contactNotes } from '#features/contact-notes/contract.ts'
import { directory } from '#features/directory/contract.ts'
import { drafts } from '#features/drafts/contract.ts'
import { eobr } from '#features/eobr/contract.ts'
import { keying } from '#features/keying/contract.ts'
import { letters } from '#features/letters/contract.ts'
import { monitoring } from '#features/monitoring/contract.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { provenance } from '#features/provenance/contract.ts'
import { registration } from '#features/registration/contract.ts'
import { settings } from '#features/settings/contract.ts'
import { session } from '#features/sign-in/contract.ts'
import { sso } from '#features/single-sign-on/contract.ts'
import { surveys } from '#features/survey/contract.ts'
import { texts } from '#features/text-messages/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { turnaround } from '#features/turnaround/contract.ts'
import type { AnyCall, InputOf } from '#platform/calls/contract.ts'
import { samplePdf } from '../pdf-documents.ts'
import { day } from '../new-york-day.ts'
import { askedDrug, dayFrom, tokenOf, type Place } from './prepared.ts'

const features = {
  account,
  authorizations,
  bypasses,
  callbacks,
  careScores,
  clinical,
  clock,
  contactNotes,
  decision,
  determinations,
  directory,
  drafts,
  eobr,
  history,
  keying,
  letters,
  monitoring,
  merging,
  newAuthorization,
  outOfOffice,
  owners,
  people,
  priorAuths,
  provenance,
  registration,
  session,
  settings,
  sso,
  surveys,
  texts,
  transactions,
  turnaround,
  worklist,
}
type Features = typeof features
type Sample<C> = (place: Place) => Promise<InputOf<C>> | InputOf<C>

const paper = { name: 'letter.pdf', type: 'application/pdf', bytes: samplePdf('Needed') }
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
    list: () => ({}),
    end: async ({ session: another }) => ({ sessionId: await another() }),
    acceptTerms: ({ username }) => ({ userId: username }),
    acceptTermsAgain: () => ({}),
    legal: () => ({ kind: 'tou' }),
  },
  monitoring: { fault: () => ({ kind: 'login-error', code: 'UNAVAILABLE' }) },
  sso: { fields: async ({ relay }) => ({ id: await relay() }) },
  settings: {
    extractSubCarriers: ({ mc }) => ({ masterCarrier: mc }),
    client: ({ mc, sub }) => ({ id1: mc, id2: sub, level: 'settingsLevelGlobal' }),
    features: ({ mc }) => ({ f: ['safetyRejectEnabled', 'pdfExportEnabled'], masterCarrier: mc }),
  },
  directory: {
    rejectCodes: () => ({}),
    gpiVariations: () => ({ code: askedDrug.gpi.slice(0, 8) }),
    gpiDescriptions: () => ({ n: 8, code: askedDrug.gpi.slice(0, 4) }),
  },
  priorAuths: {
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
      ndc: askedDrug.ndc,
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
    end: async ({ permission, mc, sub }) => {
      const { ref, version } = await permission()
      return {
        masterCarrierCode: mc,
        subCarrierCode: sub,
        priorAuthOverrideRef: ref,
        version,
        terminate: true,
        reason: 'Therapy stopped',
      }
    },
  },
  bypasses: {
    set: async ({ claimed, mc }) => ({
      claimId: (await claimed()).id,
      masterCarrier: mc,
      scope: 'DRUG',
      gpi: askedDrug.gpi,
      drugLevel: 8,
      reason: 'DISASTER',
      startDate: dayFrom(20),
      endDate: dayFrom(25),
      maxFills: 2,
      maxCostPerFill: 100,
      codes: ['75'],
      note: 'Storm',
    }),
    end: async ({ bypass }) => ({ bypassId: await bypass(), reason: 'It is over' }),
    history: async ({ claimed }) => ({ claimId: (await claimed()).id, page: 0, size: 25 }),
  },
  clinical: {
    guideline: () => ({ stateCode: 'FL', gpi: askedDrug.gpi, doi: dayFrom(-20) }),
    recommendation: async ({ request }) => ({ authorizationId: await request() }),
    advise: async ({ review }) => ({
      authorizationId: await review(),
      version: 2,
      action: 'APPROVE_MODIFIED',
      rationale: 'A week is enough',
      modified: { days: 7, oneTime: true },
      refs: ['Label'],
    }),
    considerations: async ({ request }) => ({ authorizationId: await request() }),
    diagnoses: async ({ claimed, mc }) => ({ claimId: (await claimed()).id, masterCarrier: mc, codeLength: 3 }),
  },
  drafts: {
    of: async ({ request }) => ({ about: 'request', subjectId: await request() }),
    keep: async ({ request }) => ({
      about: 'request',
      subjectId: await request(),
      form: 'reject',
      body: { note: 'Half a sentence', codes: { '75': true } },
      after: 0,
    }),
    discard: async ({ request }) => ({ about: 'request', subjectId: await request(), form: 'reject' }),
  },
  account: {
    profile: () => ({}),
    changePassword: () => ({}),
    overridesAll: ({ mc, sub, username }) => ({ mc, sc: sub, userId: username }),
    groups: ({ mc }) => ({ masterCarrier: mc }),
    fullName: ({ userId }) => ({ id: userId }),
    type: ({ userId }) => ({ id: userId }),
    nameByEmail: ({ mc, sub, group, email }) => ({ a: email, b: mc, c: sub, d: group }),
    logoutEnabled: ({ userId }) => ({ id: userId }),
  },
  people: {
    list: ({ mc }) => ({ masterCarrier: mc }),
    invite: async ({ mc, newcomer }) => ({
      masterCarrier: mc,
      email: `${(await newcomer()).name}@elsewhere.example`,
      firstName: 'New',
      lastName: 'Comer',
      roles: ['adjuster'],
      licenseStates: ['FL'],
      approvalLimit: 500,
    }),
    change: async ({ mc, colleague }) => ({
      id: await colleague(),
      masterCarrier: mc,
      version: 1,
      roles: ['supervisor'],
    }),
  },
  registration: {
    ticket: async ({ newcomer }) => ({ oktaToken: (await newcomer()).token }),
    validate: async ({ newcomer }) => {
      const { token, name } = await newcomer()
      return { oktaToken: token, userId: name }
    },
    complete: async ({ newcomer }) => {
      const { token, name, email } = await newcomer()
      return { oktaToken: token, newUserId: name, acceptedTermsOfUse: true, email }
    },
    recover: ({ username, group }) => ({ userId: username, rxGroupNumber: group }),
  },
  eobr: {
    toggle: ({ mc }) => ({ x: mc }),
    list: () => ({ list: 'REASON', jurisState: 'FL' }),
    jurisdictions: () => ({ x: 'FL' }),
    note: async ({ request, sub }) =>
      sub === 'AAA2'
        ? {
            authorizationId: await request(),
            jurisState: 'CA',
            eobrCodes: ['G04'],
            action: 'DENY',
            note: 'Nobody authorized it',
          }
        : {
            authorizationId: await request(),
            jurisState: 'FL',
            eobrCodes: ['30'],
            action: 'DENY',
            note: 'Nobody authorized it',
          },
    labels: ({ mc, sub }) => ({ masterCarrier: mc, subCarrier: sub }),
  },
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
    extend: async ({ extendable }) => ({
      id: await extendable(),
      version: 1,
      askedOn: day(0),
      askedOf: 'The prescriber’s office',
      information: 'Notes of the last visit',
    }),
  },
  history: {
    story: async ({ request }) => ({ stratusAuthId: await request(), timeZone: 'America/New_York' }),
    eventLog: async ({ request }) => ({ stratusAuthId: await request(), pageNo: 0 }),
    export: async ({ request }) => ({ stratusAuthId: await request() }),
  },
  turnaround: {
    figures: () => ({ from: dayFrom(-30), to: dayFrom(0), by: 'team' }),
  },
  provenance: {
    of: async ({ decided }) => ({ id: (await decided()).id }),
    export: async ({ decided }) => ({ id: (await decided()).id, timeZone: 'America/New_York' }),
  },
  outOfOffice: {
    list: () => ({}),
    set: async ({ colleague, userId }) => ({
      userId: await colleague(),
      startAt: `${dayFrom(2)}T08:00:00Z`,
      endAt: `${dayFrom(5)}T17:00:00Z`,
      delegates: [userId],
      message: 'Back soon',
    }),
    change: async ({ leave }) => ({ leaveId: await leave(), endAt: `${dayFrom(70)}T17:00:00Z`, version: 1 }),
    end: async ({ leave }) => ({ leaveId: await leave() }),
    standIns: ({ userId }) => ({ userId, chars: 'ad' }),
    preview: ({ userId }) => ({
      userId,
      startAt: `${dayFrom(2)}T08:00:00Z`,
      endAt: `${dayFrom(5)}T17:00:00Z`,
      delegates: [],
    }),
  },
  merging: {
    merge: async ({ twins }) => {
      const { id, other } = await twins()
      return { id, into: other, version: 1, intoVersion: 1 }
    },
  },
  determinations: {
    list: async ({ determined }) => ({ id: (await determined()).id }),
    record: async ({ order }) => ({
      ...(await order()),
      version: 1,
      kind: 'BOARD',
      authority: 'Workers’ Compensation Board',
      number: 'G 123 4567',
      determinedOn: dayFrom(-3),
      result: 'MODIFIED',
      startDate: dayFrom(-2),
      endDate: dayFrom(28),
      oneTimeFill: false,
      drugLevel: 14,
      maxFills: 2,
      maxQty: 30,
      maxDays: 15,
      note: 'By stipulation',
    }),
    withdraw: async ({ determined }) => ({ ...(await determined()), version: 2, reason: 'Another case' }),
  },
  owners: {
    assign: async ({ request, email }) => ({ id: await request(), userEmails: [email], version: 1 }),
    typeAhead: async ({ request }) => ({ authId: await request(), chars: 'ad' }),
    ofGroup: ({ mc, sub, group }) => ({ mc, sc: sub, g: group }),
    byName: async ({ request }) => ({ id: await request(), name: 'adj' }),
    rights: async ({ request, email }) => ({ caseOwnerEmails: [email], authorizationId: await request() }),
    mailExaminer: async ({ request, email }) => ({
      authorizationId: await request(),
      to: email,
      subject: 'A request',
      message: 'Please look at this.',
    }),
  },
  newAuthorization: {
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
  },
  transactions: {
    intake: ({ claim }) => claim(),
    reverse: async ({ paid, routing }) => ({ tcn: await paid(), ...routing, reason: 'Not picked up' }),
  },
  letters: {
    preview: async ({ reference, mc }) => ({
      referenceNumber: await reference(),
      masterCarrier: mc,
      template: 'general',
      prescriberId: '1932102084',
    }),
    previewFile: async ({ preview }) => ({ preview: await preview() }),
    email: async ({ request, mc, sub, email }) => ({
      authorizationId: await request(),
      masterCarrier: mc,
      subCarrier: sub,
      version: 1,
      prescriberId: '1932102084',
      template: 'general',
      questions: ['tried', 'why'],
      comments: 'Please be brief',
      to: ['office@clinic.example'],
      confirmTo: ['office@clinic.example'],
      cc: [email],
    }),
    fax: async ({ request, mc, sub }) => ({
      authorizationId: await request(),
      masterCarrier: mc,
      subCarrier: sub,
      version: 1,
      template: 'opioid',
      faxNumber: '(813) 555-0151',
      coverNote: 'For Dr. Hawthorne',
      autoFax: true,
    }),
    cancel: async ({ letter }) => ({ lomnId: (await letter()).id }),
    review: async ({ arrived }) => ({ lomnId: await arrived(), supports: true }),
    enter: async ({ letter }) => ({
      referenceNumber: (await letter()).reference,
      source: 'FAX',
      file: paper,
      complete: false,
      signedOn: day(-2),
      missing: ['signature'],
    }),
    open: async ({ letter }) => ({ token: (await letter()).code }),
    respond: async ({ letter }) => ({
      token: (await letter()).code,
      file: paper,
      answers: ['It is needed', ''],
      signedBy: 'Ansel Hawthorne, MD',
      attested: true,
    }),
    faxStatus: async ({ faxed }) => ({ faxJobId: await faxed(), status: 'delivered', reason: 'OK' }),
    file: async ({ letter }) => ({ id: (await letter()).documentId, x: 2 }),
  },
  callbacks: {
    take: async ({ message, routing }) => ({ ...routing, nabp: await message() }),
    queue: () => ({}),
    called: async ({ unheard }) => ({ id: await unheard(), result: 'REACHED', attempts: 0 }),
  },
  texts: {
    inbound: async ({ texted }) => ({ id: crypto.randomUUID(), from: (await texted()).mobile, text: 'STOP' }),
    status: async ({ texted }) => ({ messageId: (await texted()).messageId, status: 'delivered', reason: 'OK' }),
    campaign: async ({ mc, sub, claimed }) => ({ a: mc, b: sub, c: (await claimed()).id }),
    history: async ({ mc, sub, claimed }) => ({ mc, sc: sub, claimId: (await claimed()).id }),
  },
  careScores: {
    status: async ({ claimed }) => ({ stratusClaimId: (await claimed()).id }),
    categories: async ({ claimed }) => ({ stratusClaimId: (await claimed()).id }),
    criteria: async ({ claimed }) => ({ stratusClaimId: (await claimed()).id, months: 6 }),
  },
  contactNotes: {
    of: async ({ contact, mc, sub }) => ({
      masterCarrier: mc,
      subCarrier: sub,
      claimId: (await contact()).claimId,
      page: 0,
      size: 10,
    }),
    add: async ({ claimed, mc }) => ({
      claimId: (await claimed()).id,
      masterCarrier: mc,
      contactType: 'PHONE',
      callerRole: 'WORKER',
      callerName: 'Wanda Willowby',
      callerEmail: 'worker@mail.example',
      reason: 'claim',
      text: 'When will the card come?',
    }),
    surveyed: async ({ contact }) => ({ claimContactNoteId: (await contact()).id }),
  },
  surveys: {
    open: async ({ contact }) => ({ token: (await contact()).code }),
    questions: async ({ contact }) => {
      const { id, code } = await contact()
      return { id: 1, is_active: true, claimContactNoteId: id, token: code }
    },
    submit: async ({ contact }) => {
      const { id, code } = await contact()
      return {
        claimContactNoteId: id,
        token: code,
        surveyQuestionId: 1,
        question1Response: 4,
        question2Response: 'YES',
        question3Response: 'Answer sooner',
      }
    },
    followUps: () => ({}),
    followedUp: async ({ dissatisfied }) => ({ claimContactNoteId: await dissatisfied(), note: 'Called back' }),
  },
  keying: {
    queue: () => ({}),
    keyed: async ({ unkeyed }) => ({ id: await unkeyed(), accepted: true }),
  },
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
