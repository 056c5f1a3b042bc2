import { beforeAll, expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { instantOf } from '#platform/dates/zone.ts'
import { determinations } from '#features/determinations/contract.ts'
import { written } from '#features/determinations/testing-determinations.ts'
import { provenance } from '#features/provenance/contract.ts'
import { anotherWorker } from '#testing/another-worker.ts'
import { day } from '#testing/new-york-day.ts'
import type { TestApi } from '#testing/api.ts'
import { pagesOf } from '#testing/browser/pdf-text.ts'
import { allPacks } from '#reference/jurisdictions/packs.ts'
import { rejectionReasons } from '#reference/rejection-reasons.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { decisionPages, type DecisionLetterFacts } from './decision-letter.ts'
import { decisionWords } from './decision-words.ts'
import { hasWords, noticeRows } from './notice-content.ts'

// The denial letter to the worker and the written notices that states require.

let api: TestApi
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  api.clock.move(instantOf(day(1), '12:00', 'America/New_York') - api.clock.now().getTime())
  await api.db.query(
    `update claimant set address1 = '12 Elm Street', city = 'Tampa', state = 'FL', zip = '33601' where mc = 'AAA' and patient_id <> 'PAAA13'`,
  )
  return () => api.close()
})

const kept = async (id: string) =>
  (
    await api.db.query(
      `select d.type_id, d.file_name, d.mime, substr(convert_from(substr(c.content, 1, 5), 'UTF8'), 1, 5) as head
        from document d join document_content c on c.mc = d.mc and c.document_id = d.id where d.authorization_id = $1
        order by d.file_name`,
      [id],
    )
  ).rows
/** The stored file. */
const file = async (id: string, name: string): Promise<Buffer> =>
  (
    await api.db.query(
      'select c.content from document d join document_content c on c.mc = d.mc and c.document_id = d.id where d.authorization_id = $1 and d.file_name like $2',
      [id, `%${name}%`],
    )
  ).rows[0].content
const inSpanish = (patient: string) =>
  api.db.query(`update claimant set language = 'es' where mc = 'AAA' and patient_id = $1`, [patient])
/** The text of a PDF as one line, and its language. */
const read = (pdf: Buffer) => ({
  text: pagesOf(pdf).join(' ').replaceAll(/\s+/g, ' '),
  language: /\/Lang \(([^)]*)\)/.exec(pdf.toString('latin1'))?.[1],
})
const left = async (id: string, channel: string) =>
  (
    await api.db.query(
      `select recipient, address, body, status, serves, document_id is not null as pages from outside_message
        where authorization_id = $1 and channel = $2 order by created_at`,
      [id, channel],
    )
  ).rows
const log = async (id: string) =>
  (
    await api.db.query(
      'select event_text from authorization_event where authorization_id = $1 and event_code in (221, 310) order by id',
      [id],
    )
  ).rows.map((row) => row.event_text)
/** Denies it permanently; a reviewer writes the review first. */
async function deny(who: string, id: string, version = 1): Promise<void> {
  const visitor = await api.signIn(who)
  if (who.startsWith('ur.')) await visitor.ask(determinations.review, written(id))
  const answer = await visitor.ask(decision.reject, {
    id,
    version,
    reasonId: 6,
    note: 'Gabapentin was not tried first',
  })
  expect(answer.body.authorizationStatusId).toBe(40)
  api.clock.move(11_000)
  await runJobsUntilIdle(api)
}

test('a denial is mailed to the worker and faxed to the prescriber with the medical reason, and stored with the authorization', async () => {
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1, date: day(1) })
  await deny('adj.aaa', id)
  expect(await kept(id)).toEqual([
    {
      type_id: 3,
      file_name: expect.stringMatching(/^Denial letter \d{12}, patient\.pdf$/),
      mime: 'application/pdf',
      head: '%PDF-',
    },
  ])
  expect(await left(id, 'POST')).toMatchObject([
    { recipient: 'the patient', address: '12 Elm Street, Tampa, FL 33601', status: 'SENT', pages: true },
  ])
  const [fax] = await left(id, 'FAX')
  expect(fax.body).toContain('Medical reason and remarks: Gabapentin was not tried first')
  expect(await log(id)).toEqual(
    expect.arrayContaining(['Document "Denial letter" saved and queued to the patient', 'Letter to the patient sent']),
  )
})

