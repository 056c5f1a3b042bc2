/** Who the first screen of the demonstration without a server offers to be, and what it says of its world. */
import pg from 'pg'
import type { DemoCounts, DemoPerson } from '#demo/page/first-screen.ts'
import { demoSeed, type Size } from '#database/seed/sizes.ts'
import { staffOf, type Staff } from '#database/seed/people.ts'
import { streams } from '#database/seed/prng.ts'

/** In this order; each has a key of its own as long as there are digits. */
const cards: readonly [who: (person: Staff) => boolean, role: string, what: string][] = [
  [is('dana.ruiz'), 'adjuster', 'A full list, and patients who wait at the counter. Decide them.'],
  [is('lee.park'), 'adjuster of two carriers', 'Switch carriers; cover for a colleague who is away.'],
  [is('sam.okafor'), 'supervisor', 'See who is behind, move work, decide what others may not.'],
  [is('rita.chen'), 'pharmacist', 'Clear safety codes, advise adjusters.'],
  [hasRole('ur_reviewer'), 'utilization reviewer', 'Certify, modify or deny under the state’s guideline.'],
  [is('pat.lund'), 'support agent', 'Pharmacies call and users chat. Find the request, say the right words.'],
  [is('kit.moss'), 'account manager', 'Invite people, set limits, see who looked at what.'],
  [is('ann.boyd'), 'read only', 'See everything of two carriers, change nothing.'],
  [is('omar.diaz'), 'senior pharmacist', 'Override every clinical code.'],
  [is('fed.jones'), 'federal examiner', 'Decide under the rules for federal workers.'],
  [hasRole('ur_nurse'), 'review nurse', 'Certify in a first review, or pass it on.'],
  [hasRole('nurse_case_manager'), 'nurse case manager', 'Follow patients, write notes on their claims.'],
  [is('prog.viewer'), 'program observer', 'See how the program does, change nothing.'],
  [is('old.timer'), 'adjuster', 'A password that is about to expire.'],
  [is('una.reed'), 'adjuster', 'Agree to new Terms of Use first.'],
  [is('tia.novak'), 'adjuster', 'Agree to terms for the first time.'],
]

function is(username: string) {
  return (person: Staff): boolean => person.username === username
}
function hasRole(role: string) {
  return ({ memberships }: Staff): boolean =>
    memberships.some(({ roles }) => (roles as readonly string[]).includes(role))
}

/** The people of a world of this size that can be somebody; those it does not have are left out. */
export function peopleOf(size: Size): DemoPerson[] {
  const staff = staffOf({ size }, streams(demoSeed), 0)
  return cards.flatMap(([who, role, what]) => {
    const person = staff.find(who)
    return person ? [{ subject: person.subject, name: `${person.firstName} ${person.lastName}`, role, what }] : []
  })
}

const counted = `
  select (select count(*)::int from master_carrier where status = 'ACTIVE') as carriers, (select count(*)::int from wc_claim) as claims,
    (select count(*)::int from rx_authorization) as requests`

type Counted = Omit<DemoCounts, 'dataBytes' | 'programBytes'>

export async function countsOf(url: string): Promise<Counted> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    return (await db.query<Counted>(counted)).rows[0]!
  } finally {
    await db.end()
  }
}
