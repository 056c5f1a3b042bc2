import { eventCode } from '#features/authorizations/events.ts'
import type { PriorAuthChanges } from '#features/prior-auths/rows.ts'
import { changePriorAuth } from '#features/prior-auths/sql.ts'
import type { OutputOf } from '#platform/calls/contract.ts'
import { actorOf, event, type EventRow } from '#features/authorizations/rows.ts'
import * as rows from '#features/authorizations/sql.ts'
import type { Caller } from '#platform/calls/handler.ts'
import { toLine } from './answers.ts'
import { changeWords, valueWords } from './change-words.ts'
import type { priorAuths } from './contract.ts'
import { columnsOf, type Changing } from './load.ts'
import * as sql from './sql.ts'

/** Writes a change: the row, who changed what, the lines in the log of its request, and the audit. */
export function writeChange(
  context: Changing,
  person: Caller,
  row: sql.PriorAuthFound,
  to: PriorAuthChanges,
  reason: string,
  more: EventRow[] = [],
): OutputOf<(typeof priorAuths)['end']>['priorAuth'] {
  const at = context.now.toISOString()
  const from = columnsOf(row)
  const changed = (Object.keys(to) as (keyof PriorAuthChanges)[]).filter(
    (key) => key in changeWords && JSON.stringify(from[key]) !== JSON.stringify(to[key]),
  )
  // Other codes say already that it clears something else.
  const logged = changed.filter((key) => key !== 'findings' || !changed.includes('codes_cleared'))
  const pick = (columns: PriorAuthChanges) => Object.fromEntries(changed.map((key) => [key, columns[key]]))
  context.write(changePriorAuth(row.mc, row.id, to))
  context.write(
    sql.noteChange({
      mc: row.mc,
      id: context.newId(),
      prior_auth_id: row.id,
      at,
      by_id: person.id,
      by_name: person.name,
      reason,
      before: pick(from),
      after: pick(to),
    }),
  )
  if (row.authorization_id !== null) {
    const line = {
      mc: row.mc,
      authorizationId: row.authorization_id,
      now: at,
      actor: actorOf(person),
      from: row.auth_status,
      to: row.auth_status,
    }
    context.write(
      rows.insertEvents([
        ...logged.map((key) =>
          event(line, eventCode.PRIOR_AUTH_CHANGED, {
            field: changeWords[key]!,
            old: valueWords(key, from[key]),
            new: valueWords(key, to[key]),
          }),
        ),
        ...more,
      ]),
    )
  }
  context.note({
    claims: [row.stratus_claim_id],
    type: 'prior_auth',
    id: row.id,
    detail: { before: pick(from), after: pick(to), ...(reason && { reason }) },
  })
  context.publishChange('authorizations')
  return toLine({ ...row, ...to, status_today: to.status_id, version: row.version + 1 })
}
