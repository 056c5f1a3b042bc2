import { brand } from '#platform/brand.ts'
import { demoEmployee } from '#demo/carrier/demo-person.ts'
import type { Role } from '#features/permissions/roles.ts'
import { carriersOf, subCarriersOf } from './carriers.ts'
import { familyNames, mensNames, womensNames } from './names.ts'
import type { Streams } from './prng.ts'
import type { Extent } from './sizes.ts'
import { posts } from './posts.ts'

/** What one person may do for one carrier. */
type Membership = {
  mc: string
  isDefault: boolean
  roles: readonly Role[]
  /** null = all of them. */
  subCarriers: readonly string[] | null
  extract: readonly string[]
  licenseStates: readonly string[]
  approvalLimit: number | null
}

/** A person who works in the portal. */
export type Staff = {
  id: string
  username: string
  email: string
  firstName: string
  lastName: string
  subject: string
  ssoUser: boolean
  timeZone: string
  status: 'ACTIVE' | 'PENDING_REGISTRATION'
  /** Days since the password was set; null for single sign-on. */
  passwordAgeDays: number | null
  memberships: readonly Membership[]
  /** Where the claims of a case owner come from: carrier and share of its claims. 0 = owns none. */
  load: number
  /** Only for the accounts the guide names. */
  what: string | null
  /** Terms of Use and Privacy Notice it agreed to; the current ones where nothing is said. */
  agreed?: 'earlier' | 'none'
  /** Works in the demo, too; they alone own the claims of the people of the demo. */
  ofDemo: boolean
}

type Named = {
  username: string
  firstName: string
  lastName: string
  home: string
  what: string
  roles: readonly Role[]
  /** Carriers besides the first; those a size does not have are left out. */
  carriers: readonly string[]
  licenseStates?: readonly string[]
  approvalLimit?: number | null
  passwordAgeDays?: number
  pending?: boolean
  load?: number
  zone?: string
}

const all = ['NWM', 'CSC', 'PTA', 'FDW'] as const

const pbm = brand.feedbackEmail.slice(brand.feedbackEmail.indexOf('@') + 1)

/** The named demo accounts. A mailbox carries a number because a username may not be part of the address (S). */
const named: readonly Named[] = [
  {
    username: 'dana.ruiz',
    firstName: 'Dana',
    lastName: 'Ruiz',
    home: 'northwind.example',
    what: 'Adjuster at Northwind Mutual with a full worklist; out of office from tomorrow',
    roles: ['adjuster'],
    carriers: ['NWM'],
    approvalLimit: 2500,
    load: 6,
  },
  {
    username: 'lee.park',
    firstName: 'Lee',
    lastName: 'Park',
    home: 'northwind.example',
    what: 'Adjuster for two carriers (NWM and CSC); Dana’s delegate',
    roles: ['adjuster'],
    carriers: ['NWM', 'CSC'],
    approvalLimit: 2500,
    load: 5,
    zone: 'America/Chicago',
  },
  {
    username: 'sam.okafor',
    firstName: 'Sam',
    lastName: 'Okafor',
    home: 'northwind.example',
    what: 'Supervisor of eight at Northwind Mutual',
    roles: ['supervisor'],
    carriers: ['NWM'],
    approvalLimit: 25_000,
  },
  {
    username: 'rita.chen',
    firstName: 'Rita',
    lastName: 'Chen',
    home: pbm,
    what: 'Clinical pharmacist: clears safety codes, advises',
    roles: ['clinical_pharmacist'],
    carriers: all,
    licenseStates: ['FL', 'NY', 'CA', 'TX'],
  },
  {
    username: 'omar.diaz',
    firstName: 'Omar',
    lastName: 'Diaz',
    home: pbm,
    what: 'Senior pharmacist who may override every clinical code',
    roles: ['override_all_edit_clinical', 'clinical_pharmacist'],
    carriers: all,
    licenseStates: ['FL', 'NY', 'CA', 'TX', 'WA'],
  },
  {
    username: 'pat.lund',
    firstName: 'Pat',
    lastName: 'Lund',
    home: pbm,
    what: 'Support agent on the phone with pharmacies',
    roles: ['pbm_support'],
    carriers: all,
  },
  {
    username: 'ann.boyd',
    firstName: 'Ann',
    lastName: 'Boyd',
    home: 'northwind.example',
    what: 'Broker who may only read',
    roles: ['read_only'],
    carriers: ['NWM', 'PTA'],
  },
  {
    username: 'prog.viewer',
    firstName: 'Petra',
    lastName: 'Vance',
    home: 'northwind.example',
    what: 'Program observer: sees, changes nothing',
    roles: ['prog_special'],
    carriers: ['NWM', 'FDW'],
  },
  {
    username: 'kit.moss',
    firstName: 'Kit',
    lastName: 'Moss',
    home: pbm,
    what: 'Account manager: settings, people, reports',
    roles: ['account_admin'],
    carriers: all,
  },
  {
    username: 'fed.jones',
    firstName: 'Frederica',
    lastName: 'Jones',
    home: 'fedworker.example',
    what: 'Claims examiner for federal workers (FECA rules)',
    roles: ['adjuster'],
    carriers: ['FDW'],
    load: 6,
  },
  {
    username: 'new.hire',
    firstName: 'Noor',
    lastName: 'Haddad',
    home: 'northwind.example',
    what: 'Invited, has not registered yet',
    roles: ['adjuster'],
    carriers: ['NWM'],
    approvalLimit: 500,
    pending: true,
  },
  {
    username: 'old.timer',
    firstName: 'Otto',
    lastName: 'Timmerman',
    home: 'northwind.example',
    what: 'Adjuster whose password is about to expire',
    roles: ['adjuster'],
    carriers: ['NWM'],
    approvalLimit: 1000,
    passwordAgeDays: 86,
    load: 3,
  },
]

