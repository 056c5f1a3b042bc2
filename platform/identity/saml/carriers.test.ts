import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbedded } from '../../database/embedded-postgres.ts'
import { migrate } from '../../database/migrate.ts'
import { dropDatabase, freshDatabase } from '#testing/database.ts'
import { carrierOfEntity, firstUseOfAssertion, keepCarrierSso, ssoOfCarrier, type CarrierSso } from './carriers.ts'
import { expiringCarriers } from './certificate-watch.ts'
import { importMetadata } from './import-metadata.ts'
import { providerMetadata } from './metadata.ts'
import { newKey, openIssuer } from './testing-issuer.ts'
import { serviceProviderOf } from './single-sign-on.ts'

let url: string
let db: pg.Pool
let alder: CarrierSso
beforeAll(async () => {
  url = await freshDatabase(true)
  db = new pg.Pool({ connectionString: url, max: 12 })
  await db.query(
    `insert into master_carrier (mc, id, name) values ('AAA', 1, 'Alder'), ('BBB', 2, 'Birch'), ('CCC', 3, 'Cedar')`,
  )
  const { certificate } = await newKey('P-256')
  alder = {
    mc: 'AAA',
    entityId: 'https://idp.alder.example',
    ssoUrl: 'https://idp.alder.example/sso',
    sloUrl: 'https://idp.alder.example/slo',
    certificates: [certificate],
    allowIdpInitiated: false,
  }
})
afterAll(async () => {
  await db.end()
  await dropDatabase(url)
})

