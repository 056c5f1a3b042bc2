import { oneTrip, implement, seen } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { exactWords } from '#platform/dates/words.ts'
import { sql as s } from '#platform/database/sql.ts'
import { accessReview, people, type Colleague } from './contract.ts'
import { invitation, withdrawal } from './inviting.ts'
import { endingLicenses, lately } from './lately-sql.ts'
import { whyNotLicenses } from './licenses.ts'
import { membershipChange, toAuthority } from './membership.ts'
import { reviewing } from './reviewing.ts'
import { whyNotAdminister } from './administering.ts'
import {
  countsOf,
  covers,
  givingOf,
  listsInvitations,
  MOST_CHANGES,
  usersOf,
  whyNotGiveAll,
  whyNotInvite,
  whyNotInviteTo,
  whyNotThere,
  whyNotWithdrawInvitation,
} from './rules.ts'
import * as sql from './sql.ts'
import { filterWords, userFile } from './user-file.ts'

const toColleague = (one: sql.Found): Colleague => ({
  id: one.id,
  username: one.username,
  name: one.name,
  email: one.email,
  ssoUser: one.sso_user,
  status: one.status,
  active: one.active,
  roles: one.roles,
  subCarriers: one.sub_carriers,
  dataExtractSubCarriers: one.data_extract_sub_carriers,
  licenseStates: one.license_states,
  licenses: one.licenses,
  approvalLimit: one.approval_limit,
  state: one.state,
  asked: one.asked,
  awayUntil: one.away_until,
  ledBy: one.led_by,
  leads: one.leads,
  lastLoginAt: one.last_login_at,
  version: one.version,
})

const programsOf = (one: { subCarriers: readonly string[] | null }) => ({
  sub_carriers: one.subCarriers,
  data_extract_sub_carriers: [],
})

