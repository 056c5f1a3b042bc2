import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCall } from '#registry'
import type { AnyCall } from '#platform/calls/contract.ts'
import { trips } from '#platform/database/pools.ts'
import { attempt, nobody, pharmacy, send, sender } from './attempt.ts'
import { openPrepared, type Prepared } from './prepared.ts'
import { sampleOf } from './samples.ts'

/**
 * How often each call waits for PostgreSQL, session, caller, audit and commit included: a read once, an act
 * twice, to load and to write. A call that needs more says why.
 */
const tripsOf: Record<string, number> = {
  'session.logout': 2,
  'session.details': 1, // it notes what was shown, in one's own session
  'session.exchange': 2,
  'session.chooseCarrier': 2,
  'session.refresh': 2,
  'session.list': 1,
  'session.end': 2,
  'session.acceptTerms': 2,
  'session.acceptTermsAgain': 2,
  'session.legal': 1,
  'sso.fields': 2,
  'settings.extractSubCarriers': 1,
  'settings.client': 1,
  'settings.features': 1,
  'directory.rejectCodes': 1,
  'directory.gpiVariations': 1,
  'directory.gpiDescriptions': 1,
  'worklist.counts': 1,
  'worklist.pending': 1,
  'worklist.search': 1,
  'worklist.escalated': 1,
  'worklist.filterOptions': 1,
  'worklist.export': 2, // the audit names the claims of all chunks, so it follows them
  'authorizations.one': 1,
  'authorizations.many': 1,
  'authorizations.additional': 1,
  'decision.approve': 2,
  'decision.reject': 2,
  'decision.rejectThisFill': 2,
  'decision.move': 2,
  'decision.undo': 2,
  'decision.effectiveDates': 1,
  'decision.callback': 2,
  'decision.reasons': 1,
  'decision.editRules': 1,
  'decision.autoPaUser': 1,
  'decision.rejectionReasons': 1,
  'clock.snooze': 2,
  'clock.unsnooze': 2,
  'clock.extend': 2,
  'history.story': 1,
  'history.eventLog': 1,
  'history.export': 1,
  'provenance.of': 1,
  'provenance.export': 1,
  'turnaround.figures': 1,
  'merging.merge': 2,
  'determinations.list': 1,
  'determinations.record': 2,
  'determinations.withdraw': 2,
  'outOfOffice.list': 1,
  'outOfOffice.set': 2,
  'outOfOffice.change': 2,
  'outOfOffice.end': 2,
  'outOfOffice.standIns': 1,
  'outOfOffice.preview': 1,
  'owners.assign': 2,
  'owners.typeAhead': 1,
  'owners.ofGroup': 1,
  'owners.byName': 1,
  'owners.rights': 1,
  'owners.mailExaminer': 2,
  'monitoring.fault': 1, // nothing is written but the log
  'newAuthorization.trial': 2,
  'newAuthorization.build': 2,
  'newAuthorization.create': 2,
  'newAuthorization.saveMedication': 2,
  'newAuthorization.changeMedication': 2,
  'newAuthorization.medication': 1,
  'priorAuths.history': 1,
  'priorAuths.page': 1,
  'priorAuths.export': 2, // the audit says what the file holds, so it follows the rows
  'priorAuths.save': 2,
  'priorAuths.end': 2,
  'bypasses.set': 2,
  'bypasses.end': 2,
  'bypasses.history': 1,
  'clinical.guideline': 1,
  'clinical.recommendation': 1,
  'clinical.advise': 2,
  'clinical.considerations': 1,
  'clinical.diagnoses': 1,
  'account.overridesAll': 1,
  'account.profile': 1,
  'account.changePassword': 2,
  'account.groups': 1,
  'account.fullName': 1,
  'account.type': 1,
  'account.nameByEmail': 1,
  'account.logoutEnabled': 1,
  'people.list': 1,
  'people.invite': 2,
  'people.change': 2,
  'registration.ticket': 2,
  'registration.validate': 2,
  'registration.complete': 2,
  'registration.recover': 2,
  'eobr.toggle': 1,
  'eobr.list': 1,
  'eobr.jurisdictions': 1,
  'eobr.note': 2,
  'eobr.labels': 1,
  'drafts.of': 1,
  'drafts.keep': 2,
  'drafts.discard': 2,
  'texts.inbound': 2,
  'texts.status': 2,
  'texts.campaign': 1,
  'texts.history': 1,
  'transactions.intake': 2,
  'transactions.reverse': 2,
  'callbacks.take': 2,
  'letters.preview': 2,
  'letters.previewFile': 2,
  'letters.email': 2,
  'letters.fax': 2,
  'letters.cancel': 2,
  'letters.review': 2,
  'letters.enter': 2,
  'letters.open': 2,
  'letters.respond': 2,
  'letters.faxStatus': 2,
  'letters.file': 1,
  'contactNotes.of': 1,
  'contactNotes.add': 2,
  'contactNotes.surveyed': 1,
  'surveys.open': 2,
  'surveys.questions': 2,
  'surveys.submit': 2,
  'surveys.followUps': 1,
  'surveys.followedUp': 2,
  'callbacks.queue': 1,
  'callbacks.called': 2,
  'keying.queue': 1,
  'careScores.status': 1,
  'careScores.categories': 1,
  'careScores.criteria': 1,
  'keying.keyed': 2,
}

let prepared: Prepared
beforeAll(async () => void (prepared = await openPrepared()))
afterAll(() => prepared.close())

async function count(call: AnyCall, headers: Record<string, string> = {}): Promise<number> {
  const place = prepared.fresh('AAA1')
  const by =
    call.gate === 'service'
      ? pharmacy
      : call.name === 'session.exchange'
        ? nobody
        : sender(await prepared.api.signIn(place.username), place.mc)
  const made = attempt(call, await sampleOf(call, place), by)
  const before = trips.count
  const answer = await send(prepared.api, { ...made, headers: { ...made.headers, ...headers } })
  const after = trips.count
  expect(answer.status).toBe(200)
  return after - before
}

test.each(everyCall)('$name waits for the database as often as it says', async (call) => {
  expect(tripsOf).toHaveProperty([call.name])
  expect(await count(call)).toBe(tripsOf[call.name])
})

test('the table names no call that is gone, and no read that waits more than once without a reason', () => {
  expect(Object.keys(tripsOf).filter((name) => !everyCall.some((call) => call.name === name))).toEqual([])
  expect(
    everyCall.filter((call) => call.kind === 'read' && (tripsOf[call.name] ?? 0) > 1).map((call) => call.name),
  ).toEqual(['worklist.export', 'priorAuths.export'])
})

test('a key against repeats costs no trip of its own', async () => {
  for (const call of everyCall.filter((one) => one.kind === 'act' && one.gate === 'carrier')) {
    expect([call.name, await count(call, { 'idempotency-key': `key-of-${call.name.replace('.', '-')}` })]).toEqual([
      call.name,
      tripsOf[call.name],
    ])
  }
})
