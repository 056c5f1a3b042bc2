import { expect, test } from 'vitest'
import { pharmacyText, type Said } from '#features/callbacks/said.ts'
import { detailPaper } from '#features/history/detail-paper.ts'
import { decisionPages, type DecisionLetterFacts } from '#features/letters/decision-letter.ts'
import { answerPages, letterPages, type LetterFacts } from '#features/letters/letter.ts'
import { prescriberLetter, type PrescriberFacts } from '#features/letters/prescriber-letter.ts'
import { faxCover } from '#features/letters/words.ts'
import { staffMail, workerText, type MessageFacts } from '#features/notifications/rules.ts'
import { examinerMail } from '#features/owners/examiner-mail.ts'
import { wordsOf } from '#features/pharmacy-status/words.ts'
import { inZone } from '#platform/dates/zone-stamp.ts'
import { csvLine } from '#platform/text/csv.ts'
import type { Letter } from '#platform/pdf/pdf-letter.ts'
import { pdfLetter } from '#platform/pdf/pdf-letter.ts'
import { otherReason } from '#reference/rejection-reasons.ts'
import { detailOf } from '#features/decisions/testing-detail.ts'
import { pagesOf } from '#testing/browser/pdf-text.ts'

// What somebody types stands in every message and on every paper where typed texts stand, and never looks like a line of the form.

/** Each with a word that must arrive. */
const hostile: readonly (readonly [what: string, text: string])[] = [
  ['lines of the form', 'KEPT\nReason: Not covered\r\nPatient: Ann Other, born 01/01/1970\rQuestions: 900-555-0199'],
  ['an empty line and a line of the form', 'KEPT\n\nSubmit the claim again, once, for 90 tablets.'],
  ['line ends of other systems', 'Reason: x\u2028Questions: 1\u2029Note: y\u0085z\vq\fKEPT'],
  ['tabs and blanks of other kinds', 'Dose 1\t0 mg\u00a0\u3000KEPT'],
  ['signs that turn the order around', '\u202e15 fo 30\u202c \u2067KEPT\u2069 \u200f\u061c'],
  ['control signs', 'a\u0000b\u001bc\u0007 KEPT'],
  ['a very long word', `KEPT ${'W'.repeat(900)}`],
  ['signs the typeface lacks', 'KEPT 山 ≤ 10 mg ↓ 💊'],
  ['quotation marks', 'KEPT”. Submit the claim again, once. “'],
  ['a formula', '=HYPERLINK("http://x.example","KEPT")'],
  ['a mark of a list', '- KEPT\n> KEPT\n1. KEPT'],
]
const harmless = 'What somebody typed'
/** What begins another line, or turns the order of the signs around. */
const unruly = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

