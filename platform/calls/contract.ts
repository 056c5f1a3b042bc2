import type { z } from 'zod'
import type { HandlerRefusal, RefusalCode } from './refusal.ts'

/** `PUT /authorizations/{id}/status/approve`: written just as the service list writes it. */
export type Line = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

/** The names a line takes out of the input: `{id}` into the path, `?page&size` into the query. */
type Taken<L extends string> = L extends `${infer Before}?${infer Query}` ? InPath<Before> | InQuery<Query> : InPath<L>
type InPath<L extends string> = L extends `${string}{${infer Name}}${infer Rest}` ? Name | InPath<Rest> : never
type InQuery<Q extends string> = Q extends `${infer Name}&${infer Rest}` ? Name | InQuery<Rest> : Q

export type Kind = 'read' | 'act'

/** What a call needs of its caller: nothing, a session, a session with terms and carrier, a service token. */
type Gate = 'public' | 'session' | 'carrier' | 'service'

/**
 * Which service calls, by its kind (`ServiceKind` of the portal), and the field of the input that says whose carrier it is
 * about, where the kind takes it from one field. It is read before anything else in the input is believed.
 */
type Service<Field extends string = string> = { kind: string; field?: Field }

/** How often one user may call it; `platform/portal/limits.ts` has the figures. */
export type Limit =
  | 'read'
  | 'search'
  | 'write'
  | 'export'
  | 'figures'
  | 'trial'
  | 'telemetry'
  | 'intake'
  | 'signIn'
  | 'draft'
  | 'upload'
  | 'statusCheck'
  | 'directory'

/**
 * A call is one read or one act of the API. Everything else about calls is computed from this value: the route and its
 * checks, the browser's function, the query key, the audit entry, the attack tests, the page in the API description.
 */
export type Call<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  K extends Kind = Kind,
  R extends RefusalCode = RefusalCode,
> = {
  kind: K
  name: string
  line: Line
  /** Row of the service list (`C017`, `E08`), comma-separated when one call answers several. */
  id: string
  summary: string
  gate: Gate
  /** Of the gate for services alone. */
  service: Service | undefined
  /** One of these roles is needed; absent = any role of the gate. */
  roles: readonly string[] | undefined
  /** Input fields that name the carrier: they must equal the session's, else the call is not found. */
  carrier: readonly string[]
  /** Input fields that hold an id of somebody's object, and the table it lives in. */
  ids: Readonly<Record<string, string>>
  /** What of a person's health it shows: none, limited (lists), full. Anything but none is audited. */
  phi: 'none' | 'limited' | 'full'
  limit: Limit
  /**
   * An act for which the person proves again who they are, unless they have just signed in: what it does in
   * words ("change your password"), and the input fields that name its object. A proof is for this act on this object.
   */
  stepUp: { to: string; of: readonly string[] } | undefined
  /** Round trips to PostgreSQL where they are not 1 for a read and 2 for an act, with the reason. */
  trips: { count: number; why: string } | undefined
  /** An act for which a repeat must carry the same Idempotency-Key: without one it is refused. */
  once: boolean
  /** An act on nothing but the caller's own things: users who may change nothing else may do it. */
  own: boolean
  /** The media type when the answer is a file. */
  file: string | undefined
  /** The body is a form with a file (`multipart/form-data`), the file no larger than this; absent = JSON. */
  form: { maxBytes: number } | undefined
  /** May be called by a page on its own, on a timer: never counts as activity. */
  input: I
  output: O
  /** The codes its handler refuses with, besides those every call may answer (`refusal.ts`). */
  refusals: readonly R[]
  /** Further paths on the same handler (`/workcomp/v1/...` families). */
  also: readonly Line[]
}

type About<L extends Line, I extends z.ZodObject, O extends z.ZodType, R extends RefusalCode> = {
  id: string
  summary: string
  gate?: Exclude<Gate, 'service'>
  /** Opens the gate for services instead of people. */
  service?: Service<keyof z.input<I> & string>
  roles?: readonly string[]
  carrier?: readonly (keyof z.input<I> & string)[]
  ids?: Partial<Record<keyof z.input<I> & string, string>>
  phi: Call['phi']
  limit?: Limit
  stepUp?: { to: string; of: readonly (keyof z.input<I> & string)[] }
  trips?: { count: number; why: string }
  once?: boolean
  own?: boolean
  file?: string
  form?: { maxBytes: number }
  input: I &
    ([Taken<L>] extends [keyof z.input<I>] ? unknown : `no input named ${Exclude<Taken<L>, keyof z.input<I>> & string}`)
  output: O
  refusals?: readonly R[]
  also?: readonly Line[]
}

const define =
  <K extends Kind>(kind: K) =>
  <L extends Line, I extends z.ZodObject, O extends z.ZodType, R extends RefusalCode = never>(
    line: L,
    about: About<L, I, O, R>,
  ): Call<I, O, K, R> => ({
    kind,
    name: '',
    line,
    id: about.id,
    summary: about.summary,
    gate: about.service ? 'service' : (about.gate ?? 'carrier'),
    service: about.service,
    roles: about.roles,
    carrier: about.carrier ?? [],
    ids: (about.ids ?? {}) as Record<string, string>,
    phi: about.phi,
    limit: about.limit ?? (kind === 'read' ? 'read' : 'write'),
    stepUp: about.stepUp,
    trips: about.trips,
    once: about.once ?? false,
    own: about.own ?? false,
    file: about.file,
    form: about.form,
    input: about.input as I,
    output: about.output,
    refusals: about.refusals ?? [],
    also: about.also ?? [],
  })

/** A call that reads. Its transaction can write nothing but the audit of what it read. */
export const read = define('read')
/** A call that changes something, in one audited transaction. */
export const act = define('act')

/* oxlint-disable typescript/no-explicit-any -- "any call" has to stand for every input and output there is */
/** A call of whatever shapes. */
export type AnyCall = Call<any, any, Kind, any>

/** Gives each call its name: `calls('authorizations', { approve })` is `authorizations.approve`. */
export function calls<T extends Record<string, AnyCall>>(feature: string, named: T): T {
  return Object.fromEntries(
    Object.entries(named).map(([verb, it]) => [verb, { ...it, name: `${feature}.${verb}` }]),
  ) as T
}

export type InputOf<C> = C extends Call<infer I, any, any, any> ? z.input<I> : never
export type ParsedInputOf<C> = C extends Call<infer I, any, any, any> ? z.output<I> : never
export type OutputOf<C> = C extends Call<any, infer O, any, any> ? z.input<O> : never
export type AnswerOf<C> = C extends Call<any, infer O, any, any> ? z.output<O> : never
/** The codes a call's handler may refuse with: those its contract declares and those of every handler. */
export type RefusalOf<C> =
  C extends Call<any, any, any, infer R> ? (unknown extends R ? RefusalCode : R | HandlerRefusal) : never
/* oxlint-enable typescript/no-explicit-any */
