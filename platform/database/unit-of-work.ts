import type pg from 'pg'
import { isUnavailable, Transaction } from './pools.ts'
import { sql, type Sql } from './sql.ts'

/** What the list of exports keeps of a file that leaves the portal; nothing of it names somebody its rows are about. */
export type ExportNote = {
  /** The request that began it, where another ends it. */
  id?: string
  /** What is in it, where one call makes several kinds. */
  about?: string
  subCarrier?: string
  /** How its rows were chosen, without values that name somebody. */
  filters?: readonly string[]
  rows?: number
  /** Its size as it left. */
  bytes?: number
  /** Of these bytes, in hexadecimal digits. */
  sha256?: string
  /** What makes it again, encrypted. */
  encrypted?: string
  /** The call that made it with its input, encrypted: the platform keeps it (`platform/calls/again.ts`). */
  again?: string
  /** The user it is made for, where nobody is signed in. */
  userId?: string
  /** How it ended; absent while it is being made. */
  ended?: 'finished' | 'canceled' | 'failed'
}
/** What the audit keeps of a call: whose claims, which object, what changed. */
export type AuditNote = {
  claims?: readonly string[]
  type?: string
  id?: string
  detail?: unknown
  /** The database moves it into the list of exports, in the same statement. */
  exported?: ExportNote
}

/** The audit row of the transaction it is sent in. */
export const auditOf = (note: AuditNote | undefined): Sql => {
  const detail = note?.exported ? { ...(note.detail as object | undefined), exported: note.exported } : note?.detail
  return sql`audit(${note?.claims ?? []}::uuid[], ${note?.type ?? null}, ${note?.id ?? null},
    ${detail === undefined ? null : JSON.stringify(detail)}::jsonb)`
}

/** What is written last, as one statement: the idempotency record, the audit, the change events. */
function lastStatement(record: Sql | undefined, audit: Sql | undefined, changes: ReadonlySet<string>): Sql | undefined {
  const published = [...changes].map((topic) => sql`pg_notify('changes', app_mc() || ':' || ${topic})`)
  const [first, ...more] = audit ? [audit, ...published] : published
  if (!first) return record
  const selected = more.reduce((all, next) => sql`${all}, ${next}`, first)
  return record ? sql`with kept as (${record}) select ${selected}` : sql`select ${selected}`
}

/** Throws the first failure of statements sent together, or that the commit did not commit. */
export async function committedAll(last: readonly Promise<unknown>[], committed: Promise<string>): Promise<unknown[]> {
  const settled = await Promise.allSettled([...last, committed])
  for (const one of settled) if (one.status === 'rejected') throw one.reason
  if ((await committed) !== 'COMMIT') throw new Error('The transaction did not commit.')
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value)
}

/**
 * One transaction of a call or a job. What it queues (writes, change events) is sent together with the audit and the
 * commit, in one round trip; when it fails, nothing is stored.
 */
export class UnitOfWork {
  readonly db: Transaction
  #writes: Sql[] = []
  readonly #changes = new Set<string>()
  #finished = false

  private constructor(db: Transaction) {
    this.db = db
  }

  /** Runs `work` in a transaction of its own and returns the connection, whether it succeeds or fails. */
  static async run<Answer>(pool: pg.Pool, work: (unit: UnitOfWork) => Promise<Answer>): Promise<Answer> {
    const unit = new UnitOfWork(await Transaction.open(pool))
    let broken = false
    try {
      const started = unit.db.command('begin')
      started.catch(() => {})
      return await work(unit)
    } catch (error) {
      broken = isUnavailable(error)
      if (!unit.#finished && !broken) await unit.db.command('rollback').catch(() => void (broken = true))
      throw error
    } finally {
      unit.db.release(broken)
    }
  }

  /** Queues a statement for the end. */
  readonly write = (statement: Sql): void => void this.#writes.push(statement)

  /** Queues a change event of this carrier. */
  readonly publishChange = (topic: string): void => void this.#changes.add(topic)

  /** Sends what was queued, what is written last, and the commit. */
  async commit({ record, audit }: { record?: Sql | undefined; audit?: Sql | undefined }): Promise<void> {
    const last: Promise<unknown>[] = this.#writes.map((statement) => this.db.all(statement))
    const end = lastStatement(record, audit, this.#changes)
    if (end) last.push(this.db.all(end))
    await committedAll(last, this.db.command('commit'))
    this.#finished = true
  }

  /** Writes what was queued so far, with the audit row if it is given: what follows in this transaction finds it done. */
  async flush(audit?: AuditNote): Promise<void> {
    const writes = this.#writes
    this.#writes = []
    if (audit) {
      writes.push(lastStatement(undefined, auditOf(audit), this.#changes)!)
      this.#changes.clear()
    }
    await Promise.all(writes.map((statement) => this.db.all(statement)))
  }

  /** Sets the savepoint to which `commitFirst` rolls back. */
  async savepoint(): Promise<void> {
    await this.db.command('savepoint first')
  }

  /** Commits what was written before the savepoint and nothing else. */
  async commitFirst(): Promise<void> {
    await this.db.command('rollback to savepoint first')
    await this.commitWithoutQueue()
  }

  /** Commits what was written at once and drops what was queued. */
  async commitWithoutQueue(): Promise<void> {
    await this.db.command('commit')
    this.#finished = true
  }

  async rollback(): Promise<void> {
    await this.db.command('rollback')
    this.#finished = true
  }
}
