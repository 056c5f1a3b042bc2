import type { Readable, Writable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { copyCommand } from './copy.ts'
import type { Sql } from './sql.ts'

/** What a handler may ask of the database. Statements asked together, without waiting in between, travel together. */
export interface Db {
  all<Row>(query: Sql<Row>): Promise<Row[]>
  one<Row>(query: Sql<Row>): Promise<Row | undefined>
}

/** How columns arrive: days as text, instants as ISO 8601 UTC, figures as numbers. */
export const columnTypes = {
  getTypeParser: (oid: number, format?: string) => {
    if (format !== 'binary') {
      if (oid === 1082) return (text: string) => text // date: a calendar day, never shifted by a zone
      if (oid === 1114 || oid === 1184) return toIso // timestamps: ISO 8601 UTC
      if (oid === 1700) return Number // numeric: money and quantities, few digits
      if (oid === 20) return Number // counts and sequence numbers stay far below 2^53
    }
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

const toIso = (text: string): string => {
  const dot = text.indexOf('.')
  const seconds = text.slice(0, 10) + 'T' + text.slice(11, 19)
  return dot === -1
    ? `${seconds}.000Z`
    : `${seconds}.${text
        .slice(dot + 1)
        .replace(/[+-]\d\d.*$/, '')
        .padEnd(3, '0')
        .slice(0, 3)}Z`
}

export type Pools = {
  /** Connections that can only select, and append to the audit. */
  reader: pg.Pool
  /** Connections that can do what acts do. */
  app: pg.Pool
  /** A few connections of the reader that may be busy for minutes, so that long files take none from others. */
  copies: pg.Pool
  /** The database of a page has one connection: nothing is written while a file is read, and no second one can be waited for. */
  oneConnection?: true
  end(): Promise<void>
}

export type PoolOptions = {
  readers?: number
  writers?: number
  /** A call that waits longer for a connection is answered 503. */
  waitMs?: number
  /** The same of a statement, and of a lock. */
  statementTimeoutMs?: number
  onError?: (error: Error) => void
}

/**
 * A connection that dies during a transaction fails its statements and also emits an error event; without a listener that
 * event would end the process. For a pool's `connect`.
 */
export const surviveLoss = (client: pg.PoolClient): void => void client.on('error', () => {})

/**
 * How PostgreSQL plans our statements. They are short: compiling one (jit) took longer than running it, on tables not yet
 * analyzed above all. A page read here and there costs what it costs in memory and on today's disks: by default PostgreSQL
 * takes it for four times as dear, and rather reads a table of all years than an index for three hundred rows.
 */
export const planning = '-c jit=off -c random_page_cost=1.1'

/** Two pools over one database, each fixed to a role that cannot bypass row-level security. */
export function openPools(
  url: string,
  { readers = 8, writers = 8, waitMs = 1000, statementTimeoutMs = 5000, onError = () => {} }: PoolOptions = {},
): Pools {
  const open = (role: string, max: number, copies = false) => {
    const limitMs = copies ? COPY_MS : statementTimeoutMs
    const pool = new pg.Pool({
      connectionString: url,
      max,
      pipeline: !copies, // COPY reads the connection itself
      types: columnTypes,
      keepAlive: true,
      connectionTimeoutMillis: waitMs,
      idleTimeoutMillis: 60_000,
      // A server that stops answering never reports a statement timeout: then the connection is closed.
      ...(!copies && { query_timeout: statementTimeoutMs + SILENCE_MS }),
      options: `-c role=${role} -c timezone=UTC ${planning} -c statement_timeout=${limitMs} -c lock_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=30000`,
    } as pg.PoolConfig)
    pool.on('error', onError)
    pool.on('connect', surviveLoss)
    return pool
  }
  const reader = open('rxdocket_reader', readers)
  const app = open('rxdocket_app', writers)
  const copies = open('rxdocket_reader', COPIES, true)
  return {
    reader,
    app,
    copies,
    end: async () => void (await Promise.all([reader, app, copies].map((pool) => pool.end()))),
  }
}

/** Connections for files of any length, two of which a file needs for a moment; how long one may take, its reader's time included. */
const COPIES = 6
const COPY_MS = 600_000

/** How much longer than its own limit a statement may take before its connection counts as dead. */
const SILENCE_MS = 1000

/** SQLSTATE of a statement that comes after one that failed (PostgreSQL, appendix A). */
const IN_FAILED_TRANSACTION = '25P02'

const names = new Map<string, string>()
// A statement is prepared under a name as long as the number of texts stays small; the search has many.
const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= 800) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** Counts how often something waited for PostgreSQL: statements sent together are one trip. */
export const trips = { count: 0 }

/** What canceling needs of a client of `pg`, whose types leave it out. */
type Internals = {
  host: string
  port: number
  processID: number
  secretKey: number
  connection: { on(event: 'error', heard: () => void): void }
  cancel(of: Pick<Internals, 'processID' | 'secretKey'> & { activeQuery: unknown }, query: unknown): void
}

/** One connection, held for one transaction. */
export class Transaction implements Db {
  readonly #client: pg.PoolClient
  #inFlight = 0
  #open = true
  #gathering = false
  #halted: Error | undefined
  /** What aborted the transaction: statements sent together with it fail too, and some of them are heard first. */
  #aborted: unknown

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  static async open(pool: pg.Pool): Promise<Transaction> {
    // Whatever keeps a connection from being opened, the database is unavailable.
    const client = await pool.connect().catch((error: Error) => {
      throw Object.assign(new Error('No connection to the database.', { cause: error }), { code: '08001' })
    })
    return new Transaction(client)
  }

  async #send(text: string, values: readonly unknown[], name: string | undefined): Promise<pg.QueryResult> {
    if (!this.#open) throw new Error('The transaction of this call is over.')
    if (this.#halted && text !== 'rollback') throw this.#halted
    if (this.#inFlight === 0) trips.count += 1
    this.#inFlight += 1
    this.#gather()
    try {
      const answer = await this.#client.query({
        text,
        values: values as unknown[],
        ...(name !== undefined && { name }),
      })
      if (text.startsWith('rollback')) this.#aborted = undefined
      return answer
    } catch (error) {
      if ((error as { code?: string }).code === IN_FAILED_TRANSACTION) throw this.#aborted ?? error
      this.#aborted ??= error
      throw error
    } finally {
      this.#inFlight -= 1
    }
  }

  /**
   * Statements queued in one turn of the event loop are sent in one write: one system call a round trip instead of one a
   * statement.
   */
  #gather(): void {
    if (this.#gathering) return
    this.#gathering = true
    const { stream } = (this.#client as unknown as { connection: { stream: Writable } }).connection
    stream.cork()
    process.nextTick(() => {
      this.#gathering = false
      stream.uncork()
    })
  }

  async all<Row>(query: Sql<Row>): Promise<Row[]> {
    return (await this.#send(query.text, query.values, nameOf(query.text))).rows as Row[]
  }

  async one<Row>(query: Sql<Row>): Promise<Row | undefined> {
    return (await this.all(query))[0]
  }

  /** The rows of a statement as CSV, never read faster than they are taken; the only statement on its way meanwhile. */
  copy(query: Sql): Readable {
    trips.count += 1
    this.#inFlight += 1
    const rows = this.#client.query(copyTo(copyCommand(query)))
    rows.once('close', () => (this.#inFlight -= 1))
    return rows
  }

  /** Plain commands: begin, commit, rollback. Answers the command tag. */
  async command(
    text:
      | 'begin'
      | 'begin read only'
      | 'begin isolation level repeatable read'
      | 'commit'
      | 'rollback'
      | 'savepoint first'
      | 'rollback to savepoint first',
  ): Promise<string> {
    return (await this.#send(text, [], undefined)).command
  }

  /** From now on every statement fails with this, and nothing is committed; a rollback still works. */
  halt(why: Error): void {
    this.#halted = why
  }

  /** Asks PostgreSQL to give up the statement it is working on, over a connection of its own; the connection is of no use after it. */
  cancel(): void {
    if (this.#inFlight === 0) return
    const { host, port, processID, secretKey } = this.#client as unknown as Internals
    const messenger = new pg.Client({ host, port }) as unknown as Internals
    messenger.connection.on('error', () => {}) // the statement then runs to its end, as it would have
    messenger.cancel({ processID, secretKey, activeQuery: this }, this)
  }

  release(broken = false): void {
    this.#open = false
    this.#client.release(broken)
  }
}

/**
 * One statement on a connection of its own, without a transaction around it. A statement that PostgreSQL refuses does not
 * cost the connection, as it does with the pool's own `query`.
 */
export async function askAlone<Row>(pool: pg.Pool, query: Sql<Row>): Promise<Row[]> {
  const db = await Transaction.open(pool)
  let broken = false
  try {
    return await db.all(query)
  } catch (error) {
    broken = isUnavailable(error)
    throw error
  } finally {
    db.release(broken)
  }
}

/**
 * True when two transactions conflicted, or a random number was drawn that is in use (docs/decisions/0009): the call is
 * tried again and draws another.
 */
export function isRetryable(error: unknown): boolean {
  const { code = '', constraint = '' } = (error ?? {}) as { code?: string; constraint?: string }
  return ['40001', '40P01'].includes(code) || (code === '23505' && constraint.endsWith('_drawn'))
}

/** True when the database is away, restarting, full or too slow: the answer is 503, never 500. */
export function isUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return (
    [
      '57P01',
      '57P02',
      '57P03',
      '57014',
      '55P03',
      '53300',
      '53100',
      '53200',
      '08000',
      '08003',
      '08006',
      '08001',
      'ECONNREFUSED',
      'ECONNRESET',
      'EPIPE',
      'ETIMEDOUT',
    ].includes(code) ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed|Query read timeout/i.test(
      message,
    )
  )
}
