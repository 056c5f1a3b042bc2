import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roles as everyRole, type Role } from '#features/permissions/roles.ts'
import { bound } from '#testing/bounds.ts'
import { whyNotAdministerAll } from './administering.ts'
import {
  ALONE_DAYS,
  covers,
  givingOf,
  GRANT_DAYS,
  rolesOfTwo,
  untilConfirmed,
  whyNotAlone,
  whyNotGiveAll,
  whyNotInviteTo,
  whyNotLose,
  type RolesAsked,
  type Authority,
  type Manager,
  type Membership,
} from './rules.ts'

// Who gives which rights: programs of one's own alone, and roles that clear safety codes or open everything by two.

const member = (of: Partial<Membership> = {}): Membership => ({
  active: true,
  roles: ['adjuster'],
  sub_carriers: null,
  data_extract_sub_carriers: [],
  ...of,
})
const manager = (id: string, subCarriers: string[] | null = null, acts = true): Manager => ({ id, subCarriers, acts })
const authority = (managers: Manager[], twoUntil: string | null = null): Authority => ({ managers, twoUntil })
const two = authority([manager('a'), manager('b')])

describe('roles of two', () => {
  const off = member()
  const on = member({ roles: ['adjuster', 'account_admin'] })
  const of = (more: object) =>
    givingOf({ giver: 'a', colleague: 'x', before: off, after: on, authority: two, asked: undefined, ...more } as never)
  const askedBy = (by: string, ...roles: string[]): { asked: RolesAsked } => ({
    asked: { by, roles, subCarriers: null },
  })
  const waits = { confirmed: [], waits: ['account_admin'], blocked: [] }
  const given = { confirmed: [], waits: [], blocked: [] }
  const confirmed = { confirmed: ['account_admin'], waits: [], blocked: [] }
  const blocked = { confirmed: [], waits: [], blocked: ['account_admin'] }
  const alone = authority([manager('a')])

  test.each<[string, object, object]>([
    ['the only account manager gives it alone', { authority: alone }, given],
    ['the user does not count as another one', { authority: authority([manager('a'), manager('x')]) }, given],
    ['one of two waits for the other', {}, waits],
    ['a locked one could confirm soon', { authority: authority([manager('a'), manager('b', null, false)]) }, waits],
    ['asking twice confirms nothing', askedBy('a', 'account_admin'), waits],
    ['the second one confirms', askedBy('b', 'account_admin'), confirmed],
    ['and only what was asked', askedBy('b', 'clinical_pharmacist'), waits],
    ['nothing of who lost the role since', { ...askedBy('c', 'account_admin') }, waits],
    ['nothing of the user themselves', { ...askedBy('x', 'account_admin') }, waits],
    ['access given back gives its roles', { before: { ...on, active: false } }, waits],
    ['what was held stays', { before: on }, given],
    ['also at fewer programs', { before: on, after: { ...on, sub_carriers: ['P'] } }, given],
    ['at more programs it is given by two', { before: { ...on, sub_carriers: ['P'] } }, waits],
    [
      'the second one confirms the programs that were asked for',
      { before: { ...on, sub_carriers: ['P'] }, ...askedBy('b', 'account_admin') },
      confirmed,
    ],
    ['and no others', { before: off, asked: { by: 'b', roles: ['account_admin'], subCarriers: ['P'] } }, waits],
    ['without access nothing is given', { after: { ...on, active: false } }, given],
    [
      'who has only some programs of the user confirms nothing',
      { authority: authority([manager('a'), manager('b', ['P'])]), ...askedBy('b', 'account_admin') },
      given,
    ],
    [
      'who has all programs of the user does',
      { authority: authority([manager('a'), manager('b', ['P'])]), after: { ...on, sub_carriers: ['P'] } },
      waits,
    ],
    [
      'a program to extract counts too',
      {
        authority: authority([manager('a'), manager('b', ['P'])]),
        after: { ...on, sub_carriers: ['P'], data_extract_sub_carriers: ['Q'] },
      },
      given,
    ],
    ['nobody is alone after a manager lost something', { authority: authority([manager('a')], 'soon') }, blocked],
    ['then another one confirms as ever', { authority: authority(two.managers as Manager[], 'soon') }, waits],
  ])('%s', (_title, more, expected) => expect(of(more)).toEqual(expected))

  test.each(everyRole)('%s needs two where it clears safety codes or opens everything', (role) => {
    const giving = of({ after: member({ roles: ['adjuster', role] }) })
    expect(giving.waits).toEqual((rolesOfTwo as readonly Role[]).includes(role) ? [role] : [])
  })

  test('until they are confirmed the other roles are given; with no other role nothing changes', () => {
    expect(untilConfirmed(off, on, ['account_admin'])).toEqual(off)
    const spelled = member({ roles: ['adjuster', ' All_Access '] })
    expect(untilConfirmed(off, spelled, ['all_access']).roles).toEqual(['adjuster'])
    // At more programs: the role stays where it is, and the programs wait with it.
    const few = { ...on, sub_carriers: ['P'] }
    expect(untilConfirmed(few, on, ['account_admin'])).toEqual(few)
    const gone = { ...off, active: false }
    expect(untilConfirmed(gone, member({ roles: ['account_admin'] }), ['account_admin'])).toEqual(gone)
  })

  test('a refusal says until when two are needed and what to do; an invitation, how they get the role', () => {
    expect(whyNotAlone([], 'Dec 5')).toBeUndefined()
    expect(whyNotAlone(['all_access', 'account_admin'], 'Dec 5')?.message).toBe(
      'Until Dec 5 two account managers give Full access and Account manager: one lost the role, the access or programs in the last 7 days. Save without Full access and Account manager until then.',
    )
    expect(whyNotInviteTo(of({ before: undefined }), '')?.message).toBe(
      'Invite them without Account manager. Once they have registered, two account managers add Account manager.',
    )
    expect(whyNotInviteTo(of({ before: undefined, authority: alone }), '')).toBeUndefined()
    expect(whyNotInviteTo(of({ before: undefined, authority: authority([], 'x') }), 'Dec 5')?.message).toMatch(/Dec 5/)
  })
})

