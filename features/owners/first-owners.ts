import { backOn, canWorkOn } from './rules.ts'
import type { Routed } from '#features/authorizations/raise.ts'
import { route, type Worker } from './routing.ts'

const COLLEAGUE = 'A colleague'

/** A user whom a new authorization may be routed to, with their rights to work on it. */
type CandidatePerson = {
  name: string
  active: boolean
  roles: string[]
  subCarriers: string[] | null
  /** Open authorizations they own. */
  open: number
}
/** Everyone a new authorization on a claim may be routed to. */
export type OwnerCandidates = {
  owners: { userId: string; role: 'PRIMARY' | 'SECONDARY' | 'GROUP' | 'SUB_CARRIER' | 'SUPERVISOR' }[]
  absences: { userId: string; startAt: string; endAt: string; delegates: string[] }[]
  people: Record<string, CandidatePerson>
  /** Time zone of the carrier (IANA). */
  zone: string
}

/**
 * The owners of a new request of a sub-carrier, in order: the one routing picked, then the absent owner as second. Only
 * users who can work on it are owners; routing ignores the others. `alarmAt` is when support is notified that it has no
 * present owner.
 */
export function ownersFor(
  found: OwnerCandidates | undefined,
  of: { mc: string; subCarrier: string },
  now: string,
): { owners: Routed[]; alarmAt: string | null } {
  if (!found) return { owners: [], alarmAt: null }
  const ofRole = (role: OwnerCandidates['owners'][number]['role']) =>
    found.owners.filter((one) => one.role === role).map((one) => one.userId)
  const supervisor = ofRole('SUPERVISOR')[0] ?? null
  const primary = ofRole('PRIMARY')[0] ?? null
  const people = new Map<string, Worker>(
    Object.entries(found.people).map(([id, person]) => [
      id,
      {
        id,
        name: person.name,
        active: canWorkOn(person, of.mc, of.subCarrier),
        openItems: person.open,
        supervisorId: id === primary ? supervisor : null,
        leaves: found.absences
          .filter((one) => one.userId === id)
          .map(({ startAt, endAt, delegates }) => ({ startAt, endAt, delegates })),
      },
    ]),
  )
  const routed = route(
    {
      primaryOwnerId: primary,
      secondaryOwnerIds: ofRole('SECONDARY'),
      groupDefaultIds: ofRole('GROUP'),
      subCarrierDefaultIds: ofRole('SUB_CARRIER'),
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
            ...(rerouted && { insteadOf: { name: rerouted.name, until: backOn(rerouted.until, found.zone) } }),
          },
        ]
  const second = routed.secondaryIds.map((userId) => ({ userId, name: name(userId) }))
  return { owners: [...first, ...second], alarmAt: routed.alarmAt }
}