test('a denial that an adjuster undoes in time sends no letter', async () => {
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 2, date: day(1) })
  const adjuster = await api.signIn('adj.aaa')
  await adjuster.ask(decision.reject, { id, version: 1, reasonId: 6, note: 'Gabapentin first' })
  expect((await adjuster.ask(decision.undo, { id })).body.authorizationStatusId).toBe(20)
  api.clock.move(60_000)
  await runJobsUntilIdle(api)
  expect(await kept(id)).toEqual([])
  expect(await left(id, 'POST')).toEqual([])
})

test('without an address on file the letter is stored, and the owner is notified that it could not be mailed', async () => {
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 3, date: day(1) })
  await deny('adj.aaa', id)
  expect(await kept(id)).toHaveLength(1)
  expect(await left(id, 'POST')).toEqual([])
  const { rows } = await api.db.query(
    `select u.username from user_notification n join app_user u on u.id = n.user_id where n.kind = 'noAddress' and n.authorization_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ username: 'adj.aaa' }])
})

test('in Texas worker and requestor get the written notice of a denial; the record has the duty, its deadline and what was sent', async () => {
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 4, date: day(1) })
  await (await api.signIn('adj.aaa')).ask(decision.move, { id, status: 'ur', version: 1 })
  await deny('ur.aaa', id, 2)
  expect(await left(id, 'POST')).toMatchObject([{ serves: ['28 TAC 134.600(j)'], status: 'SENT' }])
  const [fax] = await left(id, 'FAX')
  expect(fax).toMatchObject({ serves: ['28 TAC 134.600(j)'], status: 'SENT' })
  expect(fax.body).toContain('This is the written notice under 28 TAC 134.600(j).')
  const { body } = await (await api.signIn('adj.aaa')).ask(provenance.of, { id })
  expect(body.records.at(-1)!.notices).toEqual([
    {
      to: ['worker', 'representative', 'requestor'],
      by: expect.stringMatching(/^\d{4}-/),
      written: true,
      content: [],
      source: '28 TAC 134.600(j)',
      served: expect.arrayContaining([
        { channel: 'FAX', to: 'Ansel Hawthorne, MD', at: expect.any(String) },
        { channel: 'POST', to: 'the patient', at: expect.any(String) },
      ]),
    },
  ])
  const due = Date.parse(body.records.at(-1)!.notices[0]!.by!) - api.clock.now().getTime()
  // One working day: by the end of tomorrow, later after a weekend or holidays.
  expect(due).toBeGreaterThan(24 * 3_600_000)
  expect(due).toBeLessThan(7 * 24 * 3_600_000)
})

test('in Texas an approval is sent to both in writing, its pages with the fax; elsewhere an approval sends no letter', async () => {
  const [texas, california] = [
    await raiseAuthorization(api, { sub: 'AAA2', at: 4, date: day(1) }),
    await raiseAuthorization(api, { sub: 'AAA2', at: 1, date: day(1) }),
  ]
  const owner = await api.signIn('adj.aaa2')
  for (const id of [texas, california])
    expect((await owner.ask(decision.approve, { id, version: 1 })).body.authorizationStatusId).toBe(30)
  api.clock.move(11_000)
  await runJobsUntilIdle(api)
  expect((await kept(texas)).map((document) => document.file_name)).toEqual([
    expect.stringMatching(/^Approval letter \d{12}, patient\.pdf$/),
    expect.stringMatching(/^Approval letter \d{12}, prescriber\.pdf$/),
  ])
  expect(await left(texas, 'POST')).toMatchObject([{ serves: ['28 TAC 134.600(j)'], pages: true, status: 'SENT' }])
  expect(await left(texas, 'FAX')).toMatchObject([{ serves: ['28 TAC 134.600(j)'], pages: true, status: 'SENT' }])
  expect(await kept(california)).toEqual([])
  // 28 TAC 134.600(l): the care, its amount and period, what is disputed, the number.
  const [number] = (
    await api.db.query(`select override_ref from prior_auth where authorization_id = $1 and kind = 'PERMIT'`, [texas])
  ).rows.map((row) => row.override_ref)
  for (const name of ['prescriber', 'patient']) {
    const { text } = read(await file(texas, name))
    expect(text).toMatch(/Approved care Pregabalin .* Amount 60 for 30 days in one fill.* Period \d\d\/\d\d\/\d{4} to/)
    expect(text).toContain('Open disputes No known disputes about coverage of the injury or its extent.')
    expect(text.slice(text.indexOf('Open disputes'))).toContain(`Approval number ${number}`)
  }
})

test('a Spanish-speaking worker gets the denial in Spanish, the prescriber in English, and the record says which is which', async () => {
  await inSpanish('PAAA15')
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 5, date: day(1) })
  await api.db.query(
    `update user_carrier set license_states = '{NY,TX}' where user_id = (select id from app_user where username = 'ur.aaa')`,
  )
  await (await api.signIn('adj.aaa')).ask(decision.move, { id, status: 'ur', version: 1 })
  await deny('ur.aaa', id, 2)
  expect((await kept(id)).map((document) => document.file_name)).toEqual([
    expect.stringMatching(/^Denial letter in Spanish \d{12}, patient\.pdf$/),
  ])
  const { text, language } = read(await file(id, 'in Spanish'))
  expect(language).toBe('es-US')
  for (const words of [
    'No se aprobó su receta',
    'Existe un genérico o una alternativa preferida.',
    'Nota de quien tomó la decisión, tal como la escribió: Gabapentin was not tried first',
    'Usted o su médico pueden pedirnos que lo revisemos de nuevo',
    'cantidad 60 para 30 días',
    'Página 1 de',
  ])
    expect(text).toContain(words)
  expect(text).toMatch(/\d{1,2} de [a-z]+ de 20\d\d/)
  expect(text).not.toMatch(/\d\d\/\d\d\/\d{4}|You or your doctor|Prescriber|Page 1/)
  expect(await log(id)).toContainEqual(
    expect.stringContaining('Document "Denial letter in Spanish" saved and queued to the patient'),
  )
  const [fax] = await left(id, 'FAX')
  expect(fax.body).toContain('Reason: Generic or preferred alternative available')
})

test('in Texas the Spanish letter carries the notice in both languages and says so; the prescriber’s pages stay English', async () => {
  const other = await anotherWorker(api, 'AAA2', 40)
  await api.db.query(`update wc_claim set juris_state = 'TX' where subscriber_number = 'SUBAAA240'`)
  await inSpanish('AAA240')
  await api.db.query(
    `insert into claim_icd (mc, stratus_claim_id, icd10, description, status) select mc, id, 'M54.50', 'Low back pain',
      'DENIED'
      from wc_claim where subscriber_number = 'SUBAAA240'`,
  )
  const id = await raiseAuthorization(api, { ...other, date: day(1) })
  const owner = await api.signIn('adj.aaa2')
  const answer = await owner.ask(decision.approve, { id, version: 1, supersede: true })
  expect(answer.body.authorizationStatusId).toBe(30)
  api.clock.move(11_000)
  await runJobsUntilIdle(api)
  const worker = read(await file(id, 'in Spanish'))
  expect(worker.text).toContain('Se aprobó su receta')
  expect(worker.text).toContain('Aviso para el trabajador, el representante del trabajador, quien lo solicitó')
  expect(worker.text).toContain('No conocemos un texto oficial en español; en inglés: Notice to the patient,')
  expect(worker.text).toContain('under 28 TAC 134.600(j).')
  expect(worker.text).toContain('Atención aprobada Pregabalin')
  expect(worker.text).toContain('Cantidad 60 para 30 días en cada surtido')
  expect(worker.text).toMatch(/Período del \d{1,2} de [a-z]+ de 20\d\d al/)
  expect(worker.text).toContain('No aceptado como parte de la lesión (en inglés): Low back pain (M54.50).')
  const prescriber = read(await file(id, 'prescriber'))
  expect(prescriber.text).toContain('Not accepted as part of the injury: Low back pain (M54.50).')
  expect([worker.language, prescriber.language]).toEqual(['es-US', 'en-US'])
  expect(prescriber.text).toContain('Your prescription was approved')
  expect((await kept(id)).map((document) => document.file_name)).toEqual([
    expect.stringMatching(/^Approval letter \d{12}, prescriber\.pdf$/),
    expect.stringMatching(/^Approval letter in Spanish \d{12}, patient\.pdf$/),
  ])
})

const facts: DecisionLetterFacts = {
  ended: 'denied',
  thisFillOnly: false,
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
  reasonId: 6,
  reason: 'Generic or preferred alternative available',
  note: 'Gabapentin was not tried first',
  startDate: '2026-11-20',
  endDate: '2027-02-18',
  maxFills: null,
  approvalNumber: null,
  appealDays: 30,
  owed: [
    {
      to: ['worker', 'representative'],
      by: '2026-11-24T05:59:59.999Z',
      written: true,
      content: [],
      source: '28 TAC 134.600(j)',
    },
  ],
  notice: {
    reason: 'Generic or preferred alternative available',
    note: 'Gabapentin was not tried first',
    phone: '800',
    regulator: 'Bureau of Workers’ Compensation',
    approved: null,
  },
  zone: 'America/Chicago',
  today: '2026-11-20',
  now: new Date('2026-11-20T18:00:00Z'),
}

test.each(['\n', '\r\n', '\t', '\u2028', '\u0085'])('what is typed in a note is no line of the letter: %j', (sign) => {
  const typed = `The dose is too high${sign}Reason: approved`
  const clears = [{ rejectCode: '88', about: 'Dose', reason: typed }]
  const forged = { ...facts, note: typed, cleared: clears, notice: { ...facts.notice, note: typed } }
  const said = JSON.stringify(
    decisionPages({ ...forged, owed: [{ ...facts.owed[0]!, content: ['the medical reason'] }] }, [], [], 'en'),
  )
  expect(said).not.toContain(JSON.stringify(sign).slice(1, -1))
  expect(said.split('The dose is too high Reason: approved').length).toBeGreaterThan(2)
})

test('the letter states the decision, its reason in both wordings, how to contest it, and which notice it is', () => {
  const said = JSON.stringify(decisionPages(facts, ['Maria Ortega'], ['worker', 'representative'], 'en'))
  for (const words of [
    'Pregabalin 75 mg capsule, 60 for 30 days',
    'Generic or preferred alternative available',
    'Gabapentin was not tried first',
    'within 30 calendar days of the decision',
    "Notice to the patient, the patient's representative under 28 TAC 134.600(j), due by 11/23/2026.",
    'We have no representative on file.',
  ])
    expect(said).toContain(words)
  const once = JSON.stringify(
    decisionPages({ ...facts, thisFillOnly: true, appealDays: null, owed: [], startDate: null }, [], [], 'en'),
  )
  const [duty] = facts.owed
  const tennessee = { ...duty!, content: ['the appeal form', 'the medical reason', 'the approval number'] }
  for (const [language, rows] of [
    [
      'en',
      [
        ['Appeal form', 'Use the form of the Bureau of Workers’ Compensation; ask us for it: 800.'],
        ['Medical reason', 'Gabapentin was not tried first'],
      ],
    ],
    [
      'es',
      [
        ['Formulario de apelación', 'El formulario de: Bureau of Workers’ Compensation. Pídanoslo: 800.'],
        ['Motivo médico (en inglés)', 'Gabapentin was not tried first'],
      ],
    ],
  ] as const)
    expect(decisionPages({ ...facts, owed: [tennessee] }, [], [], language).parts).toContainEqual({
      kind: 'facts',
      rows,
    })
  expect(once).toContain('We did not approve this fill.')
  expect(once).toContain('may ask us to look at it again.')
  expect(once).not.toContain('Notice to')
})

test('pages for those who treat list the safety findings that were cleared and why, of an approval alone', () => {
  const cleared = [
    { rejectCode: '88', about: 'major, with Alprazolam 0.5 mg tablet', reason: 'Naloxone on file' },
    { rejectCode: '925', about: '', reason: 'Seven days' },
  ]
  const parts = (of: Partial<DecisionLetterFacts>) => decisionPages({ ...facts, ...of }, [], [], 'en').parts
  expect(parts({ ended: 'approved', cleared })).toContainEqual({
    kind: 'facts',
    rows: [
      ['88, major, with Alprazolam 0.5 mg tablet', 'Naloxone on file'],
      ['925', 'Seven days'],
    ],
  })
  for (const of of [{ cleared }, { ended: 'approved' as const }])
    expect(JSON.stringify(parts(of))).not.toContain('Safety findings we cleared')
})

test('the Spanish letter has the same content; a reason without a translation stays in English and is marked', () => {
  const said = JSON.stringify(decisionPages(facts, ['Maria Ortega'], ['worker', 'representative'], 'es'))
  for (const words of [
    'Pregabalin 75 mg capsule, cantidad 60 para 30 días',
    'No lo aprobamos del 20 de noviembre de 2026 al 18 de febrero de 2027.',
    'dentro de los 30 días calendario siguientes a la decisión',
    'con plazo hasta el 23 de noviembre de 2026',
    'en inglés: Notice to the patient',
    'No tenemos registrado el nombre de un representante.',
    'Teléfono 800',
    'Solicitud 004417733920',
  ])
    expect(said).toContain(words)
  const { es, en } = decisionWords
  const reasons = rejectionReasons.map(({ id, reason }) => es.reason(id, reason))
  expect(new Set(reasons).size).toBe(rejectionReasons.length)
  for (const [at, words] of reasons.entries()) expect(words).not.toContain(rejectionReasons[at]!.reason)
  expect(es.reason(null, 'The law approved it')).toBe('Motivo, en inglés: The law approved it')
  expect(es.reason(99, 'Something new')).toBe('Motivo, en inglés: Something new')
  expect(es.drug({ drug: 'X', quantity: 1.5, daysSupply: 1 })).toBe('X, cantidad 1.5 para 1 día')
  const named = (drug: string) => es.drug({ drug, quantity: 60, daysSupply: 30 }).split(', cantidad')[0]
  expect(named('Compound of Ketamine, 10 g; Baclofen, 2 g')).toBe(
    'Medicamento compuesto de Ketamine, 10 g; Baclofen, 2 g',
  )
  expect(named('Compound with Ketamine, bulk')).toBe('Medicamento compuesto con Ketamine, bulk')
  expect(named('Lyrica 75 mg capsule, brand')).toBe('Lyrica 75 mg capsule, de marca')
  expect(es.day('2026-01-02')).toBe('2 de enero de 2026')
  // Every word of one language exists in the other.
  expect(Object.keys(es.rows)).toEqual(Object.keys(en.rows))
  for (const ended of ['denied', 'approved', 'lapsed'] as const) {
    const both = [en, es].map((words) => words.title[ended])
    expect(new Set(both).size).toBe(2)
  }
})

test('every item a state requires of a notice has its words in both languages', () => {
  const wanted = [...new Set(allPacks.flatMap((pack) => pack.noticeDuties.flatMap(({ content = [] }) => content)))]
  expect(wanted).toContain('the approval number')
  expect(wanted.filter((one) => !hasWords(one))).toEqual([])
  const approved = {
    drug: 'Compound of Pregabalin, 2 g',
    quantity: 30,
    daysSupply: 1,
    maxFills: 2,
    startDate: '2026-11-20',
    endDate: '2026-12-20',
    approvalNumber: 'PA1',
  }
  const said = (compensability: string, denied: string[], undecided: string[], language: 'en' | 'es') =>
    noticeRows(
      wanted,
      { ...facts.notice, approved: { ...approved, disputes: { compensability, denied, undecided } } },
      language,
    )
  for (const language of ['en', 'es'] as const) {
    const rows = said('ACCEPTED', [], [], language)
    expect(rows).toHaveLength(wanted.length)
    expect(new Set(rows.map(([name]) => name)).size).toBe(wanted.length)
  }
  const disputes = (...about: Parameters<typeof said>) =>
    said(...about).find(([name]) => /Open disputes|Disputas/.test(name))![1]
  expect(said('ACCEPTED', [], [], 'en')).toContainEqual(['Approved care', 'Compound of Pregabalin, 2 g'])
  expect(said('ACCEPTED', [], [], 'es')).toContainEqual([
    'Atención aprobada',
    'Medicamento compuesto de Pregabalin, 2 g',
  ])
  expect(said('ACCEPTED', [], [], 'en')).toContainEqual(['Amount', '30 for 1 day in one fill, 2 fills maximum'])
  expect(disputes('CONTROVERTED', ['Low back pain (M54.50)'], ['Anxiety (F41.9)'], 'en')).toBe(
    'Coverage of the claim is disputed. Not accepted as part of the injury: Low back pain (M54.50). Not decided yet: Anxiety (F41.9).',
  )
  expect(disputes('PENDING', [], [], 'es')).toBe('Todavía no se ha decidido si el reclamo está cubierto.')
  expect(disputes('PARTIAL', [], [], 'en')).toBe('The claim is accepted in part.')
})

test('a letter says that the pharmacy was notified only when it was: not while an approval waits to be keyed', async () => {
  const id = await raiseAuthorization(api, { ...(await anotherWorker(api, 'AAA1', 471)), date: day(1) })
  await api.db.query('update rx_authorization set auto_pa = false where id = $1', [id])
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(decision.approve, { id, version: 1, maxQty: 30, maxDays: 15 })).status).toBe(200)
  api.built.portal.settings.keyedByPeople = true
  api.clock.move(11_000)
  await runJobsUntilIdle(api)
  api.built.portal.settings.keyedByPeople = false
  const { text } = read(await file(id, 'patient'))
  expect(text).toContain('The pharmacy can submit the claim when the approval is in force.')
  expect(text).not.toContain('has been notified')
  const words = (pharmacyKnows: boolean) =>
    JSON.stringify(decisionPages({ ...facts, ended: 'approved', pharmacyKnows }, [], [], 'es').parts)
  expect(words(true)).toContain('La farmacia ya lo sabe.')
  expect(words(false)).not.toContain('ya lo sabe')
})

test('a deferral says when the request came, why liability is disputed and who decides that, and offers no review of need', () => {
  const duty = { ...facts.owed[0]!, to: ['worker'] as const, by: null, source: '8 CCR 9792.9.1(b)(1)' }
  const deferred = { ...facts, thisFillOnly: true, reasonId: 23, note: 'The knee is disputed', owed: [duty] }
  const reason = rejectionReasons.find(({ id }) => id === 23)!.reason
  const english = decisionPages({ ...deferred, reason }, [], [], 'en')
  const said = JSON.stringify(english)
  expect(english.title).toBe('Review of your prescription was deferred')
  for (const words of [
    'for 30 days on 11/17/2026',
    'we have not decided whether it is medically necessary',
    'The knee is disputed',
    'Workers’ Compensation Appeals Board',
    'under 8 CCR 9792.9.1(b)(1)',
  ])
    expect(said).toContain(words)
  expect(said).not.toMatch(/look at it again|did not approve/)
  const spanish = JSON.stringify(decisionPages({ ...deferred, reason }, [], [], 'es'))
  expect(spanish).toContain('17 de noviembre de 2026')
  expect(spanish).not.toContain(reason)
})
