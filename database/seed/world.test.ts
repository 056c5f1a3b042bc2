import type { PriorAuthRow } from '#features/prior-auths/rows.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { digits, portalReference } from '#features/authorizations/raise.ts'
import type { AuthorizationRow } from '#features/authorizations/rows.ts'
import type { LetterRow } from '#features/letters/letter-row.ts'
import type { TransactionRow } from '#features/transactions/record.ts'
import { icd10Codes } from '#reference/icd10.ts'
import { sample } from '#testing/bounds.ts'
import { demoAccounts, namedAccounts } from './accounts.ts'
import type { CareRow } from './care.ts'
import type { ClaimantRow, ClaimRow } from './claim-rows.ts'
import type { PharmacyRow, PractitionerRow } from './directory.ts'
import { withNabpCheck, withNpiCheck } from './directory.ts'
import type { ContentRow, PaperRow } from './filed.ts'
import type { Staff } from './people.ts'
import { isAdjuster, staffOf } from './people.ts'
import { streams } from './prng.ts'
import type { Size } from './sizes.ts'
import { demoSeed, targetsOf } from './sizes.ts'
import { worldOf } from './world.ts'

// The small world, row by row and without a database. What must hold in every world is asked of loaded ones: load.test.ts,
// demo.test.ts, scale.test.ts.
const size: Size = 'test'
const asOf = new Date('2026-11-18T15:42:00.000Z')

type World = ReturnType<typeof readable>
const readable = (at: Date) => {
  const rows = new Map(
    worldOf({ size, seed: demoSeed, asOf: at, issuer: 'demo' }).tables.map((one) => [one.name, one.rows]),
  )
  const table = <Row>(name: string): readonly Row[] => rows.get(name) as readonly unknown[] as readonly Row[]
  const authorizations = table<AuthorizationRow>('rx_authorization')
  const claims = table<ClaimRow>('wc_claim')
  /** Requests of a card's claim, the oldest first. */
  const card = (number: number): AuthorizationRow[] => {
    const { id } = claims.find((row) => row.claim_number === `DEMO-${String(number).padStart(3, '0')}`)!
    return authorizations
      .filter((row) => row.stratus_claim_id === id)
      .toSorted((a, b) => (a.request_received_at < b.request_received_at ? -1 : 1))
  }
  return { table, authorizations, claims, transactions: table<TransactionRow>('rx_transaction'), card }
}

const isOpen = (row: AuthorizationRow): boolean => row.status_id >= 20 && row.status_id < 30