describe('programs', () => {
  test.each<[string[] | null, Partial<Membership>, boolean]>([
    [null, {}, true],
    [['P'], {}, false],
    [['P'], { sub_carriers: ['P'] }, true],
    [['P'], { sub_carriers: ['P', 'Q'] }, false],
    [['P'], { sub_carriers: ['P'], data_extract_sub_carriers: ['Q'] }, false],
    [['P'], { sub_carriers: [] }, true],
    [[], { sub_carriers: ['P'] }, false],
  ])('an account manager of %j and a user with %j: %j', (own, of, expected) => {
    expect(covers(own, member(of))).toBe(expected)
    expect(whyNotGiveAll({ subCarriers: own }, member(of)) === undefined).toBe(expected)
  })
  test('what reaches every program needs an account manager of all programs', () => {
    expect(whyNotAdministerAll({ roles: ['account_admin'], subCarriers: null })).toBeUndefined()
    expect(whyNotAdministerAll({ roles: ['account_admin'], subCarriers: ['P'] })?.code).toBe('NOT_ALLOWED')
    expect(whyNotAdministerAll({ roles: ['adjuster'], subCarriers: null })?.code).toBe('NOT_ALLOWED')
  })
})

test.each<[string, Partial<Membership>, Partial<Membership>, Manager[], RegExp | undefined]>([
  ['another one stays', {}, { active: false }, [manager('a')], undefined],
  ['none would stay', {}, { active: false }, [], /at least one account manager\.$/],
  ['a locked one does not act', {}, { roles: ['adjuster'] }, [manager('a', null, false)], /at least one/],
  ['none of all programs would stay', {}, { active: false }, [manager('a', ['P'])], /of all programs/],
  ['nor by fewer programs', {}, { sub_carriers: ['P'] }, [manager('a', ['P'])], /of all programs/],
  ['one of some programs', { sub_carriers: ['P'] }, { active: false }, [manager('a', ['P'])], undefined],
  ['none would stay who changes anything', {}, { roles: ['account_admin', 'read_only'] }, [], /at least one account/],
  ['who may only read was none', { roles: ['account_admin', 'prog_special'] }, { active: false }, [], undefined],
  ['nobody who was none', { roles: ['adjuster'] }, { active: false }, [], undefined],
])('an account manager loses the role: %s', (_title, before, after, managers, words) => {
  const was = member({ roles: ['account_admin'], ...before })
  const why = whyNotLose({ colleague: 'x', before: was, after: { ...was, ...after }, managers })
  if (words) expect(why?.message).toMatch(words)
  else expect(why).toBeUndefined()
})

// What the rules let account managers do to each other and to everybody, in any order, with a clock.

const programs = ['P', 'Q', 'R']
const some = fc.subarray(programs)
const givenPrograms = fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 3, arbitrary: some })
const person = fc.record({
  active: fc.boolean(),
  roles: fc.subarray(['adjuster', 'read_only', ...rolesOfTwo]),
  sub_carriers: givenPrograms,
  data_extract_sub_carriers: fc.oneof(fc.constant([]), some),
})
/** Up to half of them manage all programs, for most of what happens needs two of them. */
const begins = fc
  .tuple(fc.array(person, { minLength: 6, maxLength: 6 }), fc.nat(3))
  .map(([people, managers]) =>
    people.map((one, at) =>
      at < managers
        ? { ...one, active: true, sub_carriers: null, roles: [...new Set(['account_admin', ...one.roles])] }
        : one,
    ),
  )
