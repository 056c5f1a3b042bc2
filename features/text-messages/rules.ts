import { HOUR_MS } from '#platform/dates/instant.ts'

/** The states of a worker's consent to text messages. */
export const textStates = [
  { id: 0, name: 'NOT_ENROLLED', label: 'Not asked' },
  { id: 1, name: 'INVITED', label: 'Invited, not answered' },
  { id: 2, name: 'SUBSCRIBED', label: 'Opted in' },
  { id: 3, name: 'OPTED_OUT', label: 'Opted out' },
  { id: 4, name: 'UNDELIVERABLE', label: 'Undeliverable' },
  { id: 5, name: 'SUSPENDED', label: 'Suspended' },
  { id: 6, name: 'BLOCKED', label: 'Switched off by the carrier' },
] as const
export type TextState = (typeof textStates)[number]['id']

const INVITED = 1
/** The worker agreed to texts: the only state in which any is sent. */
const SUBSCRIBED = 2

/** The meaning of a worker's text: yes to an invitation, start, stop, help; any other is stored and changes nothing. */
export type Meaning = 'ACCEPT' | 'JOIN' | 'STOP' | 'HELP' | 'OTHER'
/** What changes consent. */
export type TextEvent = 'invite' | 'accept' | 'join' | 'stop' | 'undeliverable'

/**
 * The transitions of consent; any other event changes nothing. Suspended and blocked are not in this table: they
 * override the stored state (`textStateOf`) and leave the worker's own choice as it is.
 */
const textTransitions: readonly { on: TextEvent; from: readonly TextState[]; to: TextState; why: string }[] = [
  { on: 'invite', from: [0, 4], to: 1, why: 'the opt-in text was sent; never to who opted out' },
  { on: 'accept', from: [1], to: 2, why: 'YES answers an invitation and nothing else' },
  { on: 'join', from: [1, 3, 4], to: 2, why: 'START and UNSTOP; a number that texts is reached again' },
  { on: 'stop', from: [0, 1, 2, 4], to: 3, why: 'STOP always wins, also before anybody was asked' },
  { on: 'undeliverable', from: [1, 2], to: 4, why: 'a landline, or the third hard failure in a row' },
]

/** The state after an event; undefined where nothing changes. */
export const textStateAfter = (from: TextState, on: TextEvent): TextState | undefined =>
  textTransitions.find((row) => row.on === on && row.from.includes(from))?.to

/** Conditions that override the stored state. */
export type Circumstances = {
  kept: TextState
  /** The number consent was given for is still the worker's number on file. */
  sameNumber: boolean
  claimOpen: boolean
  /** The carrier switched text messages off. */
  off: boolean
}

/** The effective state: a STOP overrides the carrier's switch, which overrides a closed claim or another number. */
export function textStateOf({ kept, sameNumber, claimOpen, off }: Circumstances): TextState {
  if (kept === 3) return 3
  if (off) return 6
  if (kept === 0) return 0
  if (!claimOpen || !sameNumber) return 5
  return kept
}

/** A text may be sent to the worker. */
export const takesTexts = (of: Circumstances): boolean => textStateOf(of) === SUBSCRIBED

/** The worker was asked and has not answered: the only text that may be sent is the invitation. */
export const awaitsAnswer = (of: Circumstances): boolean => textStateOf(of) === INVITED

/** Why no text can be sent to a worker now; null where one can. */
export function whyNoText(of: Circumstances): string | null {
  switch (textStateOf(of)) {
    case 0:
      return 'The patient was not asked yet whether they want text messages.'
    case 1:
      return 'The patient has not answered the invitation.'
    case 2:
      return null
    case 3:
      return 'The patient opted out of text messages. Only they can opt in again, by texting START.'
    case 4:
      return 'Text messages to this number did not arrive.'
    case 5:
      return of.claimOpen ? 'The number on file is not the one the patient agreed to.' : 'The claim is closed.'
    case 6:
      return 'The carrier has switched text messages off.'
  }
}

/** Consecutive hard failures after which a number gets no texts. */
const HARD_FAILURES = 3

/** How a text failed: permanently, because the number is a landline, or temporarily. */
export type TextFailure = 'HARD' | 'LANDLINE' | 'TEMPORARY'

/** The effect of a failed text on consent: consecutive hard failures so far, and whether it was one too many. */
export function afterFailedText(failures: number, failure: TextFailure): { failures: number; undeliverable: boolean } {
  const now = failure === 'TEMPORARY' ? failures : failures + 1
  return { failures: now, undeliverable: failure === 'LANDLINE' || now >= HARD_FAILURES }
}

// Our keywords and those of the carriers and of the federal rule on revoking consent (47 CFR 64.1200(a)(10)), with
// Spanish ones. Compared without accents, punctuation and case.
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
/** A text that begins with one of these asks to stop whatever follows ("Stop texting me!"). */
const stopsAtOnce = /^(?:STOP|STOPALL|UNSUBSCRIBE) /

