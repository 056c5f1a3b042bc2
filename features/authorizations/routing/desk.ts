import type { Desk } from '#features/transactions/sql.ts'
import type { Routed } from '../raise.ts'
import { route, type Worker } from './rules.ts'

/** Who a new request goes to, in order: the one routing picked, then the owner who is away and stays second (3.15). */
export function ownersFor(desk: Desk | undefined, now: string): Routed[] {
  if (!desk) return []
  const supervisor = desk.owners.find((one) => one.role === 'SUPERVISOR')?.userId ?? null
  const ids = new Set([...desk.owners.map((one) => one.userId), ...desk.absences.flatMap((one) => one.delegates)])
  const people = new Map<string, Worker>(
    [...ids].map((id) => [
      id,
      {
        id,
        name: desk.names[id] ?? 'A colleague',
        active: desk.active.includes(id),
        openItems: desk.open[id] ?? 0,
        supervisorId: desk.owners.some((one) => one.userId === id && one.role === 'PRIMARY') ? supervisor : null,
        leaves: desk.absences
          .filter((one) => one.userId === id)
          .map(({ startAt, endAt, delegates }) => ({ startAt, endAt, delegates })),
      },
    ]),
  )
  const ofRole = (role: Desk['owners'][number]['role']) =>
    desk.owners.filter((one) => one.role === role).map((one) => one.userId)
  const routed = route(
    {
      primaryOwnerId: ofRole('PRIMARY')[0] ?? null,
      secondaryOwnerIds: ofRole('SECONDARY'),
      groupDeskIds: ofRole('GROUP'),
      subCarrierDeskIds: [],
    },
    people,
    now,
  )
  const name = (id: string): string => people.get(id)?.name ?? 'A colleague'
  const first: Routed[] =
    routed.ownerId === null
      ? []
      : [
          {
            userId: routed.ownerId,
            name: name(routed.ownerId),
            ...(routed.rerouted && { insteadOf: { name: routed.rerouted.name, until: routed.rerouted.until } }),
          },
        ]
  return [...first, ...routed.secondaryIds.map((userId) => ({ userId, name: name(userId) }))]
}
