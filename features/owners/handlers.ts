import { decisionSettings } from '#features/permissions/decision-settings.ts'
import { refuseStaleVersion } from '#platform/calls/version.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { removeOwners, setFirstOwners } from '#features/authorizations/owner-sql.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { oneTrip, implement } from '#platform/calls/handler.ts'
import { normalizeForSearch } from '#platform/text/search-form.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { examinerMail } from './examiner-mail.ts'
import { lapseFirst } from '#features/authorizations/lapse.ts'
import { lineOf } from '#features/authorizations/rows.ts'
import { insertMessages } from '#features/notifications/sql.ts'
import { loadForUpdate, look } from '#features/authorizations/facts-sql.ts'
import { insertEvents, insertOwners } from '#features/authorizations/sql.ts'
import { nameStarts } from '#platform/text/typed-name.ts'
import { toAdjuster, toCandidate } from './adjuster.ts'
import { owners } from './contract.ts'
import { assignment, canWorkOn, examinerAddress, rightsOn } from './rules.ts'
import { whyNotAssign } from '#features/decision-rights/assigning.ts'
import * as sql from './sql.ts'

const beginsWith = (chars: string): sql.Begins => ({
  names: nameStarts(chars.trim()),
  oneName: normalizeForSearch(chars),
  email: chars.trim().toLowerCase(),
})

