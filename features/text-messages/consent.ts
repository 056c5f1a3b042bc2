import type { Sql } from '#platform/database/sql.ts'
import { afterFailedText, textStateAfter, type TextFailure } from './rules.ts'
import * as sql from './sql.ts'

type Writing = { write: (statement: Sql) => void; newId: () => string }

/** Counts a failed text against its number; after one too many the number gets no more texts. */
export function countFailure(
  consent: NonNullable<sql.SentText['consent']>,
  failure: TextFailure,
  at: string,
  { write, newId }: Writing,
): void {
  const { failures, undeliverable } = afterFailedText(consent.failures, failure)
  const to = undeliverable ? textStateAfter(consent.state, 'undeliverable') : undefined
  if (to === undefined) {
    write(sql.heardOf(consent.mc, consent.id, failures, at))
    return
  }
  write(sql.endCampaign(consent.mc, consent.claimant_id, at))
  write(
    sql.insertCampaign({ ...consent, id: newId(), state: to, failures, last_status_at: at, since: at, until: null }),
  )
}
