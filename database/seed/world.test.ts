import { beforeAll, describe, expect, test } from 'vitest'
import { replay } from '#features/authorizations/rules.ts'
import type { LoggedEvent } from '#features/authorizations/rules.ts'
import type {
  AuthorizationRow,
  CallbackRow,
  DecisionRow,
  EventRow,
  OwnerRow,
  PriorAuthRow,
} from '#features/authorizations/rows.ts'
import type { TransactionRow } from '#features/transactions/record.ts'
import { icd10Codes } from '#reference/icd10.ts'
import { demoAccounts, namedAccounts } from './accounts.ts'
import type { ClaimantRow, ClaimRow, SpanRow } from './claim-rows.ts'
import type { PharmacyRow, PractitionerRow } from './directory.ts'
import { withNabpCheck, withNpiCheck } from './directory.ts'
import type { Staff } from './people.ts'
import { isAdjuster, staffOf } from './people.ts'
import { streams } from './prng.ts'
import type { Size } from './sizes.ts'
import { demoSeed, sizes } from './sizes.ts'
import { worldOf } from './world.ts'

// The checks of domain 8.6.
const wanted: Size[] = ['test', 'demo']
const asOf = new Date('2026-11-18T15:42:00.000Z')

const isOpen = (row: AuthorizationRow): boolean => row.status_id >= 20 && row.status_id < 30

