import { noticesToActive } from '#features/notifications/sql.ts'
import { encryptAgain } from '#platform/calls/again.ts'
import { auditOf } from '#platform/database/unit-of-work.ts'
import { sql as s } from '#platform/database/sql.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import type { JobContext, LongJob } from '#platform/jobs/jobs.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { csvLine, csvMark } from '#platform/text/csv.ts'
import { extractOf, filterWords, problemsOf } from './asked.ts'
import { dataExtracts } from './contract.ts'
import { encryptDefinition, decryptDefinition } from './definition.ts'
import * as kept from './kept-sql.ts'
import { whyNotRows } from './rules.ts'
import { afterFailure, daysSince, partName } from './schedule-rules.ts'
import * as sql from './sql.ts'
import { withDays } from './with-days.ts'

export const deliverTopic = 'dataExtracts.deliver'

const UNREACHED = 'The destination of the file could not be reached.'

/** The extract of a delivery as it is due, or why it cannot be made any more. */
function extractDue(row: kept.DeliveryRow, mc: string, encryption: Parameters<typeof decryptDefinition>[0]) {
  if (row.schedule_state === 'REMOVED') return 'The schedule was removed.'
  if (!row.allowed) return 'Its owner may not extract from this program any more.'
  const definition = decryptDefinition(encryption, mc, row.encrypted)
  const input =
    definition &&
    withDays(
      definition,
      daysSince(row.period, Date.parse(row.missed_since ?? row.due_at), Date.parse(row.due_at), row.zone),
    )
  const of = input && extractOf(input)
  if (!of) return 'It was saved by an earlier version. Create it again.'
  const [problem] = problemsOf(input, of, row.zone)
  return problem ? problem.message : { input, of: { ...of, zone: row.zone, mc } }
}

/** Ends a delivery that failed, or has it tried again later; its owner is notified once it has failed for good. */
function fail(
  { mc, now, write, newId, publishChange }: Pick<JobContext, 'mc' | 'now' | 'write' | 'newId' | 'publishChange'>,
  row: kept.DeliveryRow & { id: string; attempt: number },
  why: string,
  forGood: boolean,
): { failed: boolean } {
  const at = now.toISOString()
  const { attempt } = row
  const { failed, paused, nextTryAt } = afterFailure({ attempt, failures: row.failures, forGood, now: now.getTime() })
  write(kept.failed(row.id, why, failed ? at : null, nextTryAt))
  if (nextTryAt !== null) {
    const payload = { deliveryId: row.id, attempt: attempt + 1, nextTryAt }
    write(insertOutbox([leaving({ mc, id: newId(), topic: deliverTopic, payload, now: at, availableAt: nextTryAt })]))
    return { failed }
  }
  write(kept.setFailures(row.schedule_id, row.failures + 1, paused ? `Paused after failures. ${why}` : null))
  const title = `Your scheduled extract "${row.name}" failed. ${why}${paused ? ' The schedule is paused.' : ''}`
  write(noticesToActive([{ id: newId(), userId: row.user_id }], { kind: 'extractFailed', title, at }))
  publishChange('notifications')
  return { failed }
}

/**
 * Makes one file of a schedule and leaves it where the operator said. It is written under a name of its try, recorded as whole, and then
 * given its own name: a program that fetches it finds a whole file once, also where a process is killed between any two of these steps.
 * A try that failed names the time of the next one; what a killed process began is begun again at once.
 */
