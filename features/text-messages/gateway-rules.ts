import { dayStart, MOST_TEXTS } from '#features/notifications/rules.ts'
import { isGranted, isOpen, isRejected } from '#features/authorizations/statuses.ts'
import { DAY_MS, MINUTE_MS } from '#platform/dates/instant.ts'
import type { Why } from '#platform/calls/refusal.ts'
import type { TextConsent } from './columns.ts'
import { textStateOf, whyNoText } from './rules.ts'

// What a user may do about the text messages of a worker: invite, send one of the fixed texts, send again, end them.

export const gatewayActions = ['ENROLL', 'OPT_OUT', 'SEND', 'RESEND'] as const
export type GatewayAction = (typeof gatewayActions)[number]

/** The fixed texts a user may send. */
export const templates = ['PENDING', 'APPROVED', 'READY', 'CALL_US'] as const
export type Template = (typeof templates)[number]
/** The text that asks a worker whether they want texts. */
export const INVITATION = 'INVITE'

/** What is known of a worker's texts and of the claim they are about. Instants ISO 8601. */
export type TextFacts = {
  consent: TextConsent
  /** The mobile number on file, ten digits; null where there is none. */
  onFile: string | null
  /** Another worker of the carrier with this number wants no texts. */
  numberStopped: boolean
  /** Texts to the number in the last two days, newest first. */
  sent: readonly { template: string | null; status: 'QUEUED' | 'SENT' | 'FAILED' | 'BLOCKED'; at: string }[]
  /** Statuses of the claim's open requests and of those completed in the last 30 days. */
  statuses: readonly number[]
  /** One of those was approved as it was asked for, and its pharmacy has the message. */
  whole: boolean
  /** A fill of the claim was paid in the last 7 days. */
  filled: boolean
}
type No = Why<'FEATURE_OFF' | 'RULE'>

const off: No = { code: 'FEATURE_OFF', message: 'The carrier has switched text messages off.' }
const rule = (message: string, field?: string): No => ({ code: 'RULE', message, ...(field !== undefined && { field }) })
const noNumber = rule('The patient has no mobile number on file.')

/** Texts sent to the number on this day of its zone, or about to be. */
export const sentOn = ({ sent }: TextFacts, now: string, zone: string): number => {
  const start = Date.parse(dayStart(now, zone))
  return sent.filter(({ status, at }) => (status === 'SENT' || status === 'QUEUED') && Date.parse(at) >= start).length
}

/** Why no text may be sent to this number now, whatever it says. */
function whyNotNow(of: TextFacts, now: string, zone: string): No | undefined {
  const last = of.sent.find(({ status }) => status === 'SENT' || status === 'QUEUED')
  if (last && Date.parse(now) - Date.parse(last.at) < MINUTE_MS)
    return rule('A text was sent to this number less than a minute ago.')
  return sentOn(of, now, zone) >= MOST_TEXTS
    ? rule(`This number has had its ${MOST_TEXTS} texts of the day. Send it tomorrow.`)
    : undefined
}

/** Why a worker cannot be invited to text messages. STOP always wins, also another worker's with the same number. */
export function whyNotInvite(of: TextFacts, now: string, zone: string): No | undefined {
  const { consent, onFile } = of
  if (consent.kept === 3) return rule(whyNoText(consent)!)
  if (consent.off) return off
  if (onFile === null) return noNumber
  if (!consent.claimOpen) return rule('The claim is closed.')
  if (of.numberStopped) return rule('Somebody with this number opted out of text messages.')
  if (consent.sameNumber && consent.kept === 2) return rule('The patient already gets text messages.')
  if (consent.sameNumber && consent.kept === 1) return rule('The patient was invited. Send the invitation again.')
  return whyNotNow(of, now, zone)
}

/** Why text messages to a worker cannot be ended. */
export function whyNotOptOut({ consent, onFile }: TextFacts): No | undefined {
  if (consent.kept === 3) return rule('The patient has opted out of text messages already.')
  return consent.mobile === null && onFile === null ? noNumber : undefined
}

/** Why no fixed text can be sent to a worker. */
export function whyNotSend(of: TextFacts, now: string, zone: string): No | undefined {
  const why = whyNoText(of.consent)
  if (why !== null) return textStateOf(of.consent) === 6 ? off : rule(why)
  return whyNotNow(of, now, zone)
}

/** Why a fixed text would not be true now; null where it is. */
export function whyNotTrue(
  template: Template,
  { statuses, filled }: Pick<TextFacts, 'statuses' | 'filled'>,
): string | null {
  switch (template) {
    case 'PENDING':
      return statuses.some(isOpen) ? null : 'No request is open.'
    case 'APPROVED':
      return statuses.some(isGranted) ? null : 'No request was approved in the last 30 days.'
    case 'READY':
      return filled ? null : 'No fill was paid in the last 7 days.'
    case 'CALL_US':
      return statuses.some(isRejected) ? null : 'No request was rejected in the last 30 days.'
  }
}

/** Why "approved" would say more than is so: a part was approved, or the pharmacy has not heard of it. */
export const whyNotWhole = (template: Template, { whole }: Pick<TextFacts, 'whole'>): string | null =>
  template !== 'APPROVED' || whole
    ? null
    : 'No request was approved as it was asked for, with its pharmacy notified, in the last 30 days.'

const isTemplate = (template: string | null | undefined): template is Template =>
  templates.some((one) => one === template)

/** What is sent again: the invitation nobody answered for a day, or the last text where it did not arrive. */
export function resent(of: TextFacts, now: string, zone: string): { template: Template | typeof INVITATION } | No {
  if (textStateOf(of.consent) === 1) {
    const last = of.sent.find(({ template }) => template === INVITATION)
    if (last && Date.parse(now) - Date.parse(last.at) < DAY_MS)
      return rule('The invitation was sent less than a day ago.')
    if (of.numberStopped) return rule('Somebody with this number opted out of text messages.')
    return whyNotNow(of, now, zone) ?? { template: INVITATION }
  }
  const why = whyNotSend(of, now, zone)
  if (why) return why
  const last = of.sent.find(({ template }) => isTemplate(template))
  if (!last || !isTemplate(last.template) || (last.status !== 'FAILED' && last.status !== 'BLOCKED'))
    return rule('No text of the last two days failed.')
  const untrue = whyNotTrue(last.template, of) ?? whyNotWhole(last.template, of)
  return untrue === null ? { template: last.template } : rule(untrue)
}
