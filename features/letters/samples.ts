import { sample } from '#testing/attacks/sample.ts'
import { day } from '#testing/new-york-day.ts'
import { asFile, returnedMail } from '#testing/returned-mail.ts'
import { samplePdf } from '#testing/pdf-documents.ts'
import { letters } from './contract.ts'

const paper = { name: 'letter.pdf', type: 'application/pdf', bytes: samplePdf('Needed') }

/** A valid input for each call; the attack tests start from these. */
export const samples = sample(letters)({
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
  mailReport: async ({ mailed }) => ({
    messageId: await mailed(),
    file: asFile(returnedMail({ action: 'delivered', status: '2.1.5' })),
  }),
})
