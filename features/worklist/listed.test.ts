import { expect, test } from 'vitest'
import { startApi } from '#testing/api.ts'
import { freshDatabase } from '#testing/database.ts'
import type { AuthRow } from '#features/authorizations/contract.ts'
import { worklist } from './contract.ts'
import { rowsOf } from './listed.ts'
import { addRequests, hoursFrom, openWorklist } from './testing-requests.ts'

/** Bytes of a page of 50 rows before it is packed. */
const MOST = 25_000

test.each([
  ['every kind', { authStatuses: [20, 21, 22, 23, 24, 25, 30, 40] }],
  ['completed work', { authStatuses: [30, 40] }],
])('An adjuster who opens 50 requests of %s is sent at most 25 KB', async (_, filter) => {
  const api = await startApi({ url: await freshDatabase(false, 'demo') })
  const adjuster = await api.signIn('dana.ruiz', 'NWM')
  const { body, text } = await adjuster.ask(worklist.list, { mc: 'NWM', size: 50, ...filter })
  expect(body.content.length).toBe(50)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST)
})

test('An adjuster reads in the list what the search says of the same requests', async () => {
  const { api, now, close } = await openWorklist()
  try {
    await addRequests(
      api.db,
      [
        { name: 'plain', due: hoursFrom(now, 3) },
        { name: 'two owners', owners: ['adj.aaa', 'adj.aaa2'], due: hoursFrom(now, 4), rejects: ['75', '76', '922'] },
        { name: 'nobody', owners: [], due: hoursFrom(now, 5) },
        {
          name: 'everything',
          due: hoursFrom(now, 6),
          rejects: ['88', { rejectCode: '88', description: 'Another interaction' }],
          more: {
            escalated: true,
            escalation_level: 2,
            snoozed_until: hoursFrom(now, 1),
            estimated_cost: 900.5,
            pharmacy_waiting: true,
            reconsideration_level: 1,
            generic_or_brand: 'B',
          },
        },
        { name: 'no cost', due: hoursFrom(now, 7), more: { estimated_cost: null, delivery_type_id: 2 } },
        { name: 'decided', status: 30, due: hoursFrom(now, 8), more: { completed_at: hoursFrom(now, -1) } },
      ],
      now,
    )
    const supervisor = await api.signIn('super.aaa')
    const asked = { mc: 'AAA', size: 50, authStatuses: [20, 30], sort: 'statutoryDueAt,asc' }
    const searched = (await supervisor.ask(worklist.search, asked)).body
    const listed = (await supervisor.ask(worklist.list, asked)).body
    const rows = rowsOf(listed)
    expect(rows.length).toBe(6)
    // Field by field: what the list knows of a request is what the search says.
    expect(rows).toEqual(
      searched.content.map((row, at) => ({
        ...Object.fromEntries(Object.keys(rows[at]!).map((name) => [name, row[name as keyof AuthRow]])),
        rejects: row.rejects.map(({ rejectCode, description }) => ({ rejectCode, description })),
      })),
    )
    const { content: _, ...page } = searched
    expect(listed).toMatchObject(page)
  } finally {
    await close()
  }
})
