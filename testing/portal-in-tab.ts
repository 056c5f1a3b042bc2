import { PGlite } from '@electric-sql/pglite'
import { askPage } from '#demo/page/ask.ts'
import { extensions, loadRows, makeTables, startParams } from '#demo/page/load-data.ts'
import { Pool } from '#demo/page/pg.ts'
import { signInAs } from '#demo/page/sign-in.ts'
import { everyMigration } from '#platform/database/migrate.ts'
import type { AnswerOf, AnyCall, InputOf } from '#platform/calls/contract.ts'
import type { Outgoing } from '#platform/gateways/gateways.ts'
import { openPagePortal, type PagePortal } from '../demo-portal.ts'
import { dataOfPage } from '../tools/demo/data.ts'
import { ORIGIN } from './api.ts'

export type Tab = {
  lite: PGlite
  pages: PagePortal
  /** What left the portal. */
  sent: Outgoing[]
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** Calls of somebody who was chosen on the first screen, for Northwind Mutual. */
  be(subject: string): Promise<{
    headers: Record<string, string>
    ask<C extends AnyCall>(call: C, input: InputOf<C>): Promise<AnswerOf<C>>
  }>
  close(): Promise<void>
}

/** The portal of the demonstration without a server, on the rows of a database, without its browser: jobs run when a test says so. */
export async function openTab(url: string, asOf: Date): Promise<Tab> {
  const data = await dataOfPage(url)
  const lite = await PGlite.create({ extensions, startParams })
  await makeTables(lite, everyMigration())
  await loadRows(lite, data)
  await lite.exec('analyze')
  const sent: Outgoing[] = []
  const pages = openPagePortal({
    lite,
    origin: ORIGIN,
    version: 'test',
    offsetMs: asOf.getTime() - Date.now(),
    log: { info: () => {}, warn: console.warn, error: console.error },
    onMessage: (message) => sent.push(message),
  })
  pages.jobs.stop()
  const owner = new Pool({})
  return {
    lite,
    pages,
    sent,
    query: async <Row>(text: string, values: unknown[] = []) => (await owner.query(text, values)).rows as Row[],
    be: async (subject) => {
      const cookie = await signInAs(pages.portal, subject, 'test')
      if (cookie === undefined) throw new Error(`Nobody is ${subject}.`)
      // Those who work for several carriers choose one on the page that asks them.
      await owner.query(
        `update session set mc = 'NWM' where id = (select id from session order by started_at desc, id desc limit 1)`,
      )
      const headers = { cookie, origin: ORIGIN, 'x-portal-request': '1', 'x-master-carrier': 'NWM' }
      return { headers, ask: (call, input) => askPage(pages.answer, call, input, headers) }
    },
    close: () => lite.close(),
  }
}
