import { isIP } from 'node:net'
import { z } from 'zod'
import { isThisMachine } from '../this-machine.ts'

// What a setting may be: the parsers of the operator's settings.

export const PORT = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((port) => port >= 1 && port <= 65_535)
export const HOST = z.union([z.ipv4(), z.ipv6()])
export const ORIGIN = z.string().refine((text) => {
  const url = parsed(text)
  return url?.origin === text && (url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url)))
})
export const DATABASE = z.string().refine((text) => {
  const url = parsed(text)
  return url !== undefined && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1
})
export const KEYING = z.enum(['people', 'standin'])
export const ISSUER = z.string().refine((text) => {
  const url = parsed(text)
  return (
    url !== undefined &&
    !url.search &&
    !url.hash &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url)))
  )
})
export const INSTANT = z.union([
  z.iso.date().transform((date) => `${date}T15:00:00.000Z`),
  z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString()),
])
export const KEY: z.ZodType<Uint8Array> = z
  .union([
    z
      .string()
      .regex(/^[\da-f]{64}$/i)
      .transform((text) => Buffer.from(text, 'hex')),
    z
      .string()
      .regex(/^[\w-]{43}$/)
      .transform((text) => Buffer.from(text, 'base64url')),
  ])
  .refine((bytes) => new Set(bytes).size > 8) // a real one has about 30 different bytes: "aaaa..." is a placeholder
export const SFTP = z
  .string()
  .refine((text) => /^sftp:\/\/[^/@:\s]+@[^/@\s]+\/.*$/.test(text) && URL.canParse(text) && !/[?#]/.test(text))
export const SMTP = z.string().refine((text) => {
  const url = parsed(text)
  return url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
})
/** An address without a plus sign: the portal adds one, and what it stands for. */
export const RETURNED_MAIL = z.string().regex(/^[^\s@+<>]+@[^\s@<>]+$/)
export const MAIL_FROM = z.email()
export const GATEWAY = z.string().refine((text) => {
  const url = parsed(text)
  return url !== undefined && (url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url)))
})
export const CLAMD = z
  .string()
  .regex(/^[\w.-]{1,253}:\d{1,5}$/)
  .transform((text) => ({ host: text.split(':')[0]!, port: Number(text.split(':')[1]) }))
  .refine(({ port }) => port >= 1 && port <= 65_535)
// Path style: the bucket is the path of the address.
export const BUCKET = GATEWAY.refine((text) => /^https?:\/\/[^/?#]+\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text))
export const REGION = z.string().regex(/^[a-z0-9-]{1,40}$/)
export const COLLECTOR = GATEWAY.refine((text) => !/[?#]|\/$/.test(text))
// As the OpenTelemetry specification writes them: name=value,name=value.
export const COLLECTOR_HEADERS = z
  .string()
  .regex(/^[\w-]+=[\x21-\x2b\x2d-\x7e]*(,[\w-]+=[\x21-\x2b\x2d-\x7e]*)*$/)
  .transform((text) =>
    Object.fromEntries(
      text.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
  )
export const SEED = z
  .string()
  .regex(/^(test|demo|none|scale(\/[1-9]\d{0,2}|\/1000)?)$/)
  .transform((text) => {
    const [size, part] = text.split('/')
    return {
      size: size as 'test' | 'demo' | 'scale' | 'none',
      fraction: part === undefined ? undefined : 1 / Number(part),
    }
  })
export const ON = z.enum(['on', 'off']).transform((word) => word === 'on')
export const token = z.string().regex(/^[\x21-\x7e]+$/)
const TOKEN = /^[\x21-\x7e]{8,200}$/
// The new token and the one it follows, so that nothing stops while a service changes over.
export const TOKENS = z
  .string()
  .transform((text) => text.split(' '))
  .refine(
    (tokens) => tokens.length <= 2 && tokens.every((one) => TOKEN.test(one)) && new Set(tokens).size === tokens.length,
  )
export const FEED_TOKENS = z
  .string()
  .transform((text) => text.split(' ').map((pair) => /^([A-Z0-9]{2,6})=(.*)$/.exec(pair)?.slice(1, 3) ?? ['', '']))
  .transform((pairs) => {
    const of = new Map<string, string[]>()
    for (const [mc = '', one = ''] of pairs) of.set(mc, [...(of.get(mc) ?? []), one])
    return Object.fromEntries(of)
  })
  .refine((feeds) => {
    const tokens = Object.values(feeds)
    const all = tokens.flat()
    return (
      tokens.every((one) => one.length <= 2) && all.every((one) => TOKEN.test(one)) && new Set(all).size === all.length
    )
  })
// Scopes and the like, as OAuth writes them: words with a space between.
export const WORDS = z
  .string()
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/)
  .transform((text) => text.split(' '))
export const SCOPES = WORDS.refine((words) => words.includes('openid'))
export const CLAIM = z.string().regex(/^[\w:./-]{1,200}$/)
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .refine((count) => count >= least && count <= most)
export const EARLY = wholeNumber(1, 3600)
export const HOURS = wholeNumber(1, 24)
export const PROXIES = z
  .string()
  .transform((text) => text.split(','))
  .refine((networks) => networks.every(isNetwork))

/** An address, or a network as CIDR. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  return (
    family !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (family === 4 ? 32 : 128)))
  )
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
