import { describe, expect, it } from 'vitest'
import type { Sql } from '#platform/database/sql.ts'
import { eventCode } from './events.ts'
import { create, move } from './lifecycle.ts'
import { engine, event, type AuthorizationRow } from './rows.ts'
import { status } from './statuses.ts'

const now = '2026-03-02T15:00:00.000Z'
const request = { mc: 'AAA', id: 'a', status_id: status.PENDING }
const approved = event(
  { mc: 'AAA', authorizationId: 'a', now, actor: engine, from: status.PENDING, to: status.APPROVED },
  eventCode.WITHDRAWN,
  { reason: 'x' },
)

/** Collects what is written. */
function writing() {
  const written: Sql[] = []
  return { written, write: (statement: Sql) => void written.push(statement) }
}

describe('a move of an authorization', () => {
  it('writes the status and its log lines when the transition table has it', () => {
    const to = writing()
    move(to, request, { via: 'withdraw', to: status.WITHDRAWN, now, by: engine, events: [approved] })
    expect(to.written.map(({ text }) => /(update \w+|insert into \w+)/.exec(text)?.[0])).toEqual([
      'update rx_authorization',
      'update user_notification',
      'insert into authorization_event',
    ])
  })

  it.each([
    ['an approval of a draft', status.DRAFT, 'approve', status.APPROVED],
    ['a rejection of what is rejected', status.REJECTED, 'reject', status.REJECTED],
    ['silence on what is rejected', status.REJECTED, 'deem', status.DEEMED_APPROVED],
    ['a status that is none', status.PENDING, 'approve', 99],
    ['a move of what has a status that is none', 99, 'approve', status.APPROVED],
  ] as const)('is a fault and writes nothing when the table lacks it: %s', (_, from, via, next) => {
    const to = writing()
    expect(() =>
      move(to, { ...request, status_id: from }, { via, to: next, now, by: engine, events: [approved] }),
    ).toThrow(/no status|transition table/)
    expect(to.written).toEqual([])
  })

  it('lets the draft of a reconsideration become the new row, and no other act from the rejected one', () => {
    const draft = { ...request, status_id: status.DRAFT }
    const to = writing()
    move(to, draft, { via: 'reconsider', to: status.PENDING_RECON, now, by: engine })
    expect(to.written).toHaveLength(2)
    expect(() => move(to, draft, { via: 'reconsider', to: status.PENDING, now, by: engine })).toThrow(
      'transition table',
    )
  })
})

describe('a new authorization', () => {
  const row = (status_id: number) =>
    ({ mc: 'AAA', id: 'a', status_id, due_pack: 'FL/prospective/2003 v2', shown: { facts: {} } }) as AuthorizationRow

  it('writes a new authorization in the status its last step leads to', () => {
    const to = writing()
    create(to, row(status.APPROVED), [
      { via: 'build', to: status.DRAFT },
      { via: 'create', to: status.APPROVED },
    ])
    expect(to.written).toHaveLength(1)
  })

  it('is a fault and writes nothing in a status no step leads to', () => {
    const to = writing()
    expect(() => create(to, row(status.APPROVED), [{ via: 'approve', to: status.APPROVED }])).toThrow(
      'transition table',
    )
    expect(() => create(to, row(status.APPROVED), [{ via: 'receive', to: status.PENDING }])).toThrow('was led to')
    expect(to.written).toEqual([])
  })
})
