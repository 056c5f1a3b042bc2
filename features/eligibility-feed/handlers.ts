import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { sql as s } from '#platform/database/sql.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { eligibilityFeed } from './contract.ts'
import { nextPart } from './part.ts'
import { whyNotFiles } from './rules.ts'
import * as sql from './sql.ts'

/** A line names somebody; no record of a claim is shown. */
const nobody = s`null::uuid`
const SHOWN = 500
/** Lines of a file to mend. */
const AGAIN = 5000

const toFeed = (row: sql.FeedRow) => ({
  feedId: row.id,
  fileName: row.file_name,
  status:
    row.finished_at === null ? ('LOADING' as const) : row.problem === null ? ('LOADED' as const) : ('FAILED' as const),
  problem: row.problem,
  percent: row.finished_at === null ? Math.floor((100 * Number(row.bytes_done)) / Math.max(1, Number(row.size))) : 100,
  lines: Number(row.lines_done),
  added: Number(row.added),
  changed: Number(row.changed),
  unchanged: Number(row.unchanged),
  refused: Number(row.refused),
  receivedAt: row.received_at,
  finishedAt: row.finished_at,
})

export const handlers = implement(eligibilityFeed)({
  send: async ({ input: { file }, db, who, now, newId, write, note, refuse }) => {
    const { mc } = await who()
    if (mc === '') return notFound()
    if (file.bytes.byteLength === 0) refuse({ code: 'RULE', field: 'file', message: 'This file is empty.' })
    const id = newId()
    const fileName = file.name
      .replaceAll(/\p{Cc}+/gu, ' ')
      .replaceAll(/\p{Cf}/gu, '')
      .slice(-200)
    const insert = sql.insertFeed({ id, fileName, content: file.bytes, at: now.toISOString() })
    const [, [feed]] = await Promise.all([db.all(sql.lockFeeds()), db.all(insert)])
    if (!feed) throw new Error('A feed was neither made nor found.')
    if (feed.is_new) write(insertOutbox([nextPart({ mc, id: newId(), feedId: id, now })]))
    note({ type: 'eligibility_feed', id: feed.id, detail: { bytes: Number(feed.size), again: !feed.is_new } })
    return toFeed(feed)
  },

  status: oneTrip(
    ({ id, page }) => ({ found: sql.feedById(id), refusals: sql.refusalsOf(id, page, SHOWN) }),
    ({ found: [feed], refusals }) => (feed ? { ...toFeed(feed), refusals: refusals.slice(0, SHOWN) } : notFound()),
  ),

  again: oneTrip(
    ({ id, page }) => ({ found: seen(sql.headingOf(id), nobody), lines: sql.linesAgain(id, page, AGAIN) }),
    ({ found: [feed], lines }) => {
      if (!feed) return notFound()
      const text = lines.slice(0, AGAIN).map(({ again }) => again)
      return { file: `${feed.heading ?? ''}${text.join('')}`, name: `refused lines of ${feed.file_name}` }
    },
  ),

  exceptions: oneTrip(
    ({ page, size }) => ({ rows: sql.exceptions(page, size) }),
    ({ rows }, { input: { size }, person, refuse }) => {
      refuse(whyNotFiles(person))
      const files = rows.slice(0, size).map((row) => ({ ...toFeed(row), waits: row.finished_at !== null }))
      return { files, more: rows.length > size }
    },
  ),

  refused: oneTrip(
    ({ id, page, size }) => ({ found: sql.feedById(id), lines: sql.refusalsOf(id, page, size) }),
    ({ found: [feed], lines }, { input: { page, size }, person, refuse }) => {
      if (!feed) return notFound()
      refuse(whyNotFiles(person))
      return { lines: lines.slice(0, size), page, more: lines.length > size }
    },
  ),

  reviewed: async ({ input: { id }, db, who, now, write, note, publishChange, refuse }) => {
    const [person, feed] = await Promise.all([who(), db.one(sql.toReview(id))])
    if (!feed) return notFound()
    refuse(whyNotFiles(person))
    if (!feed.waits)
      refuse({
        code: 'ALREADY_DECIDED',
        message: feed.reviewed_by_name
          ? `${feed.reviewed_by_name} has looked at this file already.`
          : 'Nothing of this file waits for anybody.',
      })
    const at = now.toISOString()
    write(sql.feedReviewed(id, person, at))
    write(sql.dropAgain(id))
    publishChange('eligibility')
    note({ type: 'eligibility_feed', id, detail: { reviewed: true } })
    return { success: true, feedId: id, reviewedAt: at }
  },
})
