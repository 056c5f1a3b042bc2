import type { Desk } from '#features/transactions/sql.ts'
import { backOn, canWorkOn } from './rules.ts'
import type { Routed } from '#features/authorizations/raise.ts'
import { route, type Worker } from './routing.ts'

const COLLEAGUE = 'A colleague'

/**
 * Who a new request of a sub-carrier goes to, in order: the one routing picked, then the owner who is away and stays second.
 * Only somebody who can work on it gets it; for routing, whoever cannot is as good as gone. `alarmAt` is when
 * support hears that nobody is there to have it.
 */
export function ownersFor(
  desk: Desk | undefined,
  of: { mc: string; subCarrier: string },
  now: string,
): { owners: Routed[]; alarmAt: string | null } {
  if (!desk) return { owners: [], alarmAt: null }
  const ofRole = (role: Desk['owners'][number]['role']) =>
    desk.owners.filter((one) => one.role === role).map((one) => one.userId)
  const supervisor = ofRole('SUPERVISOR')[0] ?? null
  const primary = ofRole('PRIMARY')[0] ?? null
  const people = new Map<string, Worker>(
    Object.entries(desk.people).map(([id, person]) => [
      id,
      {
        id,
        name: person.name,
        active: canWorkOn(person, of.mc, of.subCarrier),
        openItems: person.open,
        supervisorId: id === primary ? supervisor : null,
        leaves: desk.absences
          .filter((one) => one.userId === id)
          .map(({ startAt, endAt, delegates }) => ({ startAt, endAt, delegates })),
      },
    ]),
  )
  const routed = route(
    {
      primaryOwnerId: primary,
      secondaryOwnerIds: ofRole('SECONDARY'),
      groupDeskIds: ofRole('GROUP'),
      subCarrierDeskIds: ofRole('SUB_CARRIER'),
    },
    people,
    now,
  )
  const name = (id: string): string => people.get(id)?.name ?? COLLEAGUE
  const { rerouted } = routed
  const first: Routed[] =
    routed.ownerId === null
      ? []
      : [
          {
            userId: routed.ownerId,
            name: name(routed.ownerId),
            ...(rerouted && { insteadOf: { name: rerouted.name, until: backOn(rerouted.until, desk.zone) } }),
          },
        ]
  const second = routed.secondaryIds.map((userId) => ({ userId, name: name(userId) }))
  return { owners: [...first, ...second], alarmAt: routed.alarmAt }
}