// A wish to stop in a person's own words; the federal rule asks for any reasonable way (47 CFR 64.1200(a)(10)). What says the
// opposite, or is about something else, is no wish; somebody reads it.
const POLITE = '(?:PLEASE|PLS|JUST|NOW|THANKS|THANK YOU|OK|HI|HELLO|SIR|I SAID|I WANT TO|I WOULD LIKE TO|YOU NEED TO)'
const TEXTS = '(?:TEXT|TEXTS|TEXTING|MESSAGE|MESSAGES|MESSAGING|MSG|MSGS|SMS|NOTIFICATIONS|ALERTS)'
const ANY =
  '(?: (?:ME|ANY|ANYMORE|MORE|OF|THESE|THIS|THE|ALL|YOUR|FROM|SENDING|GETTING|RECEIVING|CONTACTING|WITH|TO|CALLING|AND))*'
const wishes = {
  english: [
    `^(?:${POLITE} )*(?:STOP|STOPALL|STOP ALL|STOP IT|STOP THIS|STOP THAT|QUIT|QUIT IT|UNSUBSCRIBE|UNSUBSCRIBE ME|OPT OUT|OPT ME OUT|OPTOUT|END|END THIS|CANCEL|REVOKE|REMOVE)(?: ${POLITE})*$`,
    `\\b(?:STOP|QUIT|NO MORE|DO NOT|DON T|DONT|NEVER|CANCEL|END|UNSUBSCRIBE|REVOKE)${ANY} ${TEXTS}\\b`,
    `\\b(?:STOP|QUIT|DO NOT|DON T|DONT|NEVER)(?: EVER)? (?:CONTACTING|CONTACT|BOTHERING|BOTHER|WRITING|WRITE)(?: TO)?(?: ME|$)`,
    '\\b(?:STOP|QUIT|DO NOT|DON T|DONT|NEVER)(?: EVER)? (?:SENDING|SEND)(?: ME)?(?: ANY| ANYTHING| MORE| THESE|$)',
    `\\b(?:DO NOT|DON T|DONT|NO LONGER|NEVER) (?:WANT|WISH|LIKE)(?: TO)?(?: GET| RECEIVE| HAVE)?${ANY} ${TEXTS}\\b`,
    '\\b(?:TAKE|REMOVE) (?:ME|MY NUMBER|THIS NUMBER) (?:OFF|FROM)\\b',
    '^(?:PLEASE )?REMOVE (?:ME|MY NUMBER|THIS NUMBER)(?: PLEASE)?$',
    '\\b(?:DELETE|LOSE|ERASE) (?:MY|THIS) NUMBER\\b',
    '\\bLEAVE ME ALONE\\b',
    '\\bOPT(?: ME)? OUT\\b',
    '\\bUNSUBSCRIBE ME\\b',
    `^(?:${POLITE} )*(?:S T O P|STOPP+|STOP2END|UNSUB|UNSUSCRIBE|CEASE(?: AND DESIST)?|DISCONTINUE|NO MORE|NO TEXTS?|NO MESSAGES|NO SMS|GO AWAY)(?: ${POLITE})*$`,
    '\\b(?:STOP|QUIT) (?:GETTING|RECEIVING)(?: (?:ANY|THESE|THIS|THEM|THOSE|IT))?$',
    '\\b(?:REVOKE|WITHDRAW|CANCEL|END)(?: MY| THE)? CONSENT\\b',
    '\\bGET ME OFF\\b',
    '^(?:PLEASE )?REMOVE (?:(?:ME|THIS|MY) )?(?:FROM|OFF)(?: (?:THIS|THE|YOUR))? (?:LIST|TEXTS)\\b',
    '^(?:PLEASE )?(?:NO LONGER|DO NOT|DON T|DONT|NOT)(?: EVER)? TEXT(?: ME)?\\b',
    '\\b(?:WRONG|INCORRECT) (?:PHONE |CELL |TELEPHONE )?(?:NUMBER|NUM|PERSON|PHONE|GUY|MAN|WOMAN|LADY)\\b',
    '^(?:WRONG|INCORRECT)(?: NO)?$',
    '\\b(?:NOT|ISN T|ISNT|NO LONGER) (?:MY|HIS|HER|THE RIGHT|THEIR) (?:NUMBER|PHONE)\\b',
    '\\b(?:NO LONGER HAS|DOES NOT HAVE|DOESN T HAVE) THIS (?:NUMBER|PHONE)\\b',
  ],
  spanish: [
    '^(?:POR FAVOR |YA )*(?:ALTO|PARAR|PARE|PAREN|PARA|BASTA|CANCELAR|CANCELE|CANCELEN|TERMINAR|NO MAS|YA NO MAS|DAR DE BAJA|DARME DE BAJA)(?: POR FAVOR| YA| GRACIAS)*$',
    '\\b(?:NO MAS|YA NO|NO) (?:ME )?(?:MANDE|MANDEN|MANDES|ENVIE|ENVIEN|ENVIES|ESCRIBA|ESCRIBAN|ESCRIBAS|TEXTEE|TEXTEEN)\\b',
    '\\b(?:NO MAS|PAREN?|CANCELEN?|ALTO A)(?: DE| LOS| CON| ESTOS| SUS)* (?:MENSAJES|TEXTOS|AVISOS)\\b',
    '\\b(?:DEJEN?|DEJA|PAREN?|PARA) DE (?:MANDAR|MANDARME|ENVIAR|ENVIARME|ESCRIBIR|ESCRIBIRME|MOLESTAR|MOLESTARME)\\b',
    '\\bNO (?:QUIERO|DESEO)(?: RECIBIR)?(?: MAS| ESTOS| SUS)* (?:MENSAJES|TEXTOS|AVISOS)\\b',
    '\\b(?:BORREN?|QUITEN?|ELIMINEN?) (?:MI|ESTE) NUMERO\\b',
    '\\bQUITEN?ME\\b',
    '\\bNUMERO (?:EQUIVOCADO|INCORRECTO|ERRADO)\\b|^EQUIVOCADO$',
    '\\b(?:NO ES|YA NO ES) (?:MI|SU|EL) (?:NUMERO|TELEFONO)\\b',
    '\\bESTE NUMERO NO ES DE\\b',
    '\\bNO ME (?:MOLESTE|MOLESTEN|MOLESTES|CONTACTE|CONTACTEN)\\b',
    '\\bDEJEN?ME EN PAZ\\b',
    '^(?:POR FAVOR )?(?:DETENER|DETENGA|DETENGAN|DETENGANSE|ELIMINAR|CANCELAR SUSCRIPCION|BASTA YA|NO MENSAJES|NO TEXTOS)(?: POR FAVOR)?$',
    '\\b(?:PARAR|DETENER|DETENGAN?|CANCELAR)(?: LOS| ESTOS| SUS)* (?:MENSAJES|TEXTOS|AVISOS)\\b',
    '\\b(?:DARME|DENME|DAR) DE BAJA\\b',
    '\\b(?:BORRAR|QUITAR|ELIMINAR) (?:MI|ESTE) NUMERO\\b',
    '\\bDEME DE BAJA\\b',
  ],
}
const compiled = (list: readonly string[]): RegExp => new RegExp(list.map((one) => `(?:${one})`).join('|'))
const wishesInEnglish = compiled(wishes.english)
const wishesInSpanish = compiled(wishes.spanish)
/** "Don't stop the texts", "no pare": the opposite. */
const opposite =
  /\b(?:DO NOT|DON T|DONT|NEVER|DID NOT|DIDN T|NO|NUNCA) (?:STOP|QUIT|CANCEL|END|UNSUBSCRIBE|REMOVE|PARE|PAREN|CANCELE|CANCELEN|DEJE|DEJEN|DETENGA|DETENGAN)\b/

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim()

