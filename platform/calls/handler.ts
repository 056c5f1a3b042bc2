import type { AnyCall, OutputOf, ParsedInputOf, RefusalOf } from './contract.ts'
import type { Refuse, RefusalCode, Why } from './refusal.ts'
import type { Db } from '../database/pools.ts'
import type { AuditNote } from '../database/unit-of-work.ts'
import type { FileDrop } from './file-drop.ts'
import type { DocumentCheck, DocumentPage, DocumentStore } from './documents.ts'
import type { Files } from '../pdf/pdf.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import type { Monitoring } from '../monitoring/monitoring.ts'
import type { AccountsAtProvider } from '../identity/accounts-at-provider/accounts.ts'
import type { Person } from './person.ts'
import { sql, type Sql } from '../database/sql.ts'

export type Caller = Person & { sessionId: string; expiresAt: string; idleAt: string }

export type CallContext<C extends AnyCall> = {
  input: ParsedInputOf<C>
  db: Db
  /** The caller. Awaiting it together with the first statements costs no round trip of its own. */
  who: () => Promise<Caller>
  now: Date
  /** The zone the browser says it is in (IANA), when it says so. */
  timeZone: string | undefined
  requestId: string
  ip: string
  userAgent: string
  /** Version of the screens this browser runs, when one of ours asks. */
  screen: string | null
  sessionHash: Uint8Array | undefined
  /** SHA-256 of the cookie that binds a single sign-on under way to this browser. */
  browserHash: Uint8Array | undefined
  /** A new cookie value with its hash, for `cookie`. */
  newToken: () => { token: string; hash: Uint8Array }
  /** Gives the browser this session cookie once the call has committed; null takes it away. */
  cookie: (token: string | null) => void
  newId: () => string
  /**
   * Refuses a caller who has to prove again who they are (`stepUp` of the contract). It is asked of every such call before
   * anything is kept; a handler that does something beyond the database asks before it does.
   */
  confirm: () => Promise<void>
  /** Queues a statement for the end of the call, when all writes and the commit travel together. */
  write: (statement: Sql) => void
  /** What the audit row of this call says. An act on a person's data must say it. */
  note: (note: AuditNote) => void
  /** Sends every open browser of this carrier a change event of this topic, which never says what changed. */
  publishChange: (topic: string) => void
  /** Ends the call with a refusal its contract declares; does nothing when there is none. */
  refuse: Refuse<RefusalOf<C>>
  portal: PortalForHandlers
}

/**
 * What a function that several calls use needs of their contexts to refuse: a call that lacks one of the codes does not
 * compile.
 */
export type Refusing<Code extends RefusalCode> = { refuse: Refuse<Code> }

/** A piece of a long file, and how many of its rows are in it. */
export type FilePart = { text: string | Uint8Array; rows: number }
/**
 * Reads for a file that is being sent: one statement in a transaction of its own, in which the session is checked again. A
 * statement that is `seen` writes its audit row.
 */
export type ReadPart = <Row>(query: Sql<Row>) => Promise<Row[]>
/** A long file: read while it is sent, never faster than its reader takes it (docs/decisions/0100-long-files.md). */
export type StreamedFile = { parts: (read: ReadPart) => AsyncIterable<FilePart>; name: string; type?: string }
/**
 * A file of any length: PostgreSQL writes its records itself, in one statement, while its reader takes them
 * (docs/decisions/0110-data-extracts.md).
 */
export type CopiedFile = {
  name: string
  /** What comes before the rows. */
  head: string
  /** A column of text a field; a line feed in it only after a carriage return. */
  copy: Sql
  /** The same rows counted by claim, null where they are about none: the audit has the claims before the first byte leaves. */
  claims: Sql<{ claim: string | null; rows: number }>
  /** Why there are too many rows for one file. */
  whyNot: (rows: number) => Why | undefined
  type?: string
}
/** What a call answers whose contract names a media type: the file; `type` where it is another than the contract's. */
export type FileAnswer = { file: string | Uint8Array; name: string; type?: string } | StreamedFile | CopiedFile
/** The same of a file that is fetched from elsewhere once the call has given its connection back. */
export type LaterFile = { later: () => Promise<FileAnswer> }