const users = implement(people)({
  list: oneTrip(
    ({ search = null, role = null, state = null, after = null, size }) => {
      const question = `people.list ${JSON.stringify([search, role, state])}`
      return {
        people: sql.people({ search, role, state }, after, question, size),
        counts: sql.counts({ search, role }),
        opened: sql.opens(after, question),
        open: sql.openInvitations({ search, role }),
        authority: sql.authority(),
      }
    },
    ({ people, counts: counted, opened: [opened], open, authority: [authority] }, { input, person, refuse }) => {
      refuse(whyNotAdminister(person))
      const { size, state, after } = input
      if (!opened!.ours)
        refuse({
          code: 'VALIDATION',
          field: 'after',
          message: 'This place belongs to another list. Start again without it.',
        })
      const shown = people.slice(0, size)
      const counts = countsOf(counted, open[0]?.total ?? 0)
      const { managers, twoUntil } = toAuthority(authority!)
      return {
        content: shown.map(toColleague),
        invitations: (after === undefined && listsInvitations(state) ? open : []).map((one) => ({
          invitationId: one.id,
          email: one.email,
          name: one.name,
          roles: one.roles,
          invitedBy: one.invited_by_name,
          createdAt: one.created_at,
          expiresAt: one.expires_at,
        })),
        counts,
        next: people.length > size ? shown.at(-1)!.place : null,
        totalElements: usersOf(counts, state),
        // Who manages other programs is nothing of the caller's; that there is somebody is.
        authority: {
          managers: managers.map((one) => ({
            ...one,
            id: person.id === one.id || covers(person.subCarriers, programsOf(one)) ? one.id : '',
            subCarriers: one.subCarriers?.filter((sub) => person.subCarriers?.includes(sub) !== false) ?? null,
          })),
          twoUntil,
        },
      }
    },
  ),

  changes: oneTrip(
    ({ id }) => ({ changes: sql.changesOf(id, MOST_CHANGES), works: sql.worksHere(id) }),
    ({ changes, works: [works] }, { person, refuse }) => {
      refuse(whyNotAdminister(person))
      if (!works!.there) return notFound()
      return {
        changes: changes.map((one) => ({
          at: one.at,
          by: one.by_name,
          askedBy: one.asked_by_name,
          reason: one.reason,
          before: one.before,
          after: one.after,
        })),
      }
    },
  ),

  lately: oneTrip(
    () => ({ ending: endingLicenses(), entries: lately(), at: sql.carrierToday() }),
    ({ ending, entries, at: [at] }, { person, refuse }) => {
      refuse(whyNotAdminister(person))
      return {
        today: at!.today,
        licenses: ending.map(({ user_id: userId, expires_on: expiresOn, total: _total, ...one }) => ({
          ...one,
          userId,
          expiresOn,
        })),
        licenseCount: ending[0]?.total ?? 0,
        entries: entries.map(({ by_name: by, asked_by_name: askedBy, ...one }) => ({ ...one, by, askedBy })),
      }
    },
  ),

  export: async ({ input, db, who, now, note, refuse }) => {
    const { search, role, state } = input
    const asked = { search: search ?? null, role: role ?? null, state: state ?? null }
    const [person, found] = await Promise.all([who(), db.all(sql.everybody(asked))])
    refuse(whyNotAdminister(person))
    const users = found.slice(0, sql.MOST_USERS).map(toColleague)
    note({
      type: 'export',
      detail: { rows: users.length },
      // What was searched for may be a name: the list of exports says only that there was something.
      exported: { rows: users.length, filters: filterWords({ search: search && '', role, state }) },
    })
    return userFile({
      users,
      timeZone: input.timeZone ?? person.timeZone,
      now,
      by: person.name,
      filters: filterWords({ search, role, state }),
      truncated: found.length > users.length,
    })
  },

  work: oneTrip(
    ({ id }) => ({ work: sql.work(id), urgent: seen(sql.mostUrgent(id), s`seen.stratus_claim_id`) }),
    ({ work: [work], urgent }, { person, refuse }) => {
      refuse(whyNotAdminister(person))
      if (!work) return notFound()
      return {
        openRequests: work.open_requests,
        requests: urgent.map((one) => ({
          authorizationId: one.id,
          referenceNumber: one.reference_number,
          subCarrier: one.sub_carrier,
          dueAt: one.statutory_due_at,
        })),
        sessions: work.sessions,
      }
    },
  ),

  invite: async ({ input, db, who, now, newId, write, note, portal, refuse }) => {
    const email = input.email.trim()
    const [person, , state, authorityRow, at] = await Promise.all([
      who(),
      db.one(sql.oneAtATime(email)),
      db.one(sql.invitationFacts(email)),
      db.one(sql.authority()),
      db.one(sql.carrierToday()),
    ])
    refuse(whyNotAdminister(person))
    if (!state) return notFound()
    const { roles, subCarriers = null, dataExtractSubCarriers: extract = [] } = input
    refuse(whyNotThere(subCarriers ?? [], state.sub_carriers, 'subCarriers'))
    refuse(whyNotThere(extract, state.sub_carriers, 'dataExtractSubCarriers'))
    const given = { active: true, roles, sub_carriers: subCarriers, data_extract_sub_carriers: extract }
    refuse(whyNotGiveAll(person, given))
    const authority = toAuthority(authorityRow!)
    const giving = givingOf({
      giver: person.id,
      colleague: '',
      before: undefined,
      after: given,
      authority,
      asked: undefined,
    })
    refuse(whyNotInviteTo(giving, authority.twoUntil === null ? '' : exactWords(authority.twoUntil, person.timeZone)))
    refuse(whyNotLicenses(input.licenses ?? [], input.licenseStates ?? [], at!.today))
    refuse(whyNotInvite({ member: state.member, former: state.former, open: state.open ?? undefined }))
    const { id, expiresAt, writes } = invitation({
      mc: person.mc,
      newId,
      now,
      origin: portal.settings.origin,
      carrier: state,
      invited: {
        email,
        firstName: input.firstName,
        lastName: input.lastName,
        ssoUser: input.ssoUser ?? false,
        roles: [...new Set(roles)],
        subCarriers,
        extract,
        licenseStates: input.licenseStates ?? [],
        licenses: input.licenses ?? [],
        approvalLimit: input.approvalLimit ?? null,
        by: person.id,
        byName: person.name,
      },
    })
    writes.forEach(write)
    note({ type: 'invitation', id, detail: { roles, subCarriers, approvalLimit: input.approvalLimit ?? null } })
    return { success: true, invitationId: id, expiresAt }
  },

  withdraw: async ({ input, db, who, now, newId, write, note, refuse }) => {
    const [person, found] = await Promise.all([who(), db.one(sql.invitationForUpdate(input.invitationId))])
    if (!found) return notFound()
    refuse(whyNotAdminister(person))
    refuse(
      whyNotWithdrawInvitation({
        outcome: found.outcome,
        expired: found.expired,
        name: `${found.first_name} ${found.last_name}`,
        closedBy: found.closed_by_name,
        closedAt: found.closed_at && isoOf(found.closed_at),
      }),
    )
    const { mc, name: by } = person
    withdrawal({ mc, newId, now, id: input.invitationId, by, invited: found }).forEach(write)
    note({ type: 'invitation', id: input.invitationId, detail: { withdrawn: true } })
    return { success: true }
  },

  change: async (context) => {
    const { input, write, note } = context
    const { writes, version, waits, before, after, confirmed, askedBy } = await membershipChange(context, input)
    writes.forEach(write)
    note({ type: 'user', id: input.id, detail: { before, after, waits, confirmed, askedBy, reason: input.reason } })
    return { success: true, id: input.id, version, waitsForSecond: waits.length > 0, waitsFor: waits }
  },

  signOut: async ({ input, db, who, now, note, refuse }) => {
    const [person, answer] = await Promise.all([who(), db.one(sql.endSessions(input.id, now.toISOString()))])
    refuse(whyNotAdminister(person))
    const ended = answer?.ended ?? null
    if (ended === null) return notFound()
    note({ type: 'user', id: input.id, detail: { sessions: ended } })
    return { success: true, sessions: ended }
  },
})

export const handlers = { ...users, ...implement(accessReview)(reviewing) }