/** The meaning of a worker's text; `spanish` where the keyword is. STOP is not counted as English. */
export function meaningOf(text: string): { meaning: Meaning; spanish: boolean } {
  const said = plain(text)
  const wish = (words: RegExp) => !opposite.test(said) && words.test(said)
  const inSpanish = find(spanish, said) ?? (said.startsWith('ALTO ') || wish(wishesInSpanish) ? 'STOP' : undefined)
  const inEnglish = find(english, said) ?? (stopsAtOnce.test(said) || wish(wishesInEnglish) ? 'STOP' : 'OTHER')
  return { meaning: inSpanish ?? inEnglish, spanish: inSpanish !== undefined }
}

const events: Readonly<Record<Meaning, TextEvent | undefined>> = {
  ACCEPT: 'accept',
  JOIN: 'join',
  STOP: 'stop',
  HELP: undefined,
  OTHER: undefined,
}
/**
 * The state after a worker's text; unchanged where it has no effect. A number that is not the worker's cannot
 * subscribe.
 */
export function answered(from: TextState, meaning: Meaning, onFile: boolean): TextState {
  const on = events[meaning]
  if (on === undefined || (on !== 'stop' && !onFile)) return from
  return textStateAfter(from, on) ?? from
}

/** The reply to a text; null where none is sent. */
export type ReplyKind = 'welcome' | 'stopped' | 'help' | 'helpStopped' | 'notInvited'
/**
 * The one reply a number gets, whatever number of workers share it: `before` and `after` are their states. After the
 * confirmation of a STOP none is sent, except for HELP, which is always answered.
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

/** How long a number that had a reply is not sent the same one again. */
export const SAME_REPLY_MS = 1 * HOUR_MS
/**
 * Whether a reply is not sent because the number had the same words within the hour, however often it texts. The confirmation of a
 * STOP is always sent: there is one for each STOP that ends something.
 */
export const repeatsReply = (kind: ReplyKind, words: string, lately: readonly string[]): boolean =>
  kind !== 'stopped' && lately.includes(words)

/** "(***) ***-0144": enough to recognize a number. */
export const maskedMobile = (mobile: string): string => `(***) ***-${mobile.replaceAll(/\D/g, '').slice(-4)}`