/** Who a provider's token belongs to, and how they proved it. */
type TokenOwner = {
  issuer: string
  subject: string
  sid: string | null
  refreshHintMinutes: number | null
  authTime: string | null
  acr: string | null
  amr: readonly string[]
  /** As the token says them, for a registration; an address nobody checked finds no invitation. */
  email: string | null
  emailVerified: boolean
  name: string | null
  /** When the token was made, ISO 8601 UTC. */
  issuedAt: string
  /** Whether it shows the second factor that is asked for; null where none is. */
  secondFactor: boolean | null
  /** The carrier whose own identity provider vouched for them, where one did. */
  ssoMc?: string | null
  /** Makes the token work once. */
  once: { keyHash: Uint8Array; until: string }
}

/** The few things of the portal a handler may ask for; `platform/portal/portal.ts` provides them. */
export interface PortalForHandlers {
  /** Version of the portal that answers. */
  readonly version: string
  readonly settings: {
    readonly origin: string
    readonly apiBase: string
    readonly testMode: boolean
    readonly undoSeconds: number
    readonly sessionHours: number
    /** It runs in a page, with made-up people. */
    readonly demonstration?: true
  }
  /** The identity provider, where one is configured. */
  readonly identity:
    | {
        /** Addresses that take a carrier's signed answer; single sign-on hands it to no other. */
        readonly hubs?: readonly string[]
        /** `why`: what the logout page is to say, where the user did not ask. */
        logoutUrl(encryptedIdToken: string | null, why?: string): Promise<string | null>
        /** Whose token this is; nothing for one that is not right. Whether it was used before is for `once` to tell. */
        verify(token: string): Promise<TokenOwner | undefined>
        /** Renews the provider's tokens of this session in the background, when it is time. */
        renew(sessionHash: Uint8Array, now: Date, sessionHours: number): void
        /** Tells the provider, in the background, that an encrypted refresh token is over. */
        revoke(encryptedRefreshToken: string): void
      }
    | undefined
  /** The accounts at the identity provider, where it lets us manage them. */
  readonly accounts: AccountsAtProvider | undefined
  /** Counters of this process, read by operations. */
  readonly metrics: Pick<Metrics, 'userAction'>
  /** The monitoring service, where the operator set one. */
  readonly monitoring: Monitoring
  /** Writes PDF files. */
  readonly files: Files
  /** Finds the kind of a file from outside, and whether it may be stored; one file of a sender at a time. */
  readonly checkDocument: (bytes: Uint8Array, sender: string) => Promise<DocumentCheck>
  /** A page of a PDF or TIFF as a picture, counted from 1; one of a reader at a time. */
  readonly documentPage: (bytes: Uint8Array, type: string, page: number, reader: string) => Promise<DocumentPage>
  /** Where documents are kept outside the database; absent means that they stay in it. */
  readonly documents: DocumentStore | undefined
  /** Where files of schedules are left: whose place it is. */
  readonly fileDrop: Pick<FileDrop, 'kind' | 'check'>
  /** Keeps a text from being read, changed or moved in the database: it decrypts only for the purpose it was encrypted for. */
  readonly encryption: {
    encrypt(text: string, purpose: string): string
    decrypt(encrypted: string, purpose: string): string | null
  }
}

type Questioner = { now: Date; sessionHash: Uint8Array | undefined }
type Answerer<C extends AnyCall> = {
  input: ParsedInputOf<C>
  person: Caller
  now: Date
  refuse: Refuse<RefusalOf<C>>
  portal: PortalForHandlers
}

/** A question whose statements follow from the input alone: everything travels in one trip. */
export type OneTrip<C extends AnyCall> = {
  questions(input: ParsedInputOf<C>, at: Questioner): Record<string, Sql>
  answer(found: Record<string, never[]>, context: Answerer<C>): OutputOf<C> | Promise<OutputOf<C>>
}

export type Rows<Q extends Record<string, Sql<unknown>>> = { [Name in keyof Q]: Q[Name]['row'][] }

/** What an act knows before it has a connection. */
export type BeforeContext<C extends AnyCall> = Pick<
  CallContext<C>,
  'input' | 'now' | 'requestId' | 'ip' | 'refuse' | 'portal'
> & {
  /** Who asks: the user, or the address of somebody without a session. */
  sender: string
  /** Looks into the database, in a transaction of its own of which nothing stays. Statements given together travel together. */
  look: <Row>(statements: readonly Sql[], last: Sql<Row>) => Promise<Row | undefined>
}

