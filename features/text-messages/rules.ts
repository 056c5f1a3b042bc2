/** Where a worker stands with text messages. */
export const textStates = [
  { id: 0, name: 'NOT_ENROLLED', label: 'Not asked' },
  { id: 1, name: 'INVITED', label: 'Invited, not answered' },
  { id: 2, name: 'SUBSCRIBED', label: 'Takes text messages' },
  { id: 3, name: 'OPTED_OUT', label: 'Wants no text messages' },
  { id: 4, name: 'UNDELIVERABLE', label: 'Text messages do not arrive' },
  { id: 5, name: 'SUSPENDED', label: 'Suspended' },
  { id: 6, name: 'BLOCKED', label: 'Switched off by the carrier' },
] as const
export type TextState = (typeof textStates)[number]['id']

/** The worker agreed to texts: the one state in which any is sent. */
export const SUBSCRIBED = 2

/** What a worker means by a text: yes to an invitation, in (again), out, help; anything else is kept and changes nothing. */
export type Meaning = 'ACCEPT' | 'JOIN' | 'STOP' | 'HELP' | 'OTHER'
/** What moves consent. */
export type TextEvent = 'invite' | 'accept' | 'join' | 'stop' | 'undeliverable'

/**
 * From where a happening leads where; what is not here changes nothing. Suspended and blocked are no steps of this table:
 * they lie over it (`textStateOf`) and leave what the worker said as it is.
 */
export const textTransitions: readonly { on: TextEvent; from: readonly TextState[]; to: TextState; why: string }[] = [
  { on: 'invite', from: [0, 4], to: 1, why: 'the opt-in text was sent; never to who opted out' },
  { on: 'accept', from: [1], to: 2, why: 'YES answers an invitation and nothing else' },
  { on: 'join', from: [1, 3, 4], to: 2, why: 'START and UNSTOP; a number that texts is reached again' },
  { on: 'stop', from: [0, 1, 2, 4], to: 3, why: 'STOP always wins, also before anybody was asked' },
  { on: 'undeliverable', from: [1, 2], to: 4, why: 'a landline, or the third hard failure in a row' },
]

/** Where a happening leads; undefined where it changes nothing. */
export const textStateAfter = (from: TextState, on: TextEvent): TextState | undefined =>
  textTransitions.find((row) => row.on === on && row.from.includes(from))?.to

/** What lies over the state a worker's consent is kept in. */
export type Circumstances = {
  kept: TextState
  /** The number that was agreed to is still the worker's on file. */
  sameNumber: boolean
  claimOpen: boolean
  /** The carrier switched text messages off. */
  off: boolean
}

/** The state as it counts: a STOP before the carrier's switch, that before a closed claim or another number. */
export function textStateOf({ kept, sameNumber, claimOpen, off }: Circumstances): TextState {
  if (kept === 3) return 3
  if (off) return 6
  if (kept === 0) return 0
  if (!claimOpen || !sameNumber) return 5
  return kept
}

/** A text may be sent to the worker. */
export const takesTexts = (of: Circumstances): boolean => textStateOf(of) === SUBSCRIBED

/** Why no text can be sent to a worker now, in words; null where one can. */
export function whyNoText(of: Circumstances): string | null {
  switch (textStateOf(of)) {
    case 0:
      return 'The worker was not asked yet whether they want text messages.'
    case 1:
      return 'The worker has not answered the invitation.'
    case 2:
      return null
    case 3:
      return 'The worker wants no text messages. Only they can change that, by texting START.'
    case 4:
      return 'Text messages to this number did not arrive.'
    case 5:
      return of.claimOpen ? 'The number on file is not the one the worker agreed to.' : 'The claim is closed.'
    case 6:
      return 'The carrier has switched text messages off.'
  }
}

/** Hard failures in a row after which a number counts as one that takes no texts. */
const HARD_FAILURES = 3

/** How a gateway says a text failed: for good, because the number is a landline, or only this time. */
export type TextFailure = 'HARD' | 'LANDLINE' | 'TEMPORARY'

