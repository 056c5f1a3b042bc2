import { addMs, isoOf } from '#platform/dates/instant.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { queueMessages } from '#features/notifications/queue-messages.ts'
import { messageDelivered, messageFailed, noticesToClaimOwners, type Message } from '#features/notifications/sql.ts'
import { oneTrip, seen, implement } from '#platform/calls/handler.ts'
import { notFound, refusalText } from '#platform/calls/refusal.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { mayUpdate } from '#features/permissions/rules.ts'
import { MOST_TEXTS, textTime, workerZones } from '#features/notifications/rules.ts'
import { sql as s } from '#platform/database/sql.ts'
import { countFailure } from './consent.ts'
import { textsFile } from './export.ts'
import { texts } from './contract.ts'
import {
  gatewayActions,
  INVITATION,
  resent,
  sentOn,
  templates,
  whyNotInvite,
  whyNotOptOut,
  whyNotSend,
  whyNotTrue,
  whyNotWhole,
  type GatewayAction,
  type Template,
  type TextFacts,
} from './gateway-rules.ts'
import {
  answered,
  maskedMobile,
  meaningOf,
  repeatsReply,
  replyTo,
  SAME_REPLY_MS,
  textStateOf,
  textStates,
  whyNoText,
  type TextState,
} from './rules.ts'
import * as sql from './sql.ts'
import { replyText, templateText } from './words.ts'