/** Password of every demo account; the demo identity provider is not for production. */
export const demoPassword = 'Docket-demo-1'

const usernameOf = (first: string, last: string, taken: ReadonlySet<string>): string => {
  const letters = last.toLowerCase().replace(/[^a-z]/g, '')
  for (let length = 1; length < first.length; length += 1) {
    const name = `${first.slice(0, length).toLowerCase()}.${letters}`.slice(0, 12).replace(/\.$/, '')
    if (name.length >= 6 && !taken.has(name)) return name
  }
  for (let number = 2; ; number += 1) {
    const name = `${`${first[0]!.toLowerCase()}.${letters}`.slice(0, 12 - String(number).length)}${number}`
    if (name.length >= 6 && !taken.has(name)) return name
  }
}

/** Everyone who works in a world of this size: the named accounts first, in their order. */
export function staffOf(extent: Extent, stream: Streams, bornMs: number): Staff[] {
  const { size } = extent
  const present = carriersOf(size)
  const extractOf = (mc: string): string[] => {
    const plan = present.find((carrier) => carrier.mc === mc)
    return plan ? subCarriersOf(plan, size).map((sub) => sub.sub) : []
  }
  const taken = new Set(named.map((person) => person.username))
  let mailbox = 5511

  const known = named.map((person): Staff => {
    mailbox += 1
    const carriers = person.carriers.filter((mc) => present.some((plan) => plan.mc === mc))
    const random = stream('staff', person.username)
    return {
      id: random.id(bornMs),
      username: person.username,
      email: `u${mailbox}@${person.home}`,
      firstName: person.firstName,
      lastName: person.lastName,
      subject: `demo|${person.username}`,
      ssoUser: false,
      timeZone: person.zone ?? 'America/New_York',
      status: person.pending ? 'PENDING_REGISTRATION' : 'ACTIVE',
      passwordAgeDays: person.passwordAgeDays ?? random.int(3, 55),
      memberships: carriers.map((mc, at) => ({
        mc,
        isDefault: at === 0,
        roles: person.roles,
        subCarriers: null,
        extract: person.roles.includes('prog_special') ? [] : extractOf(mc),
        licenseStates: person.licenseStates ?? [],
        approvalLimit: person.approvalLimit ?? null,
      })),
      load: person.load ?? 0,
      what: person.what,
      ofDemo: true,
    }
  })

  const guest: Staff = {
    id: stream('staff', demoEmployee.username).id(bornMs),
    username: demoEmployee.username,
    email: demoEmployee.email,
    firstName: demoEmployee.firstName,
    lastName: demoEmployee.lastName,
    subject: demoEmployee.subject,
    ssoUser: true,
    timeZone: 'America/New_York',
    status: 'ACTIVE',
    passwordAgeDays: null,
    memberships: [
      {
        mc: demoEmployee.mc,
        isDefault: true,
        roles: ['adjuster'],
        subCarriers: null,
        extract: extractOf(demoEmployee.mc),
        licenseStates: [],
        approvalLimit: 1000,
      },
    ],
    load: 0,
    what: null,
    ofDemo: true,
  }

  const plans = new Map(present.map((plan) => [plan.mc, plan]))
  const others = posts(extent).map((post): Staff => {
    mailbox += 1
    if (demoEmployee.email.startsWith(`u${mailbox}@`)) mailbox += 1
    const random = stream('staff', post.key)
    const plan = plans.get(post.mc)!
    const firstName = random.pick(random.chance(0.55) ? womensNames : mensNames)
    const lastName = random.pick(familyNames)
    const username = usernameOf(firstName, lastName, taken)
    taken.add(username)
    return {
      id: random.id(bornMs),
      username,
      email: `u${mailbox}@${plan.domain}`,
      firstName,
      lastName,
      subject: `demo|${username}`,
      ssoUser: random.chance(0.6),
      timeZone: plan.zone,
      status: 'ACTIVE',
      passwordAgeDays: random.int(5, 70),
      memberships: [
        {
          mc: post.mc,
          isDefault: true,
          roles: [post.role],
          subCarriers: null,
          extract: post.role === 'supervisor' ? extractOf(post.mc) : [],
          licenseStates: post.licenseStates ?? [],
          approvalLimit: post.limit,
        },
      ],
      load: post.load,
      what: null,
      ofDemo: post.ofDemo,
    }
  })
  const asked = (['earlier', 'none'] as const).map((agreed, at): Staff => {
    const earlier = agreed === 'earlier'
    const username = earlier ? 'una.reed' : 'tia.novak'
    return {
      ...known.find((person) => person.username === 'pat.lund')!,
      id: stream('staff', username).id(bornMs),
      username,
      email: `u${5501 + at}@${pbm}`,
      firstName: earlier ? 'Una' : 'Tia',
      lastName: earlier ? 'Reed' : 'Novak',
      subject: `demo|${username}`,
      what: earlier
        ? 'Support agent asked to agree to updated Terms of Use'
        : 'Support agent who has not agreed to any terms yet',
      agreed,
    }
  })
  // Last, so that the teams of the others stay as they are.
  return [...known, ...others, guest, ...asked]
}