const step = fc.record({
  giver: fc.oneof(fc.nat(2), fc.nat(5)),
  colleague: fc.nat(5),
  /** Hours since the step before. */
  hours: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 200 }) }),
  to: fc.record(
    {
      active: fc.boolean(),
      roles: fc.subarray(['adjuster', 'supervisor', ...rolesOfTwo], { minLength: 1 }),
      sub_carriers: givenPrograms,
      data_extract_sub_carriers: some,
    },
    { requiredKeys: [] },
  ),
})
const isManager = (of: Membership) => of.active && of.roles.includes('account_admin') && !of.roles.includes('read_only')
const rolesOf = (of: Membership) => (of.active ? of.roles.filter((role) => rolesOfTwo.includes(role as never)) : [])
const includesAll = (own: readonly string[] | null, of: Membership) =>
  own === null ||
  (of.sub_carriers !== null && [...of.sub_carriers, ...of.data_extract_sub_carriers].every((sub) => own.includes(sub)))

test('nobody gets a program the giver does not have, nor a role of two without two account managers of all their programs', () => {
  const happened = { given: 0, confirmed: 0, waited: 0, blocked: 0, alone: 0 }
  fc.assert(
    fc.property(begins, fc.array(step, { minLength: 1, maxLength: 25 }), (begin, steps) => {
      const people: Membership[] = [...begin]
      const asks = new Map<number, { by: number; roles: string[]; subCarriers: readonly string[] | null; at: number }>()
      /** Everything anybody sent, and everything a manager lost: what the rules are held against. */
      const sent: { by: number; of: number; wanted: Membership; at: number }[] = []
      const lost: number[] = []
      let now = 0
      for (const { giver, colleague, hours, to } of steps) {
        now += hours / 24
        const by = people[giver]!
        const before = people[colleague]!
        // The database shows a colleague to who has all their programs, and nobody changes themselves.
        if (!isManager(by) || giver === colleague || !covers(by.sub_carriers, before)) continue
        const managers = people.flatMap((one, at) =>
          isManager(one) ? [manager(String(at), one.sub_carriers as string[] | null)] : [],
        )
        const lastLoss = lost.filter((at) => at > now - ALONE_DAYS).at(-1)
        const wanted: Membership = { ...before, ...to }
        if (whyNotGiveAll({ subCarriers: by.sub_carriers }, wanted)) continue
        const ask = asks.get(colleague)
        const asked = ask && ask.at > now - GRANT_DAYS ? { ...ask, by: String(ask.by) } : undefined
        const giving = givingOf({
          giver: String(giver),
          colleague: String(colleague),
          before,
          after: wanted,
          authority: { managers, twoUntil: lastLoss === undefined ? null : String(lastLoss + ALONE_DAYS) },
          asked,
        })
        sent.push({ by: giver, of: colleague, wanted, at: now })
        happened.waited += giving.waits.length
        happened.blocked += giving.blocked.length
        if (giving.blocked.length > 0) continue
        const after = giving.waits.length > 0 ? untilConfirmed(before, wanted, giving.waits) : wanted
        if (whyNotLose({ colleague: String(colleague), before, after, managers })) continue
        people[colleague] = after
        if (giving.waits.length > 0)
          asks.set(colleague, { by: giver, roles: giving.waits, subCarriers: wanted.sub_carriers, at: now })
        else if (to.roles || to.active !== undefined) asks.delete(colleague)
        if (
          isManager(before) &&
          !(isManager(after) && includesAll(after.sub_carriers, { ...before, data_extract_sub_carriers: [] }))
        )
          lost.push(now)

        expect(includesAll(by.sub_carriers, after)).toBe(true)
        const couldConfirm = begin
          .map((_, at) => at)
          .filter(
            (at) =>
              at !== giver &&
              at !== colleague &&
              managers.some(({ id }) => id === String(at)) &&
              includesAll(people[at]!.sub_carriers, after),
          )
        const programsOf = (one: Membership) => ({ ...one, data_extract_sub_carriers: [] })
        const isAsBefore = (role: string) =>
          rolesOf(before).includes(role) && includesAll(before.sub_carriers, programsOf(after))
        for (const role of rolesOf(after).filter((one) => !isAsBefore(one))) {
          happened.given += 1
          const second = couldConfirm.some((at) =>
            sent.some(
              (one) =>
                one.by === at &&
                one.of === colleague &&
                rolesOf(one.wanted).includes(role) &&
                includesAll(one.wanted.sub_carriers, programsOf(after)) &&
                one.at > now - GRANT_DAYS,
            ),
          )
          const nobodyElse = couldConfirm.length === 0 && lastLoss === undefined
          happened[second ? 'confirmed' : 'alone'] += 1
          expect([role, second || nobodyElse]).toEqual([role, true])
        }
        expect(people.some(isManager)).toBe(true)
      }
    }),
    { numRuns: bound(1000, 10_000) },
  )
  // The sequences reach every way a role is given or not.
  for (const [way, times] of Object.entries(happened)) expect([way, times > 0]).toEqual([way, true])
})
