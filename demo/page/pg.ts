/**
 * What the platform uses of the driver `pg`, on a PostgreSQL that runs in the page (PGlite). The build of the demonstration
 * puts it in the driver's place. PGlite has one connection: the holder of a client has it, the others wait their turn.
 */
import { protocol, type PGlite } from '@electric-sql/pglite'
import { getTypeParser } from 'pg-types'
import { CopyOut } from './copy.ts'

export const types = { getTypeParser: getTypeParser as Parsers['getTypeParser'] }

const { serialize } = protocol

type Parsers = { getTypeParser(oid: number, format?: string): (text: string) => unknown }
type Config = { options?: string; types?: Parsers }
type Query = { text: string; values?: readonly unknown[]; name?: string }
export type QueryResult = { rows: Record<string, unknown>[]; command: string; rowCount: number | null }

type Message = {
  name: string
  text?: string
  fields?: readonly unknown[]
}
type Column = { name: string; dataTypeID: number }

/** A value as the driver sends it: bytes as they are, everything else as text. */
function bound(value: unknown): string | Uint8Array | null {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return arrayText(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean | bigint)
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const arrayText = (values: readonly unknown[]): string =>
  `{${values
    .map((value) => {
      if (value === null || value === undefined) return 'NULL'
      if (Array.isArray(value)) return arrayText(value)
      const text = value instanceof Uint8Array ? `\\x${hex(value)}` : String(bound(value))
      return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
    })
    .join(',')}}`

/** The settings of a connection that mean something to a database with one user. */
const settingsOf = (options: string): string[] =>
  [...options.matchAll(/-c (role|timezone|jit|random_page_cost)=(\S+)/g)].map(
    ([, name, value]) => `set ${name} to '${value}'`,
  )

/** The one connection, and whose turn it is. */
class Backend {
  readonly lite: PGlite
  readonly #prepared = new Set<string>()
  readonly #onWritten: () => void
  #turn: Promise<unknown> = Promise.resolve()
  #last: Promise<unknown> = Promise.resolve()
  #options = ''

  constructor(lite: PGlite, onWritten: () => void) {
    this.lite = lite
    this.#onWritten = onWritten
  }

  /** Waits until nobody else has the connection; answers how to give it back. */
  async take(options: string): Promise<() => void> {
    const before = this.#turn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turn = promise
    await before
    if (options !== this.#options) {
      for (const text of ['reset all', 'reset role', ...settingsOf(options)]) await this.send({ text }, types)
      this.#options = options
    }
    return resolve
  }

  /** One statement after the other, in the order they were asked. */
  send(query: Query, parsers: Parsers): Promise<QueryResult> {
    const answer = this.#last.then(() => this.#send(query, parsers))
    this.#last = answer.catch(() => {})
    return answer
  }

  /** The bytes of a COPY, one part a record. */
  copy(text: string): Promise<Uint8Array[]> {
    const answer = this.#last.then(() => this.#copy(text))
    this.#last = answer.catch(() => {})
    return answer
  }

  async #copy(text: string): Promise<Uint8Array[]> {
    const { messages } = await this.lite.execProtocol(serialize.query(text), { syncToFs: false, throwOnError: false })
    const failed = messages.find((message) => message.name === 'error')
    if (failed) throw failed as unknown as Error
    return messages.flatMap((message) => ('chunk' in message ? [message.chunk as Uint8Array] : []))
  }

  async #send({ text, values = [], name = '' }: Query, parsers: Parsers): Promise<QueryResult> {
    const known = name !== '' && this.#prepared.has(name)
    const simple = values.length === 0 && name === ''
    const parts = simple
      ? [serialize.query(text)]
      : [
          ...(known ? [] : [serialize.parse({ text, name })]),
          serialize.bind({ statement: name, values: values.map(bound) as never[] }),
          serialize.describe({ type: 'P' }),
          serialize.execute({}),
          serialize.sync(),
        ]
    const { messages } = await this.lite.execProtocol(joined(parts), { syncToFs: false, throwOnError: false })
    if (!known && name !== '' && messages.some((message) => message.name === 'parseComplete')) this.#prepared.add(name)
    const failed = messages.find((message) => message.name === 'error')
    if (failed) throw failed as unknown as Error
    const result = resultOf(messages as unknown as Message[], parsers)
    if (result.command === 'COMMIT') this.#onWritten()
    return result
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function resultOf(messages: readonly Message[], parsers: Parsers): QueryResult {
  let columns: { name: string; parse: (text: string) => unknown }[] = []
  const result: QueryResult = { rows: [], command: '', rowCount: null }
  for (const { name, fields = [], text = '' } of messages) {
    if (name === 'rowDescription')
      columns = (fields as Column[]).map((column) => ({
        name: column.name,
        parse: parsers.getTypeParser(column.dataTypeID, 'text'),
      }))
    else if (name === 'dataRow')
      result.rows.push(
        Object.fromEntries(
          columns.map((column, at) => {
            const value = fields[at] as string | null
            return [column.name, value === null ? null : column.parse(value)]
          }),
        ),
      )
    else if (name === 'commandComplete') {
      result.command = text.split(' ', 1)[0]!
      const count = Number(text.split(' ').at(-1))
      result.rowCount = Number.isNaN(count) ? null : count
    }
  }
  return result
}

let backend: Backend | undefined

/** Names the database every pool and client of this page talks to; `onWritten` hears of each commit. */
export function openDatabase(lite: PGlite, onWritten: () => void = () => {}): void {
  backend = new Backend(lite, onWritten)
}

const theBackend = (): Backend => {
  if (!backend) throw new Error('The database of the page is not open.')
  return backend
}

type Statement = string | Query
const queryOf = (asked: Statement, values?: readonly unknown[]): Query =>
  typeof asked === 'string' ? { text: asked, ...(values && { values }) } : asked

/** The connection, held until it is released. */
class PoolClient {
  readonly #give: () => void
  readonly #parsers: Parsers
  #inTransaction = false
  /** Statements are gathered into one write by the driver; here there is nothing to gather for. */
  readonly connection = { stream: { cork: () => {}, uncork: () => {} } }

  constructor(give: () => void, parsers: Parsers) {
    this.#give = give
    this.#parsers = parsers
  }

  query(asked: CopyOut): CopyOut
  query(asked: Statement, values?: readonly unknown[]): Promise<QueryResult>
  query(asked: Statement | CopyOut, values?: readonly unknown[]): Promise<QueryResult> | CopyOut {
    if (!(asked instanceof CopyOut)) return this.#query(queryOf(asked, values))
    asked.take(theBackend().copy(asked.text))
    return asked
  }

  async #query(query: Query): Promise<QueryResult> {
    if (query.text.startsWith('begin')) this.#inTransaction = true
    const result = await theBackend().send(query, this.#parsers)
    if (/^(?:COMMIT|ROLLBACK)$/.test(result.command) && !query.text.includes('savepoint')) this.#inTransaction = false
    return result
  }

  on(): this {
    return this
  }

  release(): void {
    const ended = this.#inTransaction ? this.query('rollback').catch(() => {}) : Promise.resolve()
    void ended.then(this.#give)
  }
}

export class Pool {
  readonly #options: string
  readonly #parsers: Parsers

  constructor({ options = '', types: parsers = types }: Config) {
    this.#options = options
    this.#parsers = parsers
  }

  async connect(): Promise<PoolClient> {
    return new PoolClient(await theBackend().take(this.#options), this.#parsers)
  }

  async query(asked: Statement, values?: readonly unknown[]): Promise<QueryResult> {
    const client = await this.connect()
    try {
      return await client.query(asked, values)
    } finally {
      client.release()
    }
  }

  on(): this {
    return this
  }

  async end(): Promise<void> {}
}

type Heard = (message: { payload?: string }) => void

/** A client beside the pools listens; its statements take the connection one by one. */
export class Client {
  readonly #pool: Pool
  readonly #heard: Heard[] = []

  constructor(config: Config = {}) {
    this.#pool = new Pool(config)
  }

  on(event: string, heard: Heard): this {
    if (event === 'notification') this.#heard.push(heard)
    return this
  }

  async connect(): Promise<void> {}

  async query(asked: Statement, values?: readonly unknown[]): Promise<QueryResult> {
    const { text } = queryOf(asked, values)
    const channel = /^listen (\w+)$/.exec(text)?.[1]
    if (channel === undefined) return this.#pool.query(asked, values)
    await theBackend().lite.listen(channel, (payload) => this.#heard.forEach((heard) => heard({ payload })))
    return { rows: [], command: 'LISTEN', rowCount: null }
  }

  async end(): Promise<void> {}
}

/** A text as SQL writes it down. */
const escapeLiteral = (text: string): string => {
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
  return text.includes('\\') ? ` E${quoted}` : quoted
}

export default { Pool, Client, types, escapeLiteral }
