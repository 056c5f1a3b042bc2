/**
 * What the service is made of, computed from the list of features: each feature's folder is asked for the files of its
 * roles. A feature is named in `features/all.ts` and nowhere else outside its folder.
 */
import type { AnyCall, Line } from '#platform/calls/contract.ts'
import type { FirstReads } from '#platform/calls/first-reads.ts'
import type { Handler } from '#platform/calls/handler.ts'
import type { AnyJob, Tick } from '#platform/jobs/jobs.ts'
import { callFamilies } from '#reference/call-families.ts'
import { callIds } from '#reference/call-list.ts'
import { partsOf } from './feature-parts.ts'

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'line' in value && 'gate' in value && 'output' in value
const isCalls = (value: unknown): value is Record<string, AnyCall> =>
  typeof value === 'object' && value !== null && Object.values(value).length > 0 && Object.values(value).every(isCall)

/** One table of many; a name that two features use is a fault. */
function merged<Value>(parts: readonly Record<string, Value>[]): Record<string, Value> {
  const all: Record<string, Value> = {}
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (Object.hasOwn(all, name)) throw new Error(`Two features use the name ${name}.`)
    all[name] = value
  }
  return all
}

const [contracts, handlers, jobs, paths, first] = await Promise.all([
  partsOf<Readonly<Record<string, unknown>>>('contract.ts'),
  partsOf<{ handlers: Record<string, Handler<AnyCall>> }>('handlers.ts'),
  partsOf<{ jobs?: Record<string, AnyJob>; ticks?: Record<string, Tick> }>('jobs.ts'),
  partsOf<{ paths?: Readonly<Record<string, string>>; publicPaths?: readonly string[] }>('paths.ts'),
  partsOf<{ firstReads: FirstReads | readonly FirstReads[] }>('first-reads.ts'),
])

/** The call with the address its family has under a prefix; calls of our own, which no list names, have none. */
function inItsFamily(call: AnyCall): AnyCall {
  const [method, path] = call.line.split(' ') as [string, string]
  const family = callFamilies.find(({ starts }) => starts.some((start) => path.startsWith(start)))
  if (!family || !call.id.split(',').some((id) => callIds.includes(id))) return call
  return { ...call, also: [...call.also, `${method} ${family.prefix}${path}` as Line] }
}

/** Every call there is: what a feature's contract exports from `calls()`. */
export const everyCall: readonly AnyCall[] = contracts.flatMap((contract) =>
  Object.values(contract)
    .filter(isCalls)
    .flatMap((calls) => Object.values(calls).map(inItsFamily)),
)
/** Every handler, by the name of its call. */
export const everyHandler: Record<string, Handler<AnyCall>> = merged(handlers.map((part) => part.handlers))
/** What is done after a transaction, by the topic of its outbox row. */
export const everyJob: Record<string, AnyJob> = merged(jobs.map((part) => part.jobs ?? {}))
/** What is done on the clock, by name. */
export const everyTick: Record<string, Tick> = merged(jobs.map((part) => part.ticks ?? {}))
/** Patterns of the pages of signed-in users: a sign-in returns to these only. */
export const returnPaths: readonly string[] = paths.flatMap((part) => Object.values(part.paths ?? {}))
/** Pages that anybody may open. */
export const publicPaths: readonly string[] = paths.flatMap((part) => part.publicPaths ?? [])
/** What the HTML of pages brings along. */
export const firstReads: readonly FirstReads[] = first.flatMap((part) => part.firstReads)
