import { maskedMobile } from '#features/text-messages/rules.ts'
import { cardChannels, type CardWay } from './contract.ts'
import { type Refusal, whyText } from '#platform/calls/refusal.ts'
import { SECOND_MS } from '#platform/dates/instant.ts'

export type CardChannel = (typeof cardChannels)[number]
/** What a card is sent by; the addresses are the worker's on file. */
export type CardFacts = {
  /** The group has a BIN and a PCN: without them no pharmacy can use a card. */
  routed: boolean
  covered: boolean
  sendOff: boolean
  textOff: boolean
  /** Why no text can be sent; null where one can. */
  noText: string | null
  email: string | null
  address: string | null
  mobile: string | null
}

export const destinationOf = (channel: CardChannel, of: CardFacts): string | null =>
  channel === 'EMAIL' ? of.email : channel === 'MAIL' ? of.address : channel === 'TEXT' ? of.mobile : null

/** A card asked for again so soon, by the same user in the same way to the same place, is the same card. */
export const SAME_CARD_MS = 10 * SECOND_MS

const missing = {
  EMAIL: 'The patient has no e-mail address on file.',
  MAIL: 'The patient has no mailing address on file.',
  TEXT: 'The patient has no mobile number on file.',
} as const

const comparable = (text: string): string => text.toLowerCase().replaceAll(/[\s().,-]/g, '')

/** Why a card cannot be made or sent; it goes to what is on file and nowhere else. */
export function whyNotCard(
  { channel, destination }: { channel: CardChannel; destination?: string | undefined },
  of: CardFacts,
): Refusal<'FEATURE_OFF' | 'RULE'> | undefined {
  if (of.sendOff) return { code: 'FEATURE_OFF', message: 'The carrier has switched cards off.' }
  if (channel === 'TEXT' && of.textOff)
    return { code: 'FEATURE_OFF', message: 'The carrier has switched cards by text message off.' }
  if (!of.covered) return { code: 'RULE', field: 'claimId', message: 'A card needs coverage that is in force today.' }
  if (!of.routed) return { code: 'RULE', field: 'claimId', message: 'The group of this claim has no BIN and PCN yet.' }
  if (channel === 'PRINT') return undefined
  if (channel === 'TEXT' && of.noText !== null) return { code: 'RULE', field: 'channel', message: of.noText }
  const onFile = destinationOf(channel, of)
  if (onFile === null) return { code: 'RULE', field: 'channel', message: missing[channel] }
  return destination !== undefined && comparable(destination) !== comparable(onFile)
    ? { code: 'RULE', field: 'destination', message: 'This is not what is on file. Change the contact data first.' }
    : undefined
}

/** Enough of an address to recognize it: `m•••@mail.example`, `(***) ***-0144`. */
export function maskedDestination(channel: CardChannel, destination: string | null): string | null {
  if (destination === null) return null
  if (channel === 'TEXT') return maskedMobile(destination)
  return channel === 'EMAIL'
    ? `${destination.slice(0, 1)}•••${destination.slice(destination.lastIndexOf('@'))}`
    : 'the mailing address on file'
}

/** Each way a card can be sent: where it goes, masked, and why it cannot. */
export const cardWays = (of: CardFacts): CardWay[] =>
  cardChannels.map((channel) => {
    const why = whyNotCard({ channel }, of)
    return {
      channel,
      sentTo: maskedDestination(channel, destinationOf(channel, of)),
      whyNot: why ? whyText(why) : null,
    }
  })