describe.each(wanted)('the %s world', (size) => {
  const target = sizes[size]
  let rows: Map<string, readonly unknown[]>
  const table = <Row>(name: string): readonly Row[] => rows.get(name) as readonly Row[]
  let authorizations: readonly AuthorizationRow[]
  let transactions: readonly TransactionRow[]
  let claims: readonly ClaimRow[]
  let decisions: readonly DecisionRow[]
  let permissions: readonly PriorAuthRow[]
  let events: readonly EventRow[]

  beforeAll(() => {
    const { tables } = worldOf({ size, seed: demoSeed, asOf, issuer: 'demo' })
    rows = new Map(tables.map(({ name, rows: of }) => [name, of]))
    authorizations = table('rx_authorization')
    transactions = table('rx_transaction')
    claims = table('wc_claim')
    decisions = table('authorization_decision')
    permissions = table('prior_auth')
    events = table('authorization_event')
  }, 120_000)

  test('has as many rows as the size table says, within a tenth', () => {
    const near = (count: number, wish: number) => Math.abs(count - wish) <= wish * 0.1
    const staff = staffOf(size, streams(demoSeed), 0)
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

  test('every reference of one row to another leads somewhere, in the same carrier', () => {
    const ids = (name: string): Set<string> =>
      new Set(table<{ mc: string; id: string }>(name).map((row) => `${row.mc} ${row.id}`))
    const [claimIds, requestIds, fillIds, permissionIds] = [
      'wc_claim',
      'rx_authorization',
      'rx_transaction',
      'prior_auth',
    ].map(ids)
    const ownerIds = new Set(
      table<{ mc: string; user_id: string }>('user_carrier').map((row) => `${row.mc} ${row.user_id}`),
    )
    const lost = [
      ...transactions.filter((row) => !claimIds!.has(`${row.mc} ${row.stratus_claim_id}`)),
      ...transactions.filter(
        (row) => row.authorization_id !== null && !requestIds!.has(`${row.mc} ${row.authorization_id}`),
      ),
      ...transactions.filter(
        (row) => row.prior_auth_id !== null && !permissionIds!.has(`${row.mc} ${row.prior_auth_id}`),
      ),
      ...authorizations.filter((row) => !claimIds!.has(`${row.mc} ${row.stratus_claim_id}`)),
      ...authorizations.filter((row) => !fillIds!.has(`${row.mc} ${row.trigger_transaction_id}`)),
      ...authorizations.filter((row) => !fillIds!.has(`${row.mc} ${row.last_transaction_id}`)),
      ...authorizations.filter((row) => row.owner_id !== null && !ownerIds.has(`${row.mc} ${row.owner_id}`)),
      ...permissions.filter(
        (row) => row.authorization_id !== null && !requestIds!.has(`${row.mc} ${row.authorization_id}`),
      ),
      ...permissions.filter(
        (row) => row.supersedes_id !== null && !permissionIds!.has(`${row.mc} ${row.supersedes_id}`),
      ),
      ...table<OwnerRow>('authorization_owner').filter((row) => !requestIds!.has(`${row.mc} ${row.authorization_id}`)),
      ...table<CallbackRow>('pharmacy_callback').filter((row) => !requestIds!.has(`${row.mc} ${row.authorization_id}`)),
    ]
    expect(lost).toEqual([])
  })

  test('a decided request has exactly one decision, one that ended otherwise none', () => {
    const count = new Map<string, number>()
    for (const { authorization_id: id } of decisions) count.set(id, (count.get(id) ?? 0) + 1)
    const wrong = authorizations.filter(
      (row) => (count.get(row.id) ?? 0) !== (row.status_id >= 30 && row.status_id < 50 ? 1 : 0),
    )
    expect(wrong.map((row) => [row.status_id, count.get(row.id)])).toEqual([])
  })

  test('a denial has one block, a grant one permission, a denial of one fill neither', () => {
    const kinds = new Map<string, string[]>()
    for (const { authorization_id: id, kind } of permissions) if (id) kinds.set(id, [...(kinds.get(id) ?? []), kind])
    const due: Record<number, string> = { 30: 'PERMIT', 31: 'PERMIT', 33: 'PERMIT', 40: 'BLOCK' }
    // A fill that a permission and a rule let through together counts against the permission, and the rule writes none.
    const shared = new Set(
      transactions
        .filter((row) => row.prior_auth_id !== null)
        .map((row) => [row.authorization_id, row.prior_auth_id] as const)
        .filter(([, permission]) => permissions.some((one) => one.id === permission && one.created_source !== 'AUTO'))
        .map(([id]) => id),
    )
    const wanted = (row: AuthorizationRow) =>
      row.status_id === 31 && shared.has(row.id) ? '' : (due[row.status_id] ?? '')
    const wrong = authorizations.filter((row) => (kinds.get(row.id) ?? []).join() !== wanted(row))
    expect(wrong.map((row) => [row.status_id, kinds.get(row.id)])).toEqual([])
  })

  test('no two live permissions of one claim cover the same prefix on the same days unless one replaced the other', () => {
    const live = permissions.filter(
      (row) => row.kind === 'PERMIT' && [1, 2, 3].includes(row.status_id) && !row.one_time,
    )
    const clash = live.filter((a) =>
      live.some(
        (b) =>
          a !== b &&
          a.stratus_claim_id === b.stratus_claim_id &&
          a.gpi_prefix === b.gpi_prefix &&
          a.brand_flag === b.brand_flag &&
          a.start_date <= b.end_date &&
          b.start_date <= a.end_date &&
          a.supersedes_id !== b.id &&
          b.supersedes_id !== a.id,
      ),
    )
    expect(clash).toEqual([])
  })

  test('fills used are the paid fills that were counted against the permission', () => {
    const paid = new Map<string, number>()
    for (const row of transactions) {
      if (row.status === 'P' && row.prior_auth_id) paid.set(row.prior_auth_id, (paid.get(row.prior_auth_id) ?? 0) + 1)
    }
    const wrong = permissions.filter((row) => row.kind === 'PERMIT' && row.fills_used !== (paid.get(row.id) ?? 0))
    expect(wrong.map((row) => [row.override_ref, row.fills_used, paid.get(row.id)])).toEqual([])
  })

  test('no snooze reaches into the last two hours before the due time', () => {
    const late = authorizations.filter(
      (row) => row.snoozed_until && Date.parse(row.snoozed_until) > Date.parse(row.statutory_due_at) - 7_200_000,
    )
    expect(late).toEqual([])
  })

  test('replaying the event log of a request gives its status', () => {
    const logs = new Map<string, LoggedEvent[]>()
    for (const row of events) {
      const line = {
        eventCode: row.event_code,
        oldStatusId: row.old_status_id,
        newStatusId: row.new_status_id,
      } as LoggedEvent
      const log = logs.get(row.authorization_id)
      if (log) log.push(line)
      else logs.set(row.authorization_id, [line])
    }
    const wrong = authorizations.filter((row) => replay(logs.get(row.id) ?? []) !== row.status_id)
    expect(wrong.map((row) => [row.status_id, logs.get(row.id)])).toEqual([])
  })

  test('events stand in the order of time and none comes from the future', () => {
    const times = events.map((row) => row.at)
    expect(times).toEqual(times.toSorted())
    expect(times.at(-1)! <= asOf.toISOString()).toBe(true)
  })

  test('open requests are due after the as-of instant but for the few that are late by design', () => {
    const open = authorizations.filter(isOpen)
    const late = open.filter((row) => Date.parse(row.statutory_due_at) <= asOf.getTime())
    expect(late.length).toBeGreaterThanOrEqual(1)
    expect(late.length / open.length).toBeLessThanOrEqual(0.05)
    // Always something for the next hours.
    const soon = open.filter((row) => Date.parse(row.statutory_due_at) - asOf.getTime() < 24 * 3_600_000)
    expect(soon.length - late.length).toBeGreaterThanOrEqual(2)
  })

  test('every reject says what happened and what can be done', () => {
    const mute = authorizations
      .flatMap((row) => row.rejects)
      .filter((one) => !one.description || !one.message || !one.fixHint)
    expect(mute).toEqual([])
    expect(transactions.filter((row) => row.status === 'R' && row.reject_codes.length === 0)).toEqual([])
  })

  test('the reference a pharmacy was given leads to the request', () => {
    const references = new Map(authorizations.map((row) => [row.id, row.reference_number]))
    const told = transactions.filter((row) => row.status === 'R' && row.authorization_id !== null)
    expect(told.filter((row) => row.reference_number !== references.get(row.authorization_id!))).toEqual([])
    expect(told.filter((row) => !row.message.includes(row.reference_number))).toEqual([])
    expect(new Set(references.values()).size).toBe(authorizations.length)
    expect(new Set(transactions.map((row) => row.tcn)).size).toBe(transactions.length)
  })

  test('what is paid is never more than any of the amounts it is the least of', () => {
    const over = transactions.filter((row) => {
      const bases = [row.fee_schedule, row.network, row.usual_and_customary].filter(
        (one): one is number => one !== null && one > 0,
      )
      return row.status === 'P' && row.paid_amount !== null && row.paid_amount > Math.min(...bases) + 0.005
    })
    expect(over).toEqual([])
  })

  test('the answers at the counter are mixed as domain 8.4 has them', () => {
    const share = (status: string) => transactions.filter((row) => row.status === status).length / transactions.length
    // The small world has more of everything unusual.
    const tolerance = size === 'demo' ? 0.1 : 0.25
    expect(share('P')).toBeGreaterThan(0.88 * (1 - tolerance / 2))
    expect(Math.abs(share('R') - 0.11)).toBeLessThanOrEqual(0.11 * tolerance + (size === 'test' ? 0.03 : 0))
    expect(share('X')).toBeGreaterThan(0.005)
    const done = authorizations.filter((row) => row.status_id >= 30)
    const ended = (...ids: number[]) => done.filter((row) => ids.includes(row.status_id)).length / done.length
    expect(ended(30)).toBeGreaterThan(0.66)
    expect(ended(40, 41)).toBeGreaterThan(0.04)
    expect(ended(31)).toBeGreaterThan(size === 'demo' ? 0.04 : 0.015)
    for (const id of [32, 33, 50, 51]) expect(ended(id), `status ${id}`).toBeGreaterThan(0)
  })

  test('numbers are well formed and belong to nobody', () => {
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

  test('claims are lives that make sense', () => {
    const born = new Map(table<ClaimantRow>('claimant').map((row) => [row.id, row.dob]))
    const age = (row: ClaimRow) => Number(row.doi.slice(0, 4)) - Number(born.get(row.claimant_id)!.slice(0, 4))
    expect(claims.filter((row) => age(row) < 14 || age(row) > 100 || row.doi > '2026-11-18')).toEqual([])
    expect(claims.filter((row) => row.accepted_date !== null && row.accepted_date < row.doi)).toEqual([])
    expect(claims.filter((row) => row.status === 'CLOSED' && row.closed_date === null)).toEqual([])
    const known = new Set(icd10Codes.map((one) => one.code))
    expect(table<{ icd10: string }>('claim_icd').filter((row) => !known.has(row.icd10))).toEqual([])
    const covered = new Set(table<SpanRow>('eligibility_span').map((row) => row.stratus_claim_id))
    expect(claims.filter((row) => !covered.has(row.id))).toEqual([])
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
    ])
    for (const account of demoAccounts(size)) {
      const user = users.get(account.username)!
      expect(account.username).toMatch(/^[A-Za-z0-9_'.-]{6,12}$/)
      expect(user['idp_subject']).toBe(account.subject)
      expect(user['email']).toBe(account.email)
      expect(account.email.split('@')[0]).not.toContain(account.username)
    }
    expect(users.get('new.hire')!['terms_version']).toBeNull()
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

  test('Dana’s list begins with what is late and goes on with what two keys approve', () => {
    const dana = table<{ id: string; username: string }>('app_user').find((row) => row.username === 'dana.ruiz')!.id
    const list = authorizations
      .filter((row) => isOpen(row) && row.owner_id === dana)
      .toSorted((a, b) => (a.statutory_due_at < b.statutory_due_at ? -1 : 1))
    expect(list).toHaveLength(size === 'demo' ? 38 : 17)
    expect(Date.parse(list[0]!.statutory_due_at)).toBeLessThan(asOf.getTime())
    const next = list[1]!
    expect(Date.parse(next.statutory_due_at)).toBeGreaterThan(asOf.getTime())
    expect(next.rejects.every((one) => !one.safety && one.overridableBy === 'A')).toBe(true)
    expect(list.filter((row) => row.escalated).length).toBeGreaterThanOrEqual(size === 'demo' ? 6 : 4)
    expect(list.some((row) => row.pharmacy_waiting)).toBe(true)
    expect(list.some((row) => row.rejects.some((one) => one.safety))).toBe(true)
  })

  test.each([
    [1, 20, ['925', '75']],
    [3, 20, ['79']],
    [4, 20, ['88']],
    [5, 20, ['7Y']],
    [6, 20, ['69']],
    [7, 20, ['75', '88']],
    [9, 20, ['75']],
    [11, 20, ['71']],
    [12, 20, ['AJ']],
    [13, 33, ['75']],
    [14, 20, ['75']],
    [16, 20, ['PA', '75']],
    [17, 20, ['75', '80']],
    [19, 32, ['79']],
    [20, 30, ['75']],
  ])('scenario card %i stands as it should: status %i, codes %j', (card, status, codes) => {
    const number = `DEMO-${String(card).padStart(3, '0')}`
    const claim = claims.find((row) => row.claim_number === number)!
    const mine = authorizations.filter((row) => row.stratus_claim_id === claim.id)
    const last = mine.toSorted((a, b) => (a.request_received_at < b.request_received_at ? -1 : 1)).at(-1)!
    expect(last.status_id).toBe(status)
    for (const code of codes) expect(last.reject_codes).toContain(code)
    if (card === 14) expect(mine.filter(isOpen)).toHaveLength(2)
    if (card === 1) expect(last.mme_after).toBe(45)
    if (card === 4) expect(last.rejects.some((one) => one.overridableBy === 'O')).toBe(true)
    if (card === 20)
      expect(permissions.find((row) => row.authorization_id === last.id)).toMatchObject({ fills_used: 0, status_id: 3 })
  })

  test('scenario cards that are about a bill or a person', () => {
    const of = (card: number) => claims.find((row) => row.claim_number === `DEMO-${String(card).padStart(3, '0')}`)!
    const fills = (card: number) => transactions.filter((row) => row.stratus_claim_id === of(card).id)
    expect(fills(10).map((row) => row.reject_codes)).toEqual([['54']])
    expect(
      claims
        .filter((row) => row.claimant_id === of(18).claimant_id)
        .map((row) => row.status)
        .toSorted(),
    ).toEqual(['CLOSED', 'OPEN'])
    expect(fills(25)).toHaveLength(size === 'demo' ? 600 : 120)
    const birthday = table<ClaimantRow>('claimant').find((row) => row.id === of(24).claimant_id)!
    expect(birthday.last_name).toMatch(/’.*-/)
    expect(birthday.dob.slice(5)).toBe('11-18')
  })
})

test('a stream depends on its key and on nothing else', () => {
  const one = streams(7)
  const first = one('table', 1)
  first.word()
  const numbers = [one('table', 2), one('table', 2)].map((stream) => [stream.word(), stream.int(1, 6), stream.id(0)])
  expect(numbers[0]).toEqual(numbers[1])
  expect(streams(8)('table', 2).word()).not.toBe(numbers[0]![0])
})