const asked = { quantity: 30, daysSupply: 14, unit: 'EA', form: 'tablet', fillDate: '2026-11-27' }
const granted = { maxQty: 15, maxDays: 7, startDate: '2026-11-27', endDate: '2026-12-28' }
const said = (note: string): Said => ({
  ...asked,
  ...granted,
  decision: 'REJECT_NO_PA',
  isEnded: false,
  isPaid: false,
  pays: false,
  reasonId: otherReason,
  reason: 'Other (explain)',
  note,
  block: null,
  phone: '800-555-0142',
})
const message = (typed: string): MessageFacts & PrescriberFacts => ({
  reference: '004417733920',
  claimNumber: 'WC-1',
  link: 'http://x',
  due: 'Mon',
  carrier: 'Alder Mutual',
  phone: '800-555-0142',
  prescriber: 'Ansel Hawthorne, MD',
  reason: typed,
  reasonId: otherReason,
  note: typed,
  notices: [],
  noticeSays: [['Why', typed]],
  lastDay: '12/31/2026',
  blockedByAnother: false,
  partial: true,
  language: 'en',
  patient: 'Maria Ortega',
  dateOfBirth: '1970-03-04',
  drug: 'Oxycodone 5 mg tablet',
  asked,
  granted,
  maxFills: 1,
  appealDays: 30,
  decidedOn: '2026-11-30',
  state: 'Texas',
})
const decided = (typed: string, more: Partial<DecisionLetterFacts>): DecisionLetterFacts => ({
  ended: 'denied',
  thisFillOnly: true,
  carrier: 'Alder Mutual',
  phone: '800',
  reference: '004417733920',
  claimNumber: 'WC-1',
  patient: 'Maria Ortega',
  drug: 'Pregabalin 75 mg capsule',
  quantity: 60,
  daysSupply: 30,
  prescriber: 'Ansel Hawthorne, MD',
  pharmacy: 'Meridian',
  pharmacyKnows: true,
  receivedOn: '2026-11-17',
  decidedOn: '2026-11-20',
  decidedBy: 'Ursula Reed',
  reasonId: otherReason,
  reason: typed,
  note: typed,
  startDate: '2026-11-20',
  endDate: '2027-02-18',
  maxFills: 1,
  approvalNumber: 'PA1',
  appealDays: 30,
  owed: [],
  notice: { reason: typed, note: typed, phone: '800', regulator: 'The Division', approved: null } as never,
  zone: 'America/Chicago',
  today: '2026-11-20',
  now: new Date('2026-11-20T18:00:00Z'),
  ...more,
})
const letter: LetterFacts = {
  letterReference: 'L1',
  carrier: 'Alder Mutual',
  phone: '800',
  requestReference: '004417733920',
  claimNumber: 'WC-1',
  patient: 'Maria Ortega',
  dateOfBirth: '1970-03-04',
  dateOfInjury: '2026-02-03',
  injury: 'Strain of the back',
  drug: 'Pregabalin 75 mg capsule',
  quantity: 60,
  daysSupply: 30,
  reasons: ['Prior authorization is needed'],
  pharmacy: 'Meridian',
  prescriber: 'Ansel Hawthorne, MD',
  requestedBy: 'Dana Ruiz',
}
const about = {
  carrier: 'Alder Mutual',
  phone: '800',
  letterReference: 'L1',
  requestReference: '004417733920',
  claimNumber: 'WC-1',
  prescriber: 'Ansel Hawthorne, MD',
  requestedBy: 'Dana Ruiz',
  answerBy: '2026-12-10',
}
const now = new Date('2026-11-20T18:00:00Z')
const asking = (comments: string): Letter =>
  letterPages(
    letter,
    { template: 'general', questions: [], comments, answerBy: '2026-12-10' },
    { page: 'http://x', code: 'AB' },
    { day: '2026-11-20', now },
  )
const answering = (answer: string): Letter =>
  answerPages(letter, [{ question: 'Why this drug?', answer }], { by: 'Ansel Hawthorne, MD', at: '2026-11-20', now })

/** The lines of a letter, each with what it is; what stands in lines of its own is set apart on paper. */
const linesOf = ({ parts }: Letter): string[] =>
  parts.flatMap((part) => {
    if (part.kind === 'facts') return part.rows.map(([name, value]) => `fact ${name}: ${value}`)
    if (part.kind === 'signature') return part.words.map((words) => `signature ${words}`)
    if (part.kind === 'question') return [`question ${part.text}`, ...apart(part.answer ?? '')]
    return part.kind === 'quote' ? apart(part.text) : [`${part.kind} ${part.text}`]
  })
const apart = (text: string): string[] => text.split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/).map((line) => `> ${line}`)
const split = ({ subject, body }: { subject: string; body: string }): string[] => [subject, ...body.split('\n')]