describe('the test world', () => {
  const target = targetsOf({ size })
  let table: World['table']
  let authorizations: readonly AuthorizationRow[]
  let transactions: readonly TransactionRow[]
  let claims: readonly ClaimRow[]

  beforeAll(() => {
    ;({ table, authorizations, transactions, claims } = readable(asOf))
  })

  test('has as many rows as the size table says, within a tenth', () => {
    const near = (count: number, wish: number) => Math.abs(count - wish) <= wish * 0.1
    const staff = staffOf({ size }, streams(demoSeed), 0)
    const isSupervisor = (person: Staff) => person.memberships.some((one) => one.roles.includes('supervisor'))
    const counts: [string, number, number][] = [
      ['carriers', table('master_carrier').length, target.carriers],
      ['sub-carriers', table('sub_carrier').length, target.subCarriers],
      ['groups', table('client_group').length, target.groups],
      ['adjusters', staff.filter(isAdjuster).length, target.adjusters],
      ['supervisors', staff.filter(isSupervisor).length, target.supervisors],
      ['claimants', table('claimant').length, target.claimants],
      ['claims', claims.length, target.claims],
      ['transactions', transactions.length, target.transactions],
      ['authorizations', authorizations.length, target.authorizations],
      ['open', authorizations.filter(isOpen).length, target.open],
      ['pharmacies', table('pharmacy').length, target.pharmacies],
      ['prescribers', table('practitioner').length, target.prescribers],
    ]
    expect(counts.filter(([, count, wish]) => !near(count, wish))).toEqual([])
  })

  test('pharmacy, prescriber and phone numbers are well formed and belong to nobody', () => {
    const pharmacies = table<PharmacyRow>('pharmacy')
    const prescribers = table<PractitionerRow>('practitioner')
    const people = table<ClaimantRow>('claimant')
    expect(pharmacies.filter((row) => withNabpCheck(row.nabp.slice(0, 6)) !== row.nabp)).toEqual([])
    const npis = [...pharmacies, ...prescribers].map((row) => row.npi)
    expect(npis.filter((npi) => withNpiCheck(npi.slice(0, 9)) !== npi || !npi.startsWith('19'))).toEqual([])
    expect(new Set(npis).size).toBe(npis.length)
    const phones = [...pharmacies, ...prescribers, ...people].map((row) => row.phone)
    expect(phones.filter((phone) => phone !== null && !/^[2-9]\d\d-555-01\d\d$/.test(phone))).toEqual([])
    const mail = [...prescribers, ...people, ...table<{ email: string }>('app_user')].map((row) => row.email)
    expect(mail.filter((email) => email !== null && !email.endsWith('.example'))).toEqual([])
    expect(table<{ ndc: string }>('drug').filter((row) => !row.ndc.startsWith('98'))).toEqual([])
  })

  test('each prescriber practices in their own city, some beside others', () => {
    const prescribers = new Map(table<PractitionerRow>('practitioner').map((row) => [row.npi, row]))
    const practices = table<{ npi: string; line1: string; zip: string; city: string; state: string }>(
      'practitioner_address',
    )
    const isElsewhere = ({ npi, city, state }: (typeof practices)[number]) =>
      prescribers.get(npi)?.city !== city || prescribers.get(npi)?.state !== state
    expect(practices.filter(isElsewhere)).toEqual([])
    // All but the group practice and who has no registration any more.
    expect(prescribers.size - new Set(practices.map(({ npi }) => npi)).size).toBeLessThanOrEqual(2)
    const offices = Map.groupBy(practices, ({ line1, zip }) => `${line1} ${zip}`)
    expect([...offices.values()].filter((beside) => beside.length > 1).length).toBeGreaterThan(5)
  })

  test('numbers that look drawn are counted: none comes twice', () => {
    const references = authorizations.map((row) => row.reference_number)
    // Those made in the portal begin with 9.
    expect(references).toEqual(
      authorizations.map((row) => (row.original_auth_id === null ? digits(row.id, 12) : portalReference(row.id))),
    )
    const given = [
      ...references,
      ...transactions.filter((row) => row.authorization_id === null).map((row) => row.reference_number),
    ]
    expect(new Set(given).size).toBe(given.length)
    expect(new Set(transactions.map((row) => row.tcn)).size).toBe(transactions.length)
    const priorAuths = table<PriorAuthRow>('prior_auth')
    expect(new Set(priorAuths.map((row) => row.override_ref)).size).toBe(priorAuths.length)
    const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    expect([...authorizations, ...transactions, ...priorAuths].filter((row) => !version7.test(row.id))).toEqual([])
  })

  test('every diagnosis is in the reference data', () => {
    const known = new Set(icd10Codes.map((one) => one.code))
    expect(table<{ icd10: string }>('claim_icd').filter((row) => !known.has(row.icd10))).toEqual([])
  })

  test('everything that can become of a request has become of one', () => {
    const statuses = new Set(authorizations.map((row) => row.status_id))
    expect([...statuses].toSorted((a, b) => a - b)).toEqual(
      expect.arrayContaining([20, 21, 30, 31, 32, 33, 40, 41, 50, 51]),
    )
    expect(new Set(transactions.map((row) => row.status))).toEqual(new Set(['P', 'R', 'X']))
  })

  test('the accounts of the demo are there, with what each is for', () => {
    const users = new Map(table<Record<string, unknown>>('app_user').map((row) => [row['username'] as string, row]))
    expect(namedAccounts(size).map((one) => one.username)).toEqual([
      'dana.ruiz',
      'lee.park',
      'sam.okafor',
      'rita.chen',
      'omar.diaz',
      'pat.lund',
      'ann.boyd',
      'prog.viewer',
      'kit.moss',
      'fed.jones',
      'new.hire',
      'old.timer',
      'una.reed',
      'tia.novak',
    ])
    for (const account of demoAccounts(size)) {
      const user = users.get(account.username)!
      expect(account.username).toMatch(/^[A-Za-z0-9_'.-]{6,12}$/)
      expect(user['idp_subject']).toBe(account.subject)
      expect(user['email']).toBe(account.email)
      expect(account.email.split('@')[0]).not.toContain(account.username)
    }
    expect(['new.hire', 'tia.novak', 'una.reed', 'dana.ruiz'].map((name) => users.get(name)!['terms_version'])).toEqual(
      [null, null, '2.0', '3.0'],
    )
    const supervised = table<{ supervisor_id: string }>('user_supervision').filter(
      (row) => row.supervisor_id === users.get('sam.okafor')!['id'],
    )
    expect(supervised).toHaveLength(8)
    const away = table<{ user_id: string; start_at: string; delegates: string[] }>('out_of_office').find(
      (row) => row.user_id === users.get('dana.ruiz')!['id'],
    )!
    expect(away.start_at.slice(0, 10)).toBe('2026-11-19')
    expect(away.delegates).toEqual([users.get('lee.park')!['id']])
  })

  test('letters: a request that waits for one has one on its way, what came is kept, and card 8 has one nobody read', () => {
    const letters = table<LetterRow>('lomn_request')
    const of = (row: AuthorizationRow) => letters.filter((letter) => letter.authorization_id === row.id)
    const waiting = authorizations.filter((row) => row.status_id === 21)
    expect(waiting.length).toBeGreaterThan(0)
    expect(waiting.filter((row) => of(row).filter((letter) => [3, 4].includes(letter.status)).length !== 1)).toEqual([])
    const ended = authorizations.filter((row) => row.status_id >= 30)
    expect(ended.flatMap(of).filter((letter) => letter.status < 6)).toEqual([])
    const kept = new Map(table<PaperRow>('document').map((row) => [row.id, row]))
    const contents = new Set(table<ContentRow>('document_content').map((row) => row.document_id))
    expect([...kept.keys()].filter((id) => !contents.has(id))).toEqual([])
    expect(letters.filter((letter) => !kept.has(letter.sent_document_id!))).toEqual([])
    expect(
      letters.filter((letter) => (letter.received_at !== null) !== letter.received_document_ids.length > 0),
    ).toEqual([])
    expect(new Set(letters.map((letter) => letter.reference_number)).size).toBe(letters.length)
    const claim = claims.find((row) => row.claim_number === 'DEMO-008')!
    const card = authorizations.find((row) => row.stratus_claim_id === claim.id && isOpen(row))!
    expect(of(card).map(({ status }) => status)).toEqual([6])
  })

  test('an adjuster who opens a paper reads its dates as month, day and year', () => {
    const kinds = new Map(table<PaperRow>('document').map(({ id, type_id }) => [id, type_id]))
    const printed = table<ContentRow>('document_content').map(({ document_id, content }) => ({
      kind: kinds.get(document_id)!,
      text: Buffer.from(content.slice(2), 'hex').toString('latin1'),
    }))
    const kindsWith = (date: RegExp) => new Set(printed.filter(({ text }) => date.test(text)).map(({ kind }) => kind))
    expect([...kindsWith(/\d{4}-\d{2}-\d{2}/)]).toEqual([])
    const billed = [4, 5, 6, 12] // explanations, bills, receipts: each says when it was filled
    expect(billed.filter((kind) => !kindsWith(/\b\d{2}\/\d{2}\/\d{4}\b/).has(kind))).toEqual([])
    expect(table<PaperRow>('document').filter(({ file_name }) => /\d{4}-\d{2}-\d{2}/.test(file_name))).toEqual([])
  })

  test('Dana’s list begins with what is late and goes on with what two keys approve', () => {
    const dana = table<{ id: string; username: string }>('app_user').find((row) => row.username === 'dana.ruiz')!.id
    const list = authorizations
      .filter((row) => isOpen(row) && row.owner_id === dana)
      .toSorted((a, b) => (a.statutory_due_at < b.statutory_due_at ? -1 : 1))
    expect(list).toHaveLength(17)
    expect(Date.parse(list[0]!.statutory_due_at)).toBeLessThan(asOf.getTime())
    const next = list[1]!
    expect(Date.parse(next.statutory_due_at)).toBeGreaterThan(asOf.getTime())
    expect(next.rejects.every((one) => !one.safety && one.overridableBy === 'A')).toBe(true)
    expect(list.filter((row) => row.escalated).length).toBeGreaterThanOrEqual(3)
    expect(list.some((row) => row.pharmacy_waiting)).toBe(true)
    expect(list.some((row) => row.rejects.some((one) => one.safety))).toBe(true)
  })

  test('the small world has a shorter fill history', () => {
    const { id } = claims.find((row) => row.claim_number === 'DEMO-025')!
    expect(transactions.filter((row) => row.stratus_claim_id === id && row.status === 'P').length).toBe(120)
  })

  test('one worker was billed by a group practice, an ended DEA registration and pharmacies outside their network', () => {
    const { id } = claims.find((row) => row.claim_number === 'DEMO-026')!
    const bills = transactions
      .filter((row) => row.stratus_claim_id === id)
      .toSorted((a, b) => (a.submitted_at < b.submitted_at ? -1 : 1))
    expect(bills.map(({ status, reject_codes: codes }) => (status === 'P' ? ['paid'] : codes))).toEqual([
      ['619'],
      ['paid'],
      expect.arrayContaining(['43']),
      ['560'],
      ['paid'],
      ['561'],
      ['paid'],
    ])
  })
})

// The demo is started at any hour: at night, on a Monday before work begins, after a holiday,
// on the day the clocks change, on a leap day.
const instants = [
  '2026-11-21T03:10:00.000Z',
  '2026-11-23T13:05:00.000Z',
  '2026-11-27T16:00:00.000Z',
  '2027-03-14T09:30:00.000Z',
  '2028-02-29T23:59:00.000Z',
]
test.each(sample(instants, 2))('the cards stand as they should at %s, too', (instant) => {
  const at = new Date(instant)
  const { card, table, claims, authorizations } = readable(at)
  const two = card(2).at(-1)!
  expect(two).toMatchObject({ status_id: 20, escalated: true, escalation_level: 2, snoozed_until: null })
  expect(Date.parse(two.statutory_due_at) - at.getTime()).toBe(5 * 3_600_000)
  for (const [number, status, codes] of [
    [1, 20, ['925', '75']],
    [3, 20, ['79']],
    [4, 20, ['88']],
    [5, 20, ['75', '7Y']],
    [6, 20, ['69']],
    [7, 20, ['75', '88']],
    [8, 20, ['75']],
    [9, 20, ['75']],
    [11, 20, ['71']],
    [12, 20, ['AJ']],
    [13, 33, ['75', '80']],
    [14, 20, ['75']],
    [15, 20, ['75']],
    [16, 20, ['PA', '75']],
    [17, 20, ['75', '80']],
    [19, 32, ['79']],
    [20, 30, ['75', '80']],
    [23, 20, ['75']],
    [24, 20, ['75']],
  ] as const) {
    const last = card(number).at(-1)!
    expect([number, last.status_id, last.reject_codes]).toEqual([number, status, expect.arrayContaining([...codes])])
  }
  expect(card(1).at(-1)!.mme_after).toBe(45)
  expect(at.getTime() - Date.parse(card(13).at(-1)!.completed_at!)).toBeLessThan(25 * 3_600_000)
  const severe = claims.find((row) => row.claim_number === 'DEMO-021')!.id
  expect(table<CareRow>('care_score').findLast((row) => row.stratus_claim_id === severe)!.band).toBe('SEVERE')
  const { claimant_id: born } = claims.find((row) => row.claim_number === 'DEMO-024')!
  const day = table<{ value: string; key: string }>('saved_state').find((row) => row.key === 'as_of')!.value
  expect(day).toBe(instant)
  const birthday = table<ClaimantRow>('claimant')
    .find((row) => row.id === born)!
    .dob.slice(5)
  const local = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/New_York',
    month: '2-digit',
    day: '2-digit',
  }).format(at)
  expect([birthday, birthday === '02-28' ? '02-29' : birthday]).toContain(local)
  const open = authorizations.filter(isOpen)
  const late = open.filter((row) => Date.parse(row.statutory_due_at) <= at.getTime())
  expect(late.length).toBeLessThanOrEqual(3)
  expect(open.length).toBeGreaterThanOrEqual(36)
})

test('a stream depends on its key and on nothing else', () => {
  const one = streams(7)
  const first = one('table', 1)
  first.word()
  const numbers = [one('table', 2), one('table', 2)].map((stream) => [stream.word(), stream.int(1, 6), stream.id(0)])
  expect(numbers[0]).toEqual(numbers[1])
  expect(streams(8)('table', 2).word()).not.toBe(numbers[0]![0])
})
