import type { Why } from '#platform/calls/refusal.ts'
import { addDays, usDate } from '#platform/dates/day.ts'
import { dateIn, instantOf } from '#platform/dates/zone.ts'
import { exactWords } from '#platform/dates/words.ts'
import { dueFor } from '#features/authorizations/raise.ts'
import type { AuthorizationRow } from '#features/authorizations/rows.ts'
import type { ClockEvents } from '#features/deadlines/due.ts'
import { isBill, packFor, packOf, requestKind, silenceApproves } from '#features/deadlines/which-pack.ts'
import { jurisdictionOf } from '#reference/jurisdictions/jurisdictions.ts'
import type { receivedHow } from './arrival-fields.ts'

// When and how a request came that somebody keys afterwards, and the clock that follows from it.

/**
 * A request that came longer ago is not keyed any more: one nobody decided is closed after as many days (T26), and a longer
 * time is a slip in the date.
 */
const OLDEST_DAYS = 30

type How = (typeof receivedHow)[number]

/** What was said of it; `receivedAt` is an instant or a wall time of the jurisdiction. */
export type ArrivalSaid = {
  receivedAt?: string | undefined
  receivedHow?: How | undefined
  postedOn?: string | undefined
  urgent?: boolean | undefined
  concurrent?: boolean | undefined
}

/** What is kept of it. */
export type Arrival = Pick<
  AuthorizationRow,
  'request_received_at' | 'received_how' | 'posted_on' | 'urgent' | 'concurrent'
>

export type ArrivalOf = {
  jurisState: string
  channel: number
  level: number
  /** 'YYYY-MM-DD' */
  dateOfInjury: string
  /** When the decision that is reconsidered was made; null of a first request. */
  deniedAt: string | null
}

/** The zone days are counted in: that of the jurisdiction's rule. */
const zoneOf = ({ jurisState, channel, level }: ArrivalOf, now: string): string =>
  packFor(jurisState, requestKind(channel, level), now).timeZone

const hasZone = (text: string): boolean => /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)

/** The instant a text names, in a zone where it names none itself. */
export function instantSaid(text: string, zone: string): string {
  const [date = '', time = ''] = text.split('T')
  return new Date(hasZone(text) ? Date.parse(text) : instantOf(date, time, zone)).toISOString()
}

/** The instant a request counts from: its coming, the posting of a letter, or now where nothing is said. */
function countsFrom(said: ArrivalSaid, zone: string, now: string): string {
  if (said.receivedAt !== undefined) return instantSaid(said.receivedAt, zone)
  return said.postedOn === undefined ? now : new Date(instantOf(said.postedOn, '00:00', zone)).toISOString()
}

/** What is wrong with what was said of when and how a request came, with the field to mark; nothing means it can be so. */
export function whyNotArrived(said: ArrivalSaid, of: ArrivalOf, now: string): Why<'VALIDATION'> | undefined {
  const no = (field: keyof ArrivalSaid, message: string): Why<'VALIDATION'> => ({ code: 'VALIDATION', field, message })
  const field = said.postedOn === undefined ? 'receivedAt' : 'postedOn'
  if (said.receivedAt !== undefined && said.receivedHow === undefined)
    return no('receivedHow', 'Enter how it came: by fax, mail, phone, e-mail or in the portal.')
  if (said.postedOn !== undefined) {
    if (said.receivedHow !== 'MAIL') return no('postedOn', 'Only a mailed request has a postmark date.')
    if (said.receivedAt !== undefined)
      return no('postedOn', 'Enter the postmark date only if the date the letter arrived was not recorded.')
    const { mailDays } = packFor(of.jurisState, requestKind(of.channel, of.level, said.urgent), now)
    const state = jurisdictionOf(of.jurisState)?.name ?? of.jurisState
    if (mailDays === 0)
      return no('receivedAt', `Enter when the letter arrived: ${state} does not count from the postmark.`)
  }
  const zone = zoneOf(of, now)
  const from = countsFrom(said, zone, now)
  const came = dateIn(Date.parse(from), zone)
  if (Date.parse(from) > Date.parse(now)) return no(field, 'It cannot have come in the future.')
  if (came < of.dateOfInjury) return no(field, `It cannot have come before the injury of ${usDate(of.dateOfInjury)}.`)
  if (of.deniedAt !== null && Date.parse(from) < Date.parse(of.deniedAt))
    return no(field, `It cannot have come before the decision of ${exactWords(of.deniedAt, zone)}.`)
  if (came < addDays(dateIn(Date.parse(now), zone), -OLDEST_DAYS))
    return no(field, `It came more than ${OLDEST_DAYS} days ago. Check the date.`)
  return undefined
}

/** What is kept of it, where nothing is wrong with it. */
export const arrivalOf = (said: ArrivalSaid, of: ArrivalOf, now: string): Arrival => ({
  request_received_at: countsFrom(said, zoneOf(of, now), now),
  received_how: said.receivedHow ?? null,
  posted_on: said.postedOn ?? null,
  urgent: said.urgent ?? false,
  concurrent: said.concurrent ?? false,
})

/** What the maker says when sending: over what the draft says, which counts from the sending where it says nothing. */
export function arrivalAtSending(said: ArrivalSaid, draft: Arrival, of: ArrivalOf, now: string): Arrival {
  const { urgent = draft.urgent, concurrent = draft.concurrent, receivedHow = draft.received_how as How | null } = said
  if (said.receivedAt !== undefined || said.postedOn !== undefined || draft.received_how === null)
    return arrivalOf({ ...said, urgent, concurrent }, of, now)
  const posted_on = receivedHow === 'MAIL' ? draft.posted_on : null
  return { request_received_at: draft.request_received_at, received_how: receivedHow, posted_on, urgent, concurrent }
}

const channelOf: Readonly<Record<How, NonNullable<ClockEvents['channel']>>> = {
  FAX: 'fax',
  EMAIL: 'email',
  PHONE: 'phone',
  MAIL: 'electronic', // its coming was noted: no days are added for the mail
  PORTAL: 'electronic',
}

type Clocked = Pick<AuthorizationRow, 'juris_state' | 'claim_channel_type' | 'reconsideration_level' | 'date_written'>

/** The due time of a request that came so; of care under way that is urgent as well, the earlier one. */
export function dueOf(request: Clocked, arrival: Arrival): ReturnType<typeof dueFor> {
  const { claim_channel_type: channel, reconsideration_level: level } = request
  const how = arrival.received_how as How | null
  const came = arrival.posted_on !== null ? 'mail' : how === null ? 'electronic' : channelOf[how]
  const kind = requestKind(channel, level, arrival.urgent)
  const underWay = arrival.concurrent && level === 0 && !isBill(channel)
  const kinds = underWay ? (['concurrent', ...(arrival.urgent ? [kind] : [])] as const) : [kind]
  return kinds
    .map((one) => dueFor(request.juris_state, arrival.request_received_at, came, one, request.date_written))
    .reduce((first, next) => (next.due.dueAt < first.due.dueAt ? next : first))
}

/** What the maker of a request reads when its due time passed before it was keyed. */
export function lateWords(
  row: Parameters<typeof silenceApproves>[0] & { statutory_due_at: string },
  now: string,
): string[] {
  if (Date.parse(now) <= Date.parse(row.statutory_due_at)) return []
  const pack = packOf(row)
  const due = exactWords(row.statutory_due_at, pack.timeZone)
  const approved = silenceApproves(row) ? ' With no decision by then, it is deemed approved.' : ''
  return [`The answer was due ${due}, before the request was keyed.${approved}`]
}
