import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { callbacks } from '#features/callbacks/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { people } from '#features/people/contract.ts'
import { complete, newcomersAt } from '#features/registration/testing-newcomers.ts'
import { transactions } from '#features/transactions/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { drugs } from '#reference/drugs.ts'
import { startApi } from '#testing/api.ts'
import { dropDatabase, freshDatabase } from '#testing/database.ts'
import { day } from '#testing/new-york-day.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { runCarriers, use } from './command.ts'

const guide = (name: string) => join(import.meta.dirname, '../../docs/guide', name)
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'rxdocket-carrier-'))))
afterAll(() => rm(folder, { recursive: true }))

const emptyDatabase = async () => {
  const url = await freshDatabase(true)
  const db = new pg.Pool({ connectionString: url, max: 1 })
  onTestFinished(async () => {
    await db.end()
    await dropDatabase(url)
  })
  const load = async (path: string) => {
    const lines: string[] = []
    const context = {
      db,
      origin: 'http://localhost:3000',
      now: new Date(),
      tell: (line: string) => void lines.push(line),
    }
    await runCarriers(['load', path], context)
    return lines
  }
  return { url, db, load }
}
const email = 'kim.lane@example-mutual.example'

test('From an empty database: a carrier by a command, its administrator registers, a pharmacy bills, the request is approved, the pharmacy is notified', async () => {
  const { url, db, load } = await emptyDatabase()
  expect(await load(guide('first-carrier.json'))).toEqual([
    'EXM Example Mutual: 1 programs, 1 groups, 0 claims.',
    `${email} is invited: the mail leads to http://localhost:3000/user/registerOkta.`,
  ])
  // The case owner has to be there first.
  await expect(load(guide('first-claims.json'))).rejects.toThrow(
    `The claim WC-0001 names ${email}, who does not work for EXM yet.`,
  )

  const api = await startApi({ url })
  const newcomers = newcomersAt(api)
  const kim = await newcomers.newcomer(null, { address: email })
  const registered = await complete(await kim.ticket(), kim)
  expect([registered.status, registered.body.success]).toEqual([200, true])
  const administrator = await api.signIn(kim.free, 'EXM')
  expect((await administrator.ask(people.list, {})).body).toMatchObject({
    content: [{ username: kim.free, roles: ['account_admin', 'supervisor'] }],
  })

  expect(await load(guide('first-claims.json'))).toEqual(['EXM Example Mutual: 0 programs, 0 groups, 1 claims.'])
  expect(await load(guide('first-claims.json'))).toEqual(['EXM Example Mutual: 0 programs, 0 groups, 1 claims.'])
  expect((await db.query('select count(*)::int as n from wc_claim')).rows).toEqual([{ n: 1 }])

  const pregabalin = drugs.find((one) => one.name.startsWith('Pregabalin 75 mg') && one.brandFlag === 'G')!
  const billed = await api.service.ask(transactions.intake, {
    channel: 1,
    bin: '610014',
    pcn: 'WCPBM',
    pharmacyNabp: '1043391',
    dateOfService: day(0),
    insurance: { groupCode: 'EXM01DFC', cardholderId: 'SUB0001' },
    patient: { firstName: 'Maria', lastName: 'Ortega', dateOfBirth: '1979-03-14', gender: 'F' },
    prescription: {
      rxNumber: '7000001',
      fillNumber: 0,
      productId: pregabalin.ndc,
      quantity: 60,
      daysSupply: 30,
      daw: '0',
      dateWritten: day(0),
      refillsAuthorised: 2,
      compoundCode: '1',
    },
    prescriber: { npi: '1932102084' },
    workersComp: { dateOfInjury: '2026-05-04' },
    pricing: { usualAndCustomary: 120 },
  })
  expect([billed.status, billed.body.status]).toEqual([200, 'R'])
  const [row] = (await administrator.ask(worklist.search, { mc: 'EXM' })).body.content
  expect(row).toMatchObject({ claimNumber: 'WC-0001', authorizationId: billed.body.authorizationId })
  const approved = await administrator.ask(decision.approve, { id: row!.authorizationId, version: row!.version })
  expect(approved.body).toMatchObject({ success: true, authorizationStatusId: 30 })
  api.clock.move(60_000)
  await runJobsUntilIdle(api)
  const { body } = await api.service.ask(callbacks.take, {
    bin: '610014',
    pcn: 'WCPBM',
    insurance: { groupCode: 'EXM01DFC' },
    nabp: '1043391',
  })
  expect(body.messages).toMatchObject([{ outcome: 'APPROVED' }])
})

test('A file with a mistake says where it is and changes nothing', async () => {
  const { db, load } = await emptyDatabase()
  const file = JSON.parse(await readFile(guide('first-carrier.json'), 'utf8'))
  const path = join(folder, 'wrong.json')
  for (const [change, says] of [
    [{ carrier: { ...file.carrier, code: 'no good' } }, /carrier\.code: Enter a carrier code\./],
    [{ groups: [{ ...file.groups[0], program: 'EXM09' }] }, /names the program EXM09, which is not there/],
    [{ moon: 1 }, /The file: /],
    [
      { carrier: { ...file.carrier, timeZone: 'Eastern Time' } },
      /carrier\.timeZone: Enter a time zone as America\/New_York\./,
    ],
    [{ carrier: { ...file.carrier, phone: '813-555-014' } }, /carrier\.phone: Enter a telephone number of ten digits/],
    [
      { prescribers: [{ ...file.prescribers[0], fax: '----------' }] },
      /prescribers\.0\.fax: Enter a fax number of ten digits/,
    ],
    [{ groups: [{ ...file.groups[0], state: 'XX' }] }, /groups\.0\.state: Enter a state as FL/],
    [
      { pharmacies: [{ ...file.pharmacies[0], npi: '1910433916' }] },
      /That NPI has a typing error: check digit 6, expected 5\./,
    ],
  ] as const) {
    await writeFile(path, JSON.stringify({ ...file, ...change }))
    await expect(load(path)).rejects.toThrow(says)
  }
  await writeFile(path, Buffer.from([0x7b, 0xe9, 0x7d]))
  await expect(load(path)).rejects.toThrow('is not UTF-8')
  await writeFile(path, '{')
  await expect(load(path)).rejects.toThrow('is no JSON')
  await expect(load(join(folder, 'none.json'))).rejects.toThrow('cannot be read')
  await expect(runCarriers([], { db, origin: '', now: new Date(), tell: () => {} })).rejects.toThrow(use)
  expect((await db.query('select from master_carrier')).rowCount).toBe(0)
  await writeFile(path, `\u{feff}${JSON.stringify({ carrier: file.carrier })}`)
  expect(await load(path)).toEqual(['EXM Example Mutual: 0 programs, 0 groups, 0 claims.'])
})
