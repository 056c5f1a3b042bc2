import { isoOf } from '#platform/dates/instant.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { queueMessages } from '#features/notifications/queue-messages.ts'
import { messageDelivered, messageFailed, type Message } from '#features/notifications/sql.ts'
import { oneTrip, seen, implement } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { countFailure } from './consent.ts'
import { texts } from './contract.ts'
import { answered, maskedMobile, meaningOf, replyTo, textStateOf, textStates, whyNoText } from './rules.ts'
import * as sql from './sql.ts'
import { replyText } from './words.ts'

export const handlers = implement(texts)({
  // STOP is for a number: every worker with it, at any carrier, each within their own carrier's row security.
  inbound: async ({ input, db, now, newId, write, note }) => {
    const at = now.toISOString()
    const [found, carrier] = await Promise.all([db.all(sql.workersOf(input.from, input.id)), db.one(sql.ourCarrier())])
    const here = found.filter((worker) => worker.here)
    if (here.length === 0 || !carrier) return notFound()
    const { meaning, spanish } = meaningOf(input.text)
    if (found.some((worker) => worker.taken)) return { success: true as const, meaning, answered: false }
    const moved = found.map((worker) => ({
      ...worker,
      before: worker.state,
      after: answered(worker.state, meaning, worker.on_file),
    }))
    // The replying carrier is last: what is written after this belongs to it.
    for (const worker of moved.toSorted((one, other) => Number(one.here) - Number(other.here))) {
      const { mc, claimant_id: claimantId, before, after } = worker
      const detail = { meaning, from: before, to: after }
      write(sql.enterCarrier(mc))
      if (before !== after) {
        write(sql.endCampaign(mc, claimantId, at))
        write(
          sql.insertCampaign({
            mc,
            id: newId(),
            claimant_id: claimantId,
            mobile: input.from,
            state: after,
            language: spanish ? 'es' : worker.language,
            consent_source: 'TEXT',
            opted_in_at: after === 2 ? at : worker.opted_in_at,
            opted_out_at: after === 3 ? at : null,
            last_status_at: at,
            failures: 0,
            since: at,
            until: null,
          }),
        )
      }
      const id = newId()
      write(
        sql.insertInbound({
          mc,
          id,
          claimant_id: claimantId,
          mobile: input.from,
          body: input.text,
          meaning,
          state: after,
          provider_id: input.id,
          at,
        }),
      )
      write(sql.audited('sms_inbound', id, detail))
    }
    const kind = replyTo(meaning, moved)
    const { mc, claimant_id: claimantId, language } = here[0]!
    if (kind) {
      const about = { carrier: carrier.name, phone: carrier.phone }
      const reply: Message = {
        id: newId(),
        channel: 'SMS',
        address: input.from,
        recipient: 'the worker',
        subject: '',
        body: replyText(kind, spanish ? 'es' : language, about),
        authorization_id: null,
        claimant_id: claimantId,
        template: kind,
        created_at: at,
      }
      for (const statement of queueMessages({ mc, newId, now: at }, [reply])) write(statement)
    }
    note({ type: 'sms_inbound', detail: { meaning, workers: found.length, reply: kind } })
    return { success: true as const, meaning, answered: kind !== null }
  },

  // Each report of the gateway about a text counts once.
  status: async ({ input, db, now, newId, write, note, publishChange }) => {
    const at = now.toISOString()
    const [, text] = await Promise.all([db.all(sql.lockTextOf(input.messageId)), db.one(sql.sentText(input.messageId))])
    if (!text) return notFound()
    const { status } = input
    const known = text.delivered_at !== null ? 'delivered' : text.status === 'FAILED' ? 'failed' : text.status
    if (text.delivered_at !== null || (status === 'failed' && text.status === 'FAILED') || text.status === 'BLOCKED')
      return { success: true as const, status: known.toLowerCase() }
    const { consent } = text
    if (status === 'delivered') {
      write(messageDelivered(text.id, at))
      if (consent) write(sql.heardOf(consent.mc, consent.id, 0, at))
    } else if (status === 'failed') {
      write(messageFailed(text.id, input.reason ?? 'not delivered'))
      if (consent) countFailure(consent, input.failure ?? 'HARD', at, { write, newId })
      if (text.authorization_id !== null) {
        const line = {
          mc: text.mc,
          authorizationId: text.authorization_id,
          now: at,
          actor: { type: 'system' as const, id: null, name: 'Text message gateway' },
          from: text.auth_status,
          to: text.auth_status,
        }
        write(insertEvents([event(line, eventCode.TEXT_MESSAGE_SENT, { result: 'failed' })]))
        publishChange('authorizations')
      }
    } else if (consent) write(sql.heardOf(consent.mc, consent.id, consent.failures, at))
    note({
      ...(text.claim_id !== null && { claims: [text.claim_id] }),
      type: 'outside_message',
      id: text.id,
      detail: { text: status, failure: input.failure },
    })
    return { success: true as const, status }
  },

  campaign: oneTrip(
    ({ b, c }) => ({ found: seen(sql.consent(b, c), s`seen.id`) }),
    ({ found: [found] }) => {
      if (!found) return notFound()
      const { consent, language } = found
      const state = textStates[textStateOf(consent)]
      const reason = whyNoText(consent)
      return {
        state: state.name,
        stateId: state.id,
        label: state.label,
        mobile: consent.mobile === null ? null : maskedMobile(consent.mobile),
        optedInAt: instant(consent.optedInAt),
        optedOutAt: instant(consent.optedOutAt),
        language,
        canSend: reason === null,
        reason,
      }
    },
  ),

  history: oneTrip(
    ({ sc, claimId, page, size }) => ({
      claim: seen(sql.claimOf(sc, claimId), s`seen.id`),
      rows: sql.history(claimId, page, size),
    }),
    ({ claim: [claim], rows }, { input: { page, size } }) => {
      if (!claim) return notFound()
      const total = rows[0]?.total ?? 0
      return {
        content: rows
          .filter((row) => row.at !== null)
          .map(({ at, direction, template, text, state, error }) => ({ at, direction, template, text, state, error })),
        page,
        size,
        sort: 'at,desc',
        totalElements: total,
        totalPages: Math.ceil(total / size),
        totalIsExact: true,
        next: null,
      }
    },
  ),
})

/** An instant as PostgreSQL writes it into JSON, as ISO 8601 UTC. */
const instant = (at: string | null): string | null => (at === null ? null : isoOf(at))