/** What a failed text does to consent: how many hard failures in a row there are now, and whether it was one too many. */
export function afterFailedText(failures: number, failure: TextFailure): { failures: number; undeliverable: boolean } {
  const now = failure === 'TEMPORARY' ? failures : failures + 1
  return { failures: now, undeliverable: failure === 'LANDLINE' || now >= HARD_FAILURES }
}

// Our words and those the telephone companies and the federal rule on revoking consent name (47 CFR 64.1200(a)(10)),
// with the Spanish ones. Compared without accents, marks and case.
const english: readonly (readonly [Exclude<Meaning, 'OTHER'>, string])[] = [
  ['STOP', 'STOP,STOPALL,STOP ALL,UNSUBSCRIBE,CANCEL,END,QUIT,REMOVE,REVOKE,OPTOUT,OPT OUT'],
  ['JOIN', 'START,UNSTOP'],
  ['ACCEPT', 'YES,Y'],
  ['HELP', 'HELP,INFO'],
]
const spanish: typeof english = [
  ['STOP', 'ALTO,PARAR,PARE,CANCELAR,TERMINAR,BAJA,NO MAS'],
  ['JOIN', 'COMENZAR,EMPEZAR,ALTA'],
  ['ACCEPT', 'SI'],
  ['HELP', 'AYUDA'],
]
const find = (lists: typeof english, said: string): Meaning | undefined =>
  lists.find(([, list]) => list.split(',').includes(said))?.[0]
/** A text that begins with one of these is a wish to stop whatever follows ("Stop texting me!"). */
const stopsAtOnce = /^(?:STOP|STOPALL|UNSUBSCRIBE) /

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim()

/** What a text of a worker means; `spanish` where its word is. STOP is no word of English alone. */
export function meaningOf(text: string): { meaning: Meaning; spanish: boolean } {
  const said = plain(text)
  const inSpanish = find(spanish, said) ?? (said.startsWith('ALTO ') ? 'STOP' : undefined)
  const inEnglish = find(english, said) ?? (stopsAtOnce.test(said) ? 'STOP' : 'OTHER')
  return { meaning: inSpanish ?? inEnglish, spanish: inSpanish !== undefined }
}

const events: Readonly<Record<Meaning, TextEvent | undefined>> = {
  ACCEPT: 'accept',
  JOIN: 'join',
  STOP: 'stop',
  HELP: undefined,
  OTHER: undefined,
}
/** Where a worker's text leads them; where it changes nothing, the state they are in. A number that is not theirs joins nothing. */
export function answered(from: TextState, meaning: Meaning, onFile: boolean): TextState {
  const on = events[meaning]
  if (on === undefined || (on !== 'stop' && !onFile)) return from
  return textStateAfter(from, on) ?? from
}

/** What is answered to a text; null where silence is right. */
export type ReplyKind = 'welcome' | 'stopped' | 'help' | 'helpStopped' | 'notInvited'
/**
 * The one text a number gets back, whatever number of workers share it: `before` and `after` are theirs. After the
 * confirmation of a STOP there is no other, but for HELP, which is always answered.
 */
export function replyTo(
  meaning: Meaning,
  workers: readonly { before: TextState; after: TextState }[],
): ReplyKind | null {
  const any = (state: TextState) => workers.some(({ after }) => after === state)
  switch (meaning) {
    case 'STOP':
      return workers.some(({ before, after }) => before !== after) ? 'stopped' : null
    case 'JOIN':
      return any(2) ? 'welcome' : 'notInvited'
    case 'ACCEPT':
      return workers.some(({ before, after }) => before === 1 && after === 2) ? 'welcome' : null
    case 'HELP':
      return any(3) && !any(2) ? 'helpStopped' : 'help'
    case 'OTHER':
      return null
  }
}

/** "(***) ***-0144": enough to recognize a number by. */
export const maskedMobile = (mobile: string): string => `(***) ***-${mobile.replaceAll(/\D/g, '').slice(-4)}`
