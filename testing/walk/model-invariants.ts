import { replay } from '#features/authorizations/transitions.ts'
import { isComplete } from '#features/authorizations/statuses.ts'
import { isDeemed, type World, priorAuthsOf } from './model-world.ts'

const TWO_HOURS = 7_200_000

/** Which invariant does not hold; nothing when all do. */
export function broken(world: World): string | undefined {
  for (const [at, request] of world.requests.entries()) {
    const says = (what: string): string => `request ${at} (${request.status}): ${what}`
    const count = request.decisions.filter((one) => !one.undone).length
    const decided = request.status >= 30 && request.status <= 41
    if (count !== (decided ? 1 : 0)) return says(`${count} decisions stand`)
    const own = priorAuthsOf(world, request)
    const priorAuths = own.filter((one) => one.kind === 'PERMIT').length
    const blocks = own.filter((one) => one.kind === 'BLOCK').length
    if (blocks !== (request.status === 40 ? 1 : 0)) return says(`${blocks} blocks`)
    if (priorAuths !== ([30, 31, 33].includes(request.status) ? 1 : 0))
      return says(`${priorAuths} prior authorizations`)
    if (request.snoozedUntil !== null && request.snoozedUntil >= request.dueAt - TWO_HOURS)
      return says('snoozed too long')
    if (isComplete(request.status) && (request.snoozedUntil !== null || request.escalation > 0))
      return says('complete, and flagged')
    const late = request.decisions.some(({ kind, at: when }) => kind.startsWith('REJECT') && when > request.dueAt)
    if (late && isDeemed(request)) return says('denied after silence had approved it')
    if (replay(request.log) !== request.status) return says(`its log leads to ${replay(request.log)}`)
  }
  for (const one of world.priorAuths) {
    const paid = world.fills.filter((fill) => fill.on === one && !fill.reversed).length
    if (one.used !== paid) return `a prior authorization says ${one.used} fills, ${paid} were paid`
    if (one.max !== null && one.used > one.max)
      return `a prior authorization for ${one.max} fills was used ${one.used} times`
    const twin = world.priorAuths.find(
      (other) => other !== one && other.live && one.live && other.kind === one.kind && other.drug === one.drug,
    )
    if (twin) return 'two prior authorizations for one drug at a time'
  }
  return undefined
}
