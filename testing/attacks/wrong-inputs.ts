import { parse } from 'node:querystring'
import type { AnyCall } from '#platform/calls/contract.ts'
import type { RefusalCode } from '#platform/calls/refusal.ts'
import { placesOf } from '#platform/calls/wire.ts'
import type { Attempt } from './attempt.ts'
import { ECHO, fieldsIn, ofAnotherType, type Schema } from './schema.ts'

/** An input that is wrong in one respect, and how it is refused. */
export type WrongInput = {
  sent: Attempt
  /** The field that the refusal has to name, exactly as its first or as a part of it; undefined where any will do. */
  first?: string
  within?: string
  codes: RefusalCode[]
  /** What stands in the address is read by the server before the call's contract is. */
  onWire?: true
}

/** Texts in the query that are not what they look like. */
const oddTexts: Record<string, string[]> = {
  integer: [
    '',
    'x',
    '1e3',
    '0x1',
    '%201',
    '1.5',
    '01',
    '-0',
    'NaN',
    'Infinity',
    '%EF%BC%92',
    '9007199254740993',
    'true',
    'null',
  ],
  number: ['', 'x', '1e3', 'NaN', '-0.0'],
  boolean: ['', '1', '0', 'TRUE', 'yes', 'null'],
}

/** The right request of a call bent in every field and every place: values of another type, texts that a client would have to guess. */
export function wrongInputs(
  call: AnyCall,
  input: Record<string, unknown>,
  make: (input: Record<string, unknown>) => Attempt,
): WrongInput[] {
  const sent = make(input)
  return [
    ...inBody(call, sent),
    ...inQuery(call, input, sent),
    ...elsewhere(call, input, sent),
    ...inPath(call, input, sent, make),
  ]
}

function inBody(call: AnyCall, sent: Attempt): WrongInput[] {
  return fieldsIn(call, 'inBody').flatMap(([name, schema]) => {
    const body = JSON.parse(sent.payload!) as Record<string, unknown>
    const wrong = (value: unknown, within: string): WrongInput => ({
      sent: { ...sent, payload: JSON.stringify({ ...body, [name]: value }) },
      within,
      codes: ['VALIDATION'],
    })
    const withPart = (part: string, value: unknown) =>
      wrong({ ...(body[name] as object | undefined), [part]: value }, `${name}.${part}`)
    // One level down: parts of an object, elements of a list.
    const inner: Schema | undefined = schema.properties ? schema : undefined
    return [
      ...ofAnotherType(schema).map((value) => wrong(value, name)),
      ...Object.entries(inner?.properties ?? {}).flatMap(([part, partSchema]) =>
        ofAnotherType(partSchema).map((value) => withPart(part, value)),
      ),
      ...(inner ? [withPart('notAField', ECHO)] : []),
      ...(schema.items ? ofAnotherType(schema.items) : []).map((value) => wrong([value], name)),
    ]
  })
}

function inQuery(call: AnyCall, input: Record<string, unknown>, sent: Attempt): WrongInput[] {
  return fieldsIn(call, 'inQuery').flatMap(([name, schema]) => {
    const [path, query = ''] = sent.url.split('?') as [string, string?]
    const others = new URLSearchParams(query)
    others.delete(name)
    const wrong = (text: string, first?: string): WrongInput => ({
      sent: { ...sent, url: `${path}?${others.size ? `${others}&` : ''}${text}` },
      ...(first !== undefined && { first }),
      codes: ['VALIDATION'],
    })
    const plain = encodeURIComponent(
      Array.isArray(input[name])
        ? (input[name] as unknown[]).join(',')
        : String((input[name] ?? '1') as string | number),
    )
    return [
      ...(oddTexts[String(schema.type)] ?? []).map((text) => wrong(`${name}=${text}`, name)),
      wrong(`${name}=${plain}&${name}=${plain}`, name),
      wrong(`${name}[]=${plain}`),
      wrong(`${name}[a]=${plain}`),
      wrong(`${name.toUpperCase()}X=${plain}`),
      wrong(`${name}=a%00b`),
    ]
  })
}

/** What belongs in the address, in the body. */
function elsewhere(call: AnyCall, input: Record<string, unknown>, sent: Attempt): WrongInput[] {
  if (sent.payload === undefined) return []
  const body = JSON.parse(sent.payload) as object
  const inAddress = [
    ...placesOf(call).inQuery.map((name) => [name, input[name] ?? 1]),
    ...placesOf(call).inPath.map((name) => [name, input[name]]),
  ] as [string, unknown][]
  return inAddress.map(([name, value]) => ({
    sent: { ...sent, payload: JSON.stringify({ ...body, [name]: value }) },
    codes: ['VALIDATION'],
  }))
}

function inPath(
  call: AnyCall,
  input: Record<string, unknown>,
  sent: Attempt,
  make: (input: Record<string, unknown>) => Attempt,
): WrongInput[] {
  return placesOf(call).inPath.flatMap((name) => {
    const { url } = make({ ...input, [name]: ECHO })
    return [
      ...['a\u0000b', 'x'.repeat(201)].map((value): WrongInput => ({
        sent: make({ ...input, [name]: value }),
        codes: ['VALIDATION', 'ADDRESS_TOO_LONG'],
        onWire: true,
      })),
      // Not percent-encoded UTF-8: refused without the address in the answer.
      ...['%E0%A4%A', '%ff', '%c0%af', '%', '%zz'].map((bad): WrongInput => ({
        sent: { ...sent, url: url.replace(ECHO, `${ECHO}${bad}`) },
        codes: ['VALIDATION'],
        onWire: true,
      })),
    ]
  })
}

/** A request as its route hands it to the contract. */
export function cameAs(call: AnyCall, sent: Attempt): { params: unknown; query: unknown; body: unknown } {
  const [path, query = ''] = sent.url.split('?') as [string, string?]
  const { groups = {} } = new RegExp(
    `^/api${placesOf(call)
      .path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]*)')}$`,
  ).exec(path)!
  return {
    params: Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)])),
    query: parse(query),
    body: sent.payload === undefined ? undefined : (JSON.parse(sent.payload) as unknown),
  }
}
