import type { Role } from '#features/permissions/roles.ts'
import { carriers, carriersOf, federalShare } from './carriers.ts'
import { type Extent, targetsOf } from './sizes.ts'

// Staff without a story: how many of each role a carrier has.

type Post = {
  mc: string
  role: Role
  limit: number | null
  load: number
  licenseStates?: readonly string[]
  /** What the person's name is rolled with. */
  key: string
  ofDemo: boolean
}

/** Few carry much (the top tenth owns 30 %). */
const loads = { busy: 4, others: 1.04 }

/** The states whose requests come to a carrier: a reviewer with these licenses may take each of them. */
const statesOf = (mc: string): string[] => {
  const units = carriers.find((plan) => plan.mc === mc)?.subCarriers ?? []
  return [...new Set(units.flatMap(({ states }) => (states === 'all' ? [] : states)))]
}

/** Staff without a story, so that every carrier has a team: counts per carrier and role. */
export function posts(extent: Extent): Post[] {
  const { size } = extent
  const adjusters: Record<string, number> =
    size === 'test' ? { NWM: 4, CSC: 1, FDW: 0 } : { NWM: 9, CSC: 5, PTA: 7, FDW: 2 }
  const supervisors: Record<string, number> =
    size === 'test' ? { NWM: 0, CSC: 1, FDW: 1 } : { NWM: 1, CSC: 1, PTA: 2, FDW: 1 }
  const list: Post[] = []
  const add = (post: Omit<Post, 'key' | 'ofDemo'>): void =>
    void list.push({ ...post, key: `post ${list.length}`, ofDemo: true })
  for (const plan of carriersOf(size)) {
    const count = adjusters[plan.mc] ?? 0
    for (let at = 0; at < count; at += 1) {
      add({ mc: plan.mc, role: 'adjuster', limit: at % 3 === 0 ? 5000 : 1000, load: at === 0 ? 4 : 2 })
    }
    for (let at = 0; at < (supervisors[plan.mc] ?? 0); at += 1) {
      add({ mc: plan.mc, role: 'supervisor', limit: 25_000, load: 0 })
    }
  }
  add({ mc: 'CSC', role: 'ur_reviewer', limit: null, load: 0, licenseStates: statesOf('CSC') })
  if (size !== 'test') add({ mc: 'NWM', role: 'nurse_case_manager', limit: null, load: 0, licenseStates: ['NY', 'PA'] })
  if (size !== 'test') add({ mc: 'CSC', role: 'ur_nurse', limit: null, load: 0, licenseStates: statesOf('CSC') })
  // After the others, whose names are rolled in this order.
  add({ mc: 'NWM', role: 'ur_reviewer', limit: null, load: 0, licenseStates: statesOf('NWM') })
  return size === 'scale' ? [...list, ...multitude(extent, list)] : list
}

/** Everybody else of the scale world: by carrier, as its share of the claims goes. */
function multitude(extent: Extent, known: readonly Post[]): Post[] {
  const wanted = targetsOf(extent)
  const plans = carriersOf(extent.size)
  const weights = plans.reduce((sum, plan) => sum + plan.weight, 0)
  const list: Post[] = []
  const staffing = (role: Role, total: number, made: (at: number) => Pick<Post, 'limit' | 'load'>): void => {
    for (const plan of plans) {
      const share = plan.weight === 0 ? federalShare : ((1 - federalShare) * plan.weight) / weights
      const own = known.filter((post) => post.mc === plan.mc && post.role === role).length
      const count = Math.max(1, Math.round(total * share)) - own
      for (let at = 0; at < count; at += 1) {
        const licenseStates = role === 'ur_reviewer' ? statesOf(plan.mc) : []
        list.push({ mc: plan.mc, role, licenseStates, ...made(at), key: `${plan.mc} ${role} ${at}`, ofDemo: false })
      }
    }
  }
  const busy = (at: number) => ({ limit: at % 3 === 0 ? 5000 : 1000, load: at % 10 === 0 ? loads.busy : loads.others })
  const none = (limit: number | null) => () => ({ limit, load: 0 })
  const others = wanted.users - wanted.adjusters - wanted.supervisors
  staffing('adjuster', wanted.adjusters - 5, busy) // five of them have names of their own
  staffing('supervisor', wanted.supervisors - 1, none(25_000))
  staffing('nurse_case_manager', others * 0.24, none(null))
  staffing('read_only', others * 0.36, none(null))
  staffing('pbm_support', others * 0.2, none(null))
  staffing('clinical_pharmacist', others * 0.1, none(null))
  staffing('ur_reviewer', others * 0.06, none(null))
  staffing('account_admin', others * 0.04, none(null))
  return list
}