export const deliver: LongJob = {
  inSteps: async ({ mc, payload, portal, requestId, step, copy }) => {
    const id = String(payload['deliveryId'])
    const drop = portal.fileDrop
    const at = (name: string) => `${mc}/${name}`

    const started = await step(async (context) => {
      const row = await context.db.one(kept.holdDelivery(id))
      if (!row || row.state === 'FINISHED' || row.state === 'FAILED') return undefined
      // It waits for its next try: the entry of that one begins it, not a repeat of an earlier one.
      if (row.next_try_at !== null && isoOf(row.next_try_at) !== payload['nextTryAt']) return undefined
      const attempt = Math.max(row.tries + (row.state === 'WRITTEN' ? 0 : 1), Number(payload['attempt'] ?? 1))
      if (row.state === 'WRITTEN') return { row: { ...row, id, attempt }, made: undefined }
      // What a killed process began has no end on record.
      if (row.support_id)
        context.write(s`select ${auditOf({ type: 'export end', exported: { id: row.support_id, ended: 'failed' } })}`)
      const made = extractDue(row, mc, portal.encryption)
      if (typeof made === 'string') {
        fail(context, { ...row, id, attempt }, made, true)
        return undefined
      }
      const { of, input } = made
      const tries = row.tries + 1
      context.write(kept.tried(id, tries, requestId))
      context.note({
        type: 'export',
        detail: {
          file: row.file,
          area: of.area.id,
          program: of.program,
          schedule: row.schedule_id,
          owner: row.user_id,
        },
        exported: {
          about: of.area.label,
          subCarrier: of.program,
          filters: filterWords(of, row.zone),
          encrypted: encryptDefinition(portal.encryption, mc, input),
          again: encryptAgain(portal.encryption, mc, dataExtracts.extract, input),
          userId: row.user_id,
        },
      })
      return { row: { ...row, id, attempt, tries, support_id: requestId }, made: of }
    })
    if (!started) return
    const { row, made } = started
    const part = at(partName(row.file, row.tries))
    let rows = row.rows ?? 0
    // Not known where another process wrote the file.
    let measured: { bytes: number; sha256: string } | undefined

    let refused: string | undefined
    let isWhole = made === undefined
    try {
      if (made) {
        // What earlier tries left; where the server was away, more than one.
        for (let before = 1; before < row.tries; before += 1) await drop.remove(at(partName(row.file, before)))
        const copying = await copy(
          {
            name: row.file,
            head: csvMark + csvLine(made.fields.map(({ label }) => label)),
            copy: sql.extract(made),
            claims: sql.claims(made),
            whyNot: whyNotRows,
          },
          { actor: `RxDocket for ${row.owner}`, zone: row.zone },
        )
        if ('why' in copying) {
          refused = copying.why
          throw new Error(refused)
        }
        let bytes = 0
        const counted = async function* () {
          for await (const piece of copying.pieces()) {
            rows = piece.rows
            bytes += piece.bytes.length
            yield piece.bytes
          }
        }
        try {
          await drop.write(part, counted())
        } finally {
          copying.cancel()
        }
        measured = { bytes, sha256: copying.checkSum() }
        const mine = await step(({ db }) => db.one(kept.written(id, row.tries, rows)))
        // A worker that was taken for dead finds that another took over.
        if (!mine) return await drop.remove(part)
        isWhole = true
      }
      const renamed = await drop.rename(part, at(row.file))
      // Not there although it was written whole: a process that was killed had renamed it, and it may have been fetched.
      if (!renamed && made) throw new Error('The file is gone before it got its name.')
    } catch (error) {
      const { failed } = await step(async (context) => {
        const current = await context.db.one(kept.holdDelivery(id))
        // Another worker took over, and perhaps finished: nothing of it is this one's to change.
        if (current?.tries !== row.tries || current.state === 'FINISHED' || current.state === 'FAILED')
          return { failed: true }
        context.note({
          type: 'export end',
          detail: { rows, complete: false },
          exported: { ...(row.support_id && { id: row.support_id }), rows, ended: 'failed' },
        })
        return fail(context, row, refused ?? UNREACHED, refused !== undefined)
      })
      // What is whole already is only renamed by the next try.
      if (failed || !isWhole) await drop.remove(part).catch(() => {})
      const { code, message } = error as { code?: string; message: string }
      portal.log.warn({ topic: deliverTopic, code, err: { message } }, 'a scheduled file was not delivered')
      return
    }
    await step(async ({ write, note, now }) => {
      write(kept.finished(id, now.toISOString()))
      write(kept.setFailures(row.schedule_id, 0, null))
      note({
        type: 'export end',
        detail: { rows, complete: true },
        exported: {
          ...(row.support_id && { id: row.support_id }),
          rows,
          ...measured,
          ended: 'finished',
        },
      })
    })
  },
}