describe("a carrier's identity provider", () => {
  test('is kept, replaced, found by its name and by its carrier, and by nothing like them', async () => {
    expect(await keepCarrierSso(db, { ...alder, allowIdpInitiated: true })).toBe(true)
    expect(await keepCarrierSso(db, alder)).toBe(true)
    expect(await carrierOfEntity(db, alder.entityId)).toEqual(alder)
    expect(await ssoOfCarrier(db, 'AAA')).toEqual(alder)
    for (const name of [
      '',
      `${alder.entityId}/`,
      alder.entityId.toUpperCase(),
      ` ${alder.entityId}`,
      '%',
      'x'.repeat(2000),
    ])
      expect(await carrierOfEntity(db, name)).toBeUndefined()
    for (const mc of ['', 'aaa', 'BBB', 'A', "AAA'", '%']) expect(await ssoOfCarrier(db, mc)).toBeUndefined()
  })

  test('speaks for one carrier: another one cannot have the same', async () => {
    await expect(keepCarrierSso(db, { ...alder, mc: 'BBB' })).rejects.toThrow(/carrier_sso_entity_id_key/)
    expect(await keepCarrierSso(db, { ...alder, mc: 'ZZZ', entityId: 'https://idp.zzz.example' })).toBe(false)
    const [certificate] = alder.certificates
    await expect(keepCarrierSso(db, { ...alder, certificates: [] })).rejects.toThrow(/certificates/)
    await expect(
      keepCarrierSso(db, { ...alder, certificates: [certificate!, certificate!, certificate!] }),
    ).rejects.toThrow(/certificates/)
  })

  test('of a carrier that ended, or that is switched off, is nobody', async () => {
    const cedar = { ...alder, mc: 'CCC', entityId: 'https://idp.cedar.example' }
    await keepCarrierSso(db, cedar)
    expect(await carrierOfEntity(db, cedar.entityId)).toEqual(cedar)
    await db.query(`update master_carrier set status = 'ENDED' where mc = 'CCC'`)
    expect(await carrierOfEntity(db, cedar.entityId)).toBeUndefined()
    await db.query(`update master_carrier set status = 'ACTIVE' where mc = 'CCC'`)
    await db.query(`update carrier_sso set enabled = false where mc = 'CCC'`)
    expect(await carrierOfEntity(db, cedar.entityId)).toBeUndefined()
  })

  test('rolls over to another certificate while people sign in: nobody is turned away', async () => {
    const sp = serviceProviderOf('https://portal.example')
    const [old, next] = [await newKey(), await newKey()]
    const entityId = 'https://idp.birch.example'
    const ssoUrl = 'https://idp.birch.example/sso'
    const pen = openIssuer({ mc: 'BBB', entityId, sp, keys: [old] })
    const carrierOf = (name: string) => carrierOfEntity(db, name)
    const bring = ({ certificate }: typeof old, certificates: 'add' | 'replace') => {
      const xml = providerMetadata({ entityId, ssoUrl, certificates: [certificate] })
      return importMetadata(db, { mc: 'BBB', xml, allowIdpInitiated: true, certificates }, new Date())
    }
    const results: boolean[] = []
    let key = old
    let done = false
    await bring(old, 'add')
    const traffic = (async () => {
      while (!done) results.push((await pen.verify(pen.answer({ key }), { carrierOf })).ok)
    })()
    const some = async () => {
      const enough = results.length + 5
      while (results.length < enough) await new Promise((turn) => setImmediate(turn))
    }
    await some()
    await bring(next, 'add') // the file comes before the provider signs with the new key
    expect((await ssoOfCarrier(db, 'BBB'))?.certificates).toEqual([next.certificate, old.certificate])
    await some()
    key = next
    await some() // what was signed before is read before the old key goes
    await bring(next, 'replace')
    await some()
    done = true
    await traffic
    expect(results.length).toBeGreaterThanOrEqual(20)
    expect(results.every(Boolean)).toBe(true)
    expect((await pen.verify(pen.answer({ key: old }), { carrierOf })).ok).toBe(false)
  })

  test('the operator is warned in time of a carrier whose last certificate expires', async () => {
    const [soon, later] = [await newKey('P-256', [-1, 10]), await newKey('P-256', [-1, 100])]
    const cedar = { ...alder, mc: 'CCC', entityId: 'https://idp.cedar.example', certificates: [soon.certificate] }
    await keepCarrierSso(db, cedar)
    await db.query(`update carrier_sso set enabled = true where mc = 'CCC'`)
    expect(await expiringCarriers(db, new Date())).toEqual([{ mc: 'CCC', withinDays: 14 }])
    const then = new Date(Date.now() + 11 * 86_400_000)
    expect(await expiringCarriers(db, then)).toEqual([{ mc: 'CCC', withinDays: 0 }])
    await keepCarrierSso(db, { ...cedar, certificates: [soon.certificate, later.certificate] })
    expect(await expiringCarriers(db, new Date())).toEqual([])
  })

  test('a person of one carrier sees that one only, and changes none', async () => {
    const asRole = async (role: string, mc: string, text: string) => {
      const client = await db.connect()
      try {
        await client.query('begin')
        await client.query(`set local role ${role}`)
        await client.query(`select set_config('app.mc', $1, true)`, [mc])
        return (await client.query(text)).rows
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    for (const role of ['rxdocket_reader', 'rxdocket_app']) {
      expect(await asRole(role, 'AAA', 'select mc from carrier_sso')).toEqual([{ mc: 'AAA' }])
      expect(await asRole(role, '', 'select mc from carrier_sso')).toEqual([])
      for (const text of [
        "update carrier_sso set sso_url = 'https://evil.example'",
        'delete from carrier_sso',
        'select * from sso_relay',
        'select * from sso_assertion',
        'select * from sso_own_key',
        'delete from sso_assertion',
      ]) {
        await expect(asRole(role, 'AAA', text)).rejects.toThrow(/permission denied/)
      }
    }
    await expect(asRole('rxdocket_reader', 'AAA', `select * from take_sso_relay('x', '\\x00', now())`)).rejects.toThrow(
      /permission denied/,
    )
  })
})

describe('an assertion is used once', () => {
  const now = new Date('2026-03-02T15:00:00Z')
  const until = new Date('2026-03-02T15:06:00Z')

  test('of twenty at once, over as many connections, one is the first', async () => {
    const sentRequest = Array.from({ length: 20 }, () =>
      firstUseOfAssertion(db, { entityId: 'a', id: '_1', until }, now),
    )
    expect((await Promise.all(sentRequest)).filter(Boolean)).toHaveLength(1)
  })

  test('the same ID of another provider is another assertion', async () => {
    expect(await firstUseOfAssertion(db, { entityId: 'b', id: '_1', until }, now)).toBe(true)
    expect(await firstUseOfAssertion(db, { entityId: 'b', id: '_1', until }, now)).toBe(false)
  })

  test('it is remembered until nobody would take it any more, and then forgotten', async () => {
    await firstUseOfAssertion(db, { entityId: 'a', id: '_old', until }, now)
    const rows = async () => Number((await db.query('select count(*) as n from sso_assertion')).rows[0].n)
    const before = await rows()
    await firstUseOfAssertion(
      db,
      { entityId: 'a', id: '_new', until: new Date('2026-03-02T18:00:00Z') },
      new Date(until.getTime() + 3_599_000),
    )
    expect(await rows()).toBe(before + 1)
    await firstUseOfAssertion(
      db,
      { entityId: 'a', id: '_newer', until: new Date('2026-03-02T18:00:00Z') },
      new Date(until.getTime() + 3_601_000),
    )
    expect(await rows()).toBe(2)
  })

  test('and stays used after PostgreSQL restarts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rxdocket-sso-'))
    const options = { dir: join(folder, 'postgres'), log: () => {}, fast: true }
    const used = async (at: string) => {
      const pool = new pg.Pool({ connectionString: at, max: 1 })
      // The pool is at its end before its connection is: the server may still tell that one that it stops.
      pool.on('error', () => {})
      try {
        return await firstUseOfAssertion(pool, { entityId: 'a', id: '_1', until }, now)
      } finally {
        await pool.end()
      }
    }
    try {
      const first = await startEmbedded(options)
      await migrate(first.url)
      expect(await used(first.url)).toBe(true)
      await first.stop()
      const second = await startEmbedded(options)
      expect(await used(second.url)).toBe(false)
      await second.stop()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