export const handlers = implement(owners)({
  assign: async ({ input, db, who, now, write, note, publishChange, newId, refuse }) => {
    const emails = input.userEmails.map((email) => email.trim().toLowerCase())
    const [person, request, found, before, latest] = await Promise.all([
      who(),
      db.one(loadForUpdate(input.id)),
      db.all(sql.named(emails)),
      db.all(sql.current(input.id)),
      db.one(sql.lastEvent(input.id)),
    ])
    if (!request) return notFound()
    const at = now.toISOString()
    lapseFirst([request], at)
    refuse(whyNotAssign(person, request, decisionSettings(request)))
    refuseStaleVersion(
      { refuse },
      {
        seen: input.version,
        current: {
          authorizationId: request.id,
          version: request.version,
          by: latest?.by ?? null,
          at: latest?.at ?? null,
          what: latest?.what ?? null,
        },
      },
    )
    const judged = assignment(
      emails,
      found.map(toCandidate),
      { mc: request.mc, subCarrier: request.sub_carrier },
      at,
      person.timeZone,
    )
    if (judged.why) return refuse(judged.why)
    const { owners: chosen, warnings, rerouted } = judged.assignment
    const ids = chosen.map((owner) => owner.id)
    const changed = ids.join() !== request.owner_ids.join()
    const former = request.owner_ids.filter((id) => !ids.includes(id))
    note({
      claims: [request.stratus_claim_id],
      type: 'rx_authorization',
      id: request.id,
      detail: { from: request.owner_ids, to: ids },
    })
    if (changed) {
      const by = { person, request, now: at }
      write(removeOwners(request.mc, [request.id]))
      write(
        insertOwners(
          chosen.map((owner, place) => ({
            mc: request.mc,
            authorization_id: request.id,
            user_id: owner.id,
            position: place + 1,
            open: true,
            assigned_by: person.name,
            assigned_at: at,
          })),
        ),
      )
      write(setFirstOwners(request.mc, [{ id: request.id, ownerId: ids[0]! }], at))
      write(
        insertEvents([
          lineOf(by, eventCode.ASSIGNED, { names: chosen.map((owner) => owner.name).join(', '), user: person.name }),
          ...rerouted.map((away) => lineOf(by, eventCode.REROUTED, { user: away.name, date: away.until })),
        ]),
      )
      write(
        insertOutbox([
          toNotify({ mc: request.mc, id: newId(), authorizationId: request.id, happening: 'assigned', now: at }),
          ...(former.length > 0
            ? [
                toNotify({
                  mc: request.mc,
                  id: newId(),
                  authorizationId: request.id,
                  happening: 'reassigned',
                  by: person.id,
                  to: former,
                  now: at,
                }),
              ]
            : []),
        ]),
      )
      publishChange('authorizations')
    }
    const rows = new Map(found.map((row) => [row.id, row]))
    return {
      success: true,
      authorizationId: request.id,
      version: request.version + (changed ? 1 : 0),
      warnings: [...warnings],
      formerUserEmails: before.every((row) => canWorkOn(toCandidate(row), request.mc, request.sub_carrier))
        ? before.map((row) => row.email)
        : [],
      caseOwners: ids.map((id) => {
        const row = rows.get(id)!
        return toAdjuster({ ...row, open_count: row.open_count + (request.owner_ids.includes(id) ? 0 : 1) }, at)
      }),
    }
  },

  typeAhead: oneTrip(
    ({ authId, chars }) => ({
      target: sql.request(authId),
      people: sql.beginning(authId, beginsWith(chars)),
    }),
    ({ target, people }, { now }) => (target[0] ? people.map((row) => toAdjuster(row, now.toISOString())) : notFound()),
  ),

  ofGroup: oneTrip(
    ({ sc, g }) => ({ target: sql.group(sc, g), people: sql.ofGroup(sc, g) }),
    ({ target, people }, { now }) => (target[0] ? people.map((row) => toAdjuster(row, now.toISOString())) : notFound()),
  ),

  ofGroupBeginning: oneTrip(
    ({ sc, g, chars }) => ({ target: sql.group(sc, g), people: sql.ofGroup(sc, g, beginsWith(chars)) }),
    ({ target, people }, { now }) => (target[0] ? people.map((row) => toAdjuster(row, now.toISOString())) : notFound()),
  ),

  all: oneTrip(
    () => ({ people: sql.ofCarrier(false) }),
    ({ people }, { now }) => people.map((row) => toAdjuster(row, now.toISOString())),
  ),

  active: oneTrip(
    () => ({ people: sql.ofCarrier(true), list: sql.activeListIsOn() }),
    ({ people, list }, { now, refuse }) => {
      if (!list[0]!.on)
        refuse({ code: 'FEATURE_OFF', message: 'The list of active users is switched off for this carrier.' })
      return people.map((row) => toAdjuster(row, now.toISOString()))
    },
  ),

  activeBeginning: oneTrip(
    ({ chars }) => ({ people: sql.ofCarrierBeginning(beginsWith(chars)) }),
    ({ people }, { now }) => people.map((row) => toAdjuster(row, now.toISOString())),
  ),

  byName: oneTrip(
    ({ id, name }) => ({ target: sql.request(id), people: sql.byName(id, nameStarts(name), normalizeForSearch(name)) }),
    ({ target, people }, { now }) => (target[0] ? people.map((row) => toAdjuster(row, now.toISOString())) : notFound()),
  ),

  rights: oneTrip(
    ({ authorizationId, caseOwnerEmails }) => ({
      request: look(authorizationId),
      people: sql.rightsOf(caseOwnerEmails.map((email) => email.trim().toLowerCase())),
    }),
    ({ request: [request], people }, { input, now, person }) =>
      request
        ? input.caseOwnerEmails.map((email) => {
            const found = people.find((row) => row.email.toLowerCase() === email.trim().toLowerCase())
            return rightsOn(
              email.trim(),
              found && {
                ...toCandidate(found),
                licenseStates: found.license_states,
                approvalLimit: found.approval_limit,
              },
              request,
              decisionSettings(request),
              now.toISOString(),
              person.timeZone,
            )
          })
        : notFound(),
  ),

  // Reference and claim number, no drug and no diagnosis; the rest of the text is the writer's own.
  mailExaminer: async ({ input, db, who, now, newId, write, note, publishChange, portal, refuse }) => {
    const to = input.to?.toLowerCase()
    const [person, request, examiner] = await Promise.all([
      who(),
      db.one(look(input.authorizationId)),
      db.one(sql.examinerOf(input.authorizationId, to ?? '')),
    ])
    if (!request || !examiner) return notFound()
    const at = now.toISOString()
    const judged = examinerAddress(person, request, request.settings, {
      to,
      known: examiner.known,
      owner: examiner.owner_email,
    })
    if (judged.why) return refuse(judged.why)
    const id = newId()
    const subject = input.subject || `Request ${request.reference_number}`
    const body = examinerMail({
      message: input.message,
      reference: request.reference_number,
      claimNumber: examiner.claim_number,
      link: `${portal.settings.origin}/authorizations/request/${request.id}`,
      by: person.name,
      carrier: examiner.carrier,
    })
    const recipient =
      judged.address === examiner.owner_email?.toLowerCase() ? examiner.owner_name! : 'the claims examiner'
    write(
      insertMessages([
        {
          id,
          channel: 'MAIL',
          address: judged.address,
          recipient,
          subject,
          body,
          authorization_id: request.id,
          created_at: at,
        },
      ]),
    )
    write(
      insertOutbox([
        leaving({ mc: request.mc, id: newId(), topic: 'outside.message', payload: { messageId: id }, now: at }),
      ]),
    )
    write(
      insertEvents([
        lineOf({ person, request, now: at }, eventCode.MESSAGE_SENT, {
          way: 'E-mail',
          role: 'claims examiner',
          result: 'queued',
        }),
      ]),
    )
    note({ claims: [request.stratus_claim_id], type: 'outside_message', id, detail: { authorizationId: request.id } })
    publishChange('authorizations')
    return { success: true, emailId: id }
  },
})