/** Who answers to whom: Sam Okafor has eight people, the other supervisors their carrier's adjusters. */
export function supervisionOf(staff: readonly Staff[]): { mc: string; supervisorId: string; memberId: string }[] {
  const works = (person: Staff, mc: string, role: Role) =>
    person.memberships.some((membership) => membership.mc === mc && membership.roles.includes(role))
  const rows: { mc: string; supervisorId: string; memberId: string }[] = []
  const carriers = new Set(staff.flatMap((person) => person.memberships.map((membership) => membership.mc)))
  for (const mc of carriers) {
    const supervisors = staff.filter((person) => works(person, mc, 'supervisor'))
    const members = staff.filter((person) => works(person, mc, 'adjuster'))
    if (supervisors.length === 0) continue
    const first = supervisors[0]!
    members.forEach((member, at) => {
      // Sam's eight stay his; those who come after them are spread over the others.
      const rest = supervisors.slice(1)
      const leader =
        mc !== 'NWM'
          ? supervisors[at % supervisors.length]
          : at < 8
            ? first
            : rest.length > 0
              ? rest[(at - 8) % rest.length]
              : undefined
      if (leader) rows.push({ mc, supervisorId: leader.id, memberId: member.id })
    })
  }
  return rows
}

/** Adjusters among the staff, for the check against the size table. */
export const isAdjuster = (person: Staff): boolean =>
  person.memberships.some((membership) => membership.roles.includes('adjuster'))
