import { MOST_LETTERS } from './answering.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { xmlText as escaped } from '#platform/identity/saml/xml.ts'
import { channels, type Channel, type Filter, type Line, type Message } from './store.ts'
import { css } from './style.ts'

export type Setting = {
  brand: string
  /** Path the mailbox lives at. */
  room: string
  /** Origin of the portal: addresses below it become links. */
  origin: string
}

const words: Readonly<Record<Channel, string>> = {
  MAIL: 'Mail',
  FAX: 'Fax',
  SMS: 'Text message',
  POST: 'Letter',
  PHARMACY: 'Pharmacy',
}
const states: Readonly<Record<string, string>> = {
  QUEUED: 'On its way',
  SENT: 'Delivered',
  FAILED: 'Failed',
  BLOCKED: 'Blocked',
  WAITING: 'The pharmacy has not read it',
  TAKEN: 'Taken',
}

const when = (line: Line): string => {
  const { day, time, zone } = dayAndTime(Number(BigInt(line.at) / 1000n), line.zone)
  return `${day} ${time} ${zone}`
}

/** The filter and the place as a query, so that every link keeps what was asked for. */
export function query(filter: Filter, before?: string): string {
  const asked = new URLSearchParams()
  if (filter.channel) asked.set('channel', filter.channel)
  if (filter.to) asked.set('to', filter.to)
  if (before) asked.set('before', before)
  return asked.size === 0 ? '' : `?${asked}`
}

/** All messages, newest first. */
export function listPage(
  setting: Setting,
  of: { filter: Filter; lines: readonly Line[]; before: string | undefined; older: string | undefined },
): string {
  const { room } = setting
  const { filter, lines, before, older } = of
  const kept = query(filter, before)
  const options = channels.map(
    (channel) =>
      `<option value="${channel}"${filter.channel === channel ? ' selected' : ''}>${words[channel]}</option>`,
  )
  const items = lines.map(
    (line) => `<li><span class="chip">${words[line.channel]}</span>
<span><b>${escaped(line.recipient)}</b><small>${escaped(line.address)}</small></span>
<span><a href="${room}/${line.mc}/${line.id}${escaped(kept)}">${escaped(line.subject || words[line.channel])}</a><small>${escaped(line.carrier)}</small></span>
<span class="when">${escaped(when(line))}<small>${states[line.status] ?? escaped(line.status)}</small></span></li>`,
  )
  const none =
    filter.channel || filter.to
      ? `<p>No message is like that. <a href="${room}">Show all messages</a></p>`
      : '<p>There is no message yet. Decide a request, or wait a moment.</p>'
  const ways = [
    before ? `<a href="${room}${escaped(query(filter))}">Newest messages</a>` : '',
    older ? `<a href="${room}${escaped(query(filter, older))}" rel="next">Older messages</a>` : '',
    `<a href="${escaped(setting.origin)}/">Open ${escaped(setting.brand)}</a>`,
  ].filter(Boolean)
  return page(
    setting,
    'Demo mailbox',
    `<p>Mail, faxes, text messages and messages to pharmacies that this demonstration made. Nothing of it left this machine.</p>
<form method="get" action="${room}" role="search">
<div><label for="channel">Kind</label><select id="channel" name="channel"><option value="">All</option>${options.join('')}</select></div>
<div class="wide"><label for="to">Recipient</label><input id="to" name="to" type="search" maxlength="100" autocomplete="off" value="${escaped(filter.to)}"></div>
<button type="submit">Show</button>
</form>
${items.length === 0 ? none : `<ol aria-label="Messages, newest first">\n${items.join('\n')}\n</ol>`}
<nav aria-label="Further">${ways.join('')}</nav>`,
  )
}

/** One message, as text; addresses of the portal in it are links. */
export function messagePage(setting: Setting, message: Message, back: string): string {
  const facts: [string, string][] = [
    ['To', [message.recipient, message.address].filter(Boolean).join(', ')],
    ['Kind', words[message.channel]],
    ['From', message.carrier],
    ['When', when(message)],
    ['State', states[message.status] ?? message.status],
  ]
  const { room } = setting
  return page(
    setting,
    message.subject || words[message.channel],
    `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>
<div class="body">${linked(message.body, setting.origin)}</div>
${message.channel === 'SMS' ? answerForm(setting, message) : ''}
<nav aria-label="Further"><a href="${room}${escaped(back)}">Back to all messages</a>${
      message.hasPages ? `<a href="${room}/${message.mc}/${message.id}/pages">Open the pages</a>` : ''
    }</nav>`,
    'letter',
  )
}

const answerForm = ({ room }: Setting, { mc, id }: Message): string =>
  `<form method="post" action="${room}/${mc}/${id}/answer">
<div class="wide"><label for="text">Answer as the patient: STOP, START, YES, HELP or anything else</label><input id="text" name="text" required maxlength="${MOST_LETTERS}" autocomplete="off"></div>
<button type="submit">Send the answer</button>
</form>`

/** A page of one sentence. */
export const sentencePage = (setting: Setting, title: string, sentence: string): string =>
  page(
    setting,
    title,
    `<p>${escaped(sentence)}</p><nav aria-label="Further"><a href="${setting.room}">All messages</a></nav>`,
    'letter',
  )

/** Escapes a text as markup; only addresses of the portal become links. */
export function linked(text: string, origin: string): string {
  const parts = text.split(/(https?:\/\/[^\s<>"'`]+)/)
  return parts
    .map((part, at) => {
      if (at % 2 === 0) return plain(part)
      const address = part.replace(/[.,;:!?)\]}]+$/, '')
      const rest = part.slice(address.length)
      if (!isOurs(address, origin)) return plain(part)
      return `<a href="${escaped(address)}" rel="noreferrer">${escaped(address)}</a>${plain(rest)}`
    })
    .join('')
}

// Line ends stay line ends: the body is shown as it is set.
const plain = (text: string): string => text.split('\n').map(escaped).join('\n')

const isOurs = (address: string, origin: string): boolean => {
  try {
    return new URL(address).origin === origin
  } catch {
    return false
  }
}

const page = (setting: Setting, title: string, body: string, kind = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${css}</style>
</head>
<body>
<main${kind && ` class="${kind}"`}>
<p class="brand">${escaped(setting.brand)}</p>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`