/**
 * An act that does something slow before it takes a connection, such as looking at a file that was sent: the caller was
 * authenticated and may act, and nothing waits for it meanwhile. `act` has what came of it.
 */
export type BeforeAct<C extends AnyCall> = {
  before(context: BeforeContext<C>): Promise<unknown>
  act(context: CallContext<C>, prepared: never): Promise<OutputOf<C>>
}

/** Writes an act as what it does before it has a connection, and the act itself. */
export const beforeAct = <C extends AnyCall, Prepared>(
  before: (context: BeforeContext<C>) => Promise<Prepared>,
  act: (context: CallContext<C>, prepared: Prepared) => Promise<OutputOf<C>>,
): BeforeAct<C> => ({ before, act }) as unknown as BeforeAct<C>

type Act<C extends AnyCall> = (context: CallContext<C>) => Promise<OutputOf<C>>
export type Handler<C extends AnyCall> = Act<C> | OneTrip<C> | BeforeAct<C>

/** One handler per call, none missing, none extra. */
export type Handlers<Calls extends Record<string, AnyCall>> = { [Verb in keyof Calls]: Handler<Calls[Verb]> }

/** Writes a read as its statements and the shaping of what they found. */
export function oneTrip<C extends AnyCall, Q extends Record<string, Sql<unknown>> = Record<string, Sql<unknown>>>(
  questions: (input: ParsedInputOf<C>, at: Questioner) => Q,
  answer: (found: Rows<Q>, context: Answerer<C>) => OutputOf<C> | Promise<OutputOf<C>>,
): OneTrip<C> {
  return { questions, answer } as unknown as OneTrip<C>
}

const seenStatements = new WeakSet<object>()

/**
 * A statement that shows a person's data: writes, in itself, the audit row with the claims it shows, so that
 * nothing is shown that is not on record. `claims` is a fragment over `seen`, one uuid a row, or null where a
 * row is about nobody's health.
 */
export function seen<Row>(query: Sql<Row>, claim: Sql): Sql<Row> {
  const whole = sql<Row>`with seen as materialized (${query}), noted as (
    insert into access_audit (mc, user_id, actor, session_id, request_id, ip, call, claim_ids)
    select app_mc(), app_user(), current_setting('app.actor'), nullif(current_setting('app.session'), '')::uuid, current_setting('app.request')::uuid,
      nullif(current_setting('app.ip'), ''), current_setting('app.call'),
      coalesce((select array_remove(array_agg(distinct ${claim}), null) from seen), '{}'))
    select * from seen` as Sql<Row>
  seenStatements.add(whole)
  return whole
}

/** Claims in one row of the audit. */
const CLAIMS_A_ROW = 5000

/** Counts the rows of a file by the claims they are about, and writes those into the audit in the same statement. */
export const seenClaims = (claims: CopiedFile['claims']): Sql<{ rows: number }> => sql<{ rows: number }>`
  with found as materialized (${claims}), noted as (
    insert into access_audit (mc, user_id, actor, session_id, request_id, ip, call, object_type, claim_ids)
    select app_mc(), app_user(), current_setting('app.actor'), nullif(current_setting('app.session'), '')::uuid, current_setting('app.request')::uuid,
      nullif(current_setting('app.ip'), ''), current_setting('app.call'), 'export claims', array_agg(claim)
    from (select claim, (row_number() over () - 1) / ${CLAIMS_A_ROW}::int as part from found where claim is not null) f group by part)
  select coalesce(sum(rows), 0)::int as rows from found`

export const isSeen = (query: object): boolean => seenStatements.has(query)

/**
 * The handlers of a feature, one for each of its calls, by the calls' names (`authorizations.approve`). In two steps, so
 * that the calls are known before TypeScript looks at the functions.
 */
export const implement =
  <Calls extends Record<string, AnyCall>>(calls: Calls) =>
  (handlers: Handlers<Calls>): Record<string, Handler<AnyCall>> =>
    Object.fromEntries(
      Object.entries(calls).map(([verb, call]) => [
        call.name,
        handlers[verb as keyof Calls] as unknown as Handler<AnyCall>,
      ]),
    )