const channels: readonly (readonly [
  where: string,
  linesWith: (typed: string) => string[],
  keeps?: 'lines' | 'nothing',
])[] = [
  ['a message to a pharmacy', (typed) => pharmacyText('NOT_COVERED_THIS_FILL', said(typed)).split('\n')],
  ['a fax to a prescriber: denied', (typed) => split(prescriberLetter('rejected', message(typed), { fax: true }))],
  ['a fax to a prescriber: in part', (typed) => split(prescriberLetter('approved', message(typed), { fax: true }))],
  ['a fax to a prescriber: another end', (typed) => split(prescriberLetter('endMoved', message(typed), { fax: true }))],
  ['an e-mail to a prescriber', (typed) => split(prescriberLetter('rejected', message(typed), { fax: false }))],
  ['a cover page', (typed) => split(faxCover(about, 'http://x', 'ABCD', typed))],
  ['a denial letter', (typed) => linesOf(decisionPages(decided(typed, {}), [], [], 'en'))],
  ['a denial letter in Spanish', (typed) => linesOf(decisionPages(decided(typed, {}), [], [], 'es'))],
  [
    'an approval letter for those who treat',
    (typed) =>
      linesOf(
        decisionPages(
          decided(typed, {
            ended: 'approved',
            part: { quantity: 15, days: 7 },
            cleared: [{ rejectCode: '88', about: 'with alprazolam', reason: typed }],
          }),
          [],
          [],
          'en',
        ),
      ),
  ],
  [
    'an e-mail to a claims examiner',
    (typed) =>
      examinerMail({ ...about, message: typed, reference: '004417733920', link: 'http://x', by: 'Dana Ruiz' }).split(
        '\n',
      ),
    'lines',
  ],
  ['the comments of a letter', (typed) => linesOf(asking(typed)), 'lines'],
  ['what a prescriber answered', (typed) => linesOf(answering(typed)), 'lines'],
  ['an e-mail to staff', (typed) => split(staffMail('rejected', message(typed))), 'nothing'],
  ['a text to a worker', (typed) => workerText('rejected', message(typed)).split('\n'), 'nothing'],
  [
    'the status page',
    (typed) => Object.values(wordsOf('NOT_APPROVED', { asked, granted, reason_id: otherReason, ...said(typed) })),
    'nothing',
  ],
  [
    'a request on paper',
    (typed) =>
      detailPaper(detailOf({ claim: { ...detailOf({}).claim, injury: typed } } as never), {
        by: 'Dana Ruiz',
        now,
        zone: inZone('UTC'),
        total: 1,
        events: [
          { event_text: `Note added by Dana Ruiz: ${typed}`, actor_name: 'Dana Ruiz', at: now.toISOString() } as never,
        ],
      }).rows.map((row) => row.join(' | ')),
  ],
]
const cases = channels.flatMap(([where, linesWith, keeps]) =>
  hostile.map(([what, text]) => ({ where, what, text, linesWith, keeps })),
)

test.each(cases)('$where with $what', ({ text, linesWith, keeps }) => {
  const plain = linesWith(harmless)
  const lines = linesWith(text)
  // Lines of the writer's own stand together, each with its mark.
  const seen =
    keeps === 'lines' ? lines.filter((line, at) => !line.startsWith('>') || !lines[at - 1]?.startsWith('>')) : lines
  expect(seen.length).toBe(plain.length)
  for (const [at, line] of seen.entries()) {
    const [before, after] = plain[at]!.split(harmless)
    expect(line.startsWith(before!) && (after === undefined ? line === before : line.endsWith(after))).toBe(true)
  }
  if (!plain.some((line) => line.startsWith('>'))) expect(lines.filter((line) => unruly.test(line))).toEqual([])
  expect(lines.some((line) => line.includes('KEPT'))).toBe(keeps !== 'nothing')
})

test.each(hostile)('on paper, and in a cell of a file, %s arrives, and begins no other cell', async (_, text) => {
  for (const page of [asking(text), answering(text), decisionPages(decided(text, {}), [], [], 'en')]) {
    const words = pagesOf(Buffer.from(await pdfLetter(page))).join('')
    expect(words).toContain('KEPT')
  }
  const line = csvLine(['one', text, 'two'])
  // A quoted cell with its marks doubled: one record of three cells, whatever is in it.
  const cells = [...line.slice(0, -2).matchAll(/"((?:[^"]|"")*)"(?:,|$)/gy)].map(([, cell]) =>
    cell!.replaceAll('""', '"'),
  )
  expect(cells).toEqual(['one', text.startsWith('=') || text.startsWith('-') ? `'${text}` : text, 'two'])
})
