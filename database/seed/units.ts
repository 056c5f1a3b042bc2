import { type CarrierPlan, type SubCarrierPlan, subCarriersOf } from './carriers.ts'
import type { Stream, Weighted } from './prng.ts'
import type { Staff } from './people.ts'
import type { Size } from './sizes.ts'

// Where claims belong: carriers, their units and groups, and the people who own them.

export type Group = {
  mc: string
  sub: SubCarrierPlan
  code: string
  employerId: string
  defaultOwnerId: string | null
  autoPa: boolean
}

type Unit = { plan: CarrierPlan; sub: SubCarrierPlan }

/** The sub-carrier that takes a state's claims, by the carriers' shares; federal programmes have their own. */
export function homeOf(state: string | null, places: Places, random: Stream): Unit {
  if (state === null) {
    const plan = places.plans.find((carrier) => carrier.weight === 0)!
    return { plan, sub: plan.subCarriers[0]! }
  }
  const { plans, units } = places.homes(state)
  const plan = random.weighted(plans)
  return { plan, sub: random.weighted(units.get(plan)!) }
}

/** Where claims can belong: carriers, their units and groups, and the people who own them. */
export type Places = {
  plans: readonly CarrierPlan[]
  homes(state: string): { plans: Weighted<CarrierPlan>; units: ReadonlyMap<CarrierPlan, Weighted<SubCarrierPlan>> }
  groups(mc: string, sub: string): readonly Group[]
  /** Who owns claims of a carrier, busy people more often. */
  owners(mc: string): Weighted<string>
}

/** Where claims may belong, of some carriers and people. */
export function placesOf(
  plans: readonly CarrierPlan[],
  size: Size,
  groups: readonly Group[],
  staff: readonly Staff[],
): Places {
  const homes = new Map<string, ReturnType<Places['homes']>>()
  const byUnit = Map.groupBy(groups, (group) => `${group.mc} ${group.sub.sub}`)
  const owners = new Map<string, [number, string][]>()
  for (const person of staff) {
    if (person.load === 0) continue
    person.memberships.forEach(({ mc }, at) => {
      const entry: [number, string] = [at === 0 ? person.load : person.load * 0.4, person.id]
      const known = owners.get(mc)
      if (known) known.push(entry)
      else owners.set(mc, [entry])
    })
  }
  return {
    plans,
    homes(state) {
      let found = homes.get(state)
      if (!found) {
        const takes = (sub: SubCarrierPlan): boolean => sub.states === 'all' || sub.states.includes(state)
        const able = plans.filter((plan) => plan.weight > 0 && subCarriersOf(plan, size).some(takes))
        found = {
          plans: able.map((plan) => [plan.weight, plan] as const),
          units: new Map(
            able.map((plan) => [
              plan,
              // A unit for everywhere gets a tenth of what the unit of the region gets, where there is one.
              subCarriersOf(plan, size)
                .filter(takes)
                .map((unit) => [unit.states === 'all' && plan.mc !== 'PTA' ? 1 : 10, unit] as const),
            ]),
          ),
        }
        homes.set(state, found)
      }
      return found
    },
    groups: (mc, sub) => byUnit.get(`${mc} ${sub}`) ?? [],
    owners: (mc) => owners.get(mc)!,
  }
}