export const handlers = implement(texts)({
  // STOP is for a number: every worker with it, at any carrier, each within their own carrier's row security.
  inbound: async ({ input, db, now, newId, write, note, publishChange }) => {
    const at = now.toISOString()
    const [found, carrier, lately] = await Promise.all([
      db.all(sql.workersOf(input.from, input.id)),
      db.one(sql.ourCarrier()),
      db.all(sql.repliesSince(input.from, addMs(now, -SAME_REPLY_MS))),
    ])
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
      if (meaning === 'OTHER' && input.text.trim() !== '') write(noticesToClaimOwners(mc, claimantId, at))
      write(sql.audited('sms_inbound', id, detail))
    }
    const { mc, claimant_id: claimantId, language } = here[0]!
    const said = replyTo(meaning, moved)
    const about = { carrier: carrier.name, phone: carrier.phone }
    const words = said && replyText(said, spanish ? 'es' : language, about)
    const had = lately.map(({ body }) => body)
    const kind = said && words && repeatsReply(said, words, had) ? null : said
    if (kind && words) {
      const reply: Message = {
        id: newId(),
        channel: 'SMS',
        address: input.from,
        recipient: 'the patient',
        subject: '',
        body: words,
        authorization_id: null,
        claimant_id: claimantId,
        template: kind,
        created_at: at,
      }
      for (const statement of queueMessages({ mc, newId, now: at }, [reply])) write(statement)
    }
    note({ type: 'sms_inbound', detail: { meaning, workers: found.length, reply: kind } })
    publishChange('texts')
    if (meaning === 'OTHER') publishChange('notifications')
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
    ({ b, c }) => ({ found: seen(sql.workerFacts(c, b), s`seen.id`) }),
    ({ found: [found] }, { now, person }) => {
      if (!found) return notFound()
      const { language, facts, campaign } = found
      const { consent, onFile } = facts
      const state = textStates[textStateOf(consent)]
      const reason = whyNoText(consent)
      const at = now.toISOString()
      const zones = workerZones(found, at)
      const zone = zones[0]!
      const whyNot = (action: GatewayAction) =>
        mayUpdate(person) ? whyNotAct(action, facts, at, zone) : { code: 'UPDATE_BLOCKED' as const }
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
        mobileOnFile: onFile === null ? null : maskedMobile(onFile),
        invitedAt: instant(found.invited_at),
        consentSource: campaign?.consent_source ?? null,
        recordedBy: campaign?.recorded_by_name ?? null,
        sentToday: sentOn(facts, at, zone),
        mostPerDay: MOST_TEXTS,
        zone,
        waitsUntil: waitsUntil(at, zones),
        actions: gatewayActions.map((action) => {
          const why = whyNot(action)
          return {
            action,
            whyNot: why
              ? { code: why.code, message: ('message' in why && why.message) || refusalText[why.code] || '' }
              : null,
          }
        }),
        templates: templates.map((template) => ({
          template,
          en: templateText(template, 'en', found),
          es: templateText(template, 'es', found),
          whyNot: whyNotTrue(template, facts) ?? whyNotWhole(template, facts),
          lastSentAt: instant(facts.sent.find((one) => one.template === template)?.at ?? null),
        })),
      }
    },
  ),

  gateway: async ({ input, db, who, now, newId, write, note, publishChange, refuse }) => {
    const at = now.toISOString()
    const [person, , found] = await Promise.all([
      who(),
      db.all(sql.lockNumberOf(input.claimId)),
      db.one(sql.workerFacts(input.claimId, null)),
    ])
    if (!found) return notFound()
    if (!mayUpdate(person)) refuse({ code: 'UPDATE_BLOCKED' })
    const { facts, mc, claimant_id: claimantId } = found
    const { consent, onFile } = facts
    const zones = workerZones(found, at)
    const zone = zones[0]!
    const { action } = input
    refuse(whyNotAct(action, facts, at, zone))
    if (input.mobile !== undefined && input.mobile !== (onFile ?? consent.mobile))
      refuse({
        code: 'RULE',
        field: 'mobile',
        message: 'This is not the number on file. Change the contact data first.',
      })
    if (input.consent && input.consent.at > dateIn(now.getTime(), zone))
      refuse({ code: 'VALIDATION', field: 'consent.at', message: 'Enter a day up to today.' })
    if (action === 'ENROLL' && !input.consent)
      refuse({ code: 'VALIDATION', field: 'consent', message: 'Enter how and when the patient agreed to be asked.' })
    const template = templateOf(action, input.template, facts, at, zone)
    if (template === undefined && action !== 'OPT_OUT')
      refuse({ code: 'VALIDATION', field: 'template', message: `Enter one of ${templates.join(', ')}.` })
    if (action === 'SEND' && template !== undefined && template !== INVITATION) {
      const untrue = whyNotTrue(template, facts) ?? whyNotWhole(template, facts)
      if (untrue !== null) refuse({ code: 'RULE', field: 'template', message: untrue })
    }
    const to: TextState = action === 'ENROLL' ? 1 : action === 'OPT_OUT' ? 3 : consent.kept
    const language = input.language ?? (found.language === 'es' ? 'es' : 'en')
    if (action === 'ENROLL' || action === 'OPT_OUT') {
      write(sql.endCampaign(mc, claimantId, at))
      write(
        sql.insertCampaign({
          mc,
          id: newId(),
          claimant_id: claimantId,
          mobile: (action === 'ENROLL' ? onFile : (consent.mobile ?? onFile))!,
          state: to,
          language,
          consent_source: input.consent?.source ?? 'PHONE',
          opted_in_at: action === 'OPT_OUT' ? consent.optedInAt : null,
          opted_out_at: action === 'OPT_OUT' ? at : null,
          last_status_at: at,
          failures: 0,
          since: at,
          until: null,
          consent_on: input.consent?.at ?? dateIn(now.getTime(), zone),
          recorded_by: person.id,
          recorded_by_name: person.name,
        }),
      )
    }
    const messageId = template === undefined ? null : newId()
    if (template !== undefined && messageId !== null) {
      const text: Message = {
        id: messageId,
        channel: 'SMS',
        address: (action === 'ENROLL' ? onFile : (consent.mobile ?? onFile))!,
        recipient: 'the patient',
        subject: '',
        body: templateText(template, language, found),
        authorization_id: null,
        claimant_id: claimantId,
        template,
        created_at: at,
      }
      for (const statement of queueMessages({ mc, newId, now: at }, [text], { when: () => textTime(at, zones) }))
        write(statement)
    }
    note({
      claims: [found.id],
      type: 'sms_campaign',
      id: claimantId,
      detail: { action, from: consent.kept, to, ...(template !== undefined && { template }) },
    })
    publishChange('texts')
    const after =
      textStates[textStateOf({ ...consent, kept: to, sameNumber: action === 'ENROLL' || consent.sameNumber })]
    return {
      success: true,
      state: after.name,
      stateId: after.id,
      messageId,
      waitsUntil: messageId === null ? null : waitsUntil(at, zones),
    }
  },

  export: textsFile,

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

/** When a text written now is sent; null where it is sent at once. */
function waitsUntil(at: string, zones: readonly string[]): string | null {
  const time = textTime(at, zones)
  return time === at ? null : time
}

/** Why this cannot be done for this worker by any user. */
function whyNotAct(action: GatewayAction, facts: TextFacts, at: string, zone: string) {
  switch (action) {
    case 'ENROLL':
      return whyNotInvite(facts, at, zone)
    case 'OPT_OUT':
      return whyNotOptOut(facts)
    case 'SEND':
      return whyNotSend(facts, at, zone)
    case 'RESEND': {
      const found = resent(facts, at, zone)
      return 'code' in found ? found : undefined
    }
  }
}

/** The text an action sends; undefined where it sends none. */
function templateOf(
  action: GatewayAction,
  asked: Template | undefined,
  facts: TextFacts,
  at: string,
  zone: string,
): Template | typeof INVITATION | undefined {
  if (action === 'ENROLL') return INVITATION
  if (action === 'SEND') return asked
  if (action === 'OPT_OUT') return undefined
  const found = resent(facts, at, zone)
  return 'template' in found ? found.template : undefined
}

/** An instant as PostgreSQL writes it into JSON, as ISO 8601 UTC. */
const instant = (at: string | null): string | null => (at === null ? null : isoOf(at))
