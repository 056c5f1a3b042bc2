import { engineSettingTable } from '#features/adjudication/settings.ts'
import { settleAbout } from '#features/notifications/done-sql.ts'
import { noticesToActive } from '#features/notifications/sql.ts'
import { whyNotAdminister } from '#features/people/administering.ts'
import { type CallContext, implement, oneTrip } from '#platform/calls/handler.ts'
import type { Person } from '#platform/calls/person.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { instantOf } from '#platform/dates/zone.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { carrierSettings as table } from './carrier-settings.ts'
import { changeStatus } from './change-statuses.ts'
import { carrierSettings, type Change } from './contract.ts'
import { countDifferent, lastMonth, MOST_JUDGED, whyNotCounted } from './preview.ts'
import { rerunning } from './rerunning.ts'
import * as rules from './rules.ts'
import { settingLabel } from './setting-words.ts'
import * as sql from './sql.ts'
import { whyOnePerson, whyTwoPeople } from './who-changes.ts'

const ofCarrier = '*'

const why = (refusal: { message?: string | undefined } | undefined): string | null =>
  refusal ? (refusal.message ?? 'Your role does not include this.') : null

/** Those of the sub-carrier come after those of the carrier and count before them. */
const effective = (rows: readonly Pick<sql.SettingRow, 'key' | 'value'>[]): Record<string, unknown> =>
  Object.fromEntries(rows.map((row) => [row.key, row.value]))

const toChange = (row: sql.ChangeRow, person: Person): Change => ({
  changeId: row.id,
  key: row.key,
  subCarrier: row.sub_carrier === ofCarrier ? null : row.sub_carrier,
  before: row.before ?? null,
  after: row.after ?? null,
  reason: row.reason,
  startsOn: row.starts_on,
  status: row.status,
  madeBy: row.made_by_name,
  madeAt: isoOf(row.made_at),
  decidedBy: row.decided_by_name,
  decidedAt: row.decided_at && isoOf(row.decided_at),
  declinedBecause: row.declined_because,
  own: row.made_by === person.id,
  whyNotApprove: why(rules.whyNotDecideChange(person, row, true)),
  whyNotDecline: why(rules.whyNotDecideChange(person, row, false)),
  whyNotUndo: why(rules.whyNotUndo(person, row)),
})

type Writing = Pick<CallContext<typeof carrierSettings.setUp>, 'write' | 'newId' | 'now' | 'publishChange'>

/** Writes the changes with what follows: values that count at once, the day of planned ones, a notice to who approves. */
function writeChanges(
  { write, newId, now, publishChange }: Writing,
  person: { mc: string; name: string },
  at: { zone: string; approvers: readonly { id: string }[] },
  rows: readonly sql.NewChange[],
): void {
  write(sql.insertChanges(rows))
  const done = rows.filter((row) => row.status === changeStatus.DONE)
  if (done.length > 0)
    write(
      sql.setValues(
        done.map((row) => ({ ...row, value: row.after })),
        now.toISOString(),
      ),
    )
  for (const row of rows)
    if (row.status === changeStatus.PLANNED) write(startLater({ newId, now }, person.mc, row, at.zone))
  const waiting = rows.filter((row) => row.status === changeStatus.WAITING)
  if (waiting.length > 0) {
    write(
      noticesToActive(
        at.approvers.map(({ id }) => ({ id: newId(), userId: id })),
        {
          kind: 'carrier_setting',
          title: `${person.name} changed ${waiting.map((row) => settingLabel(row.key)).join(', ')}. It waits for a second account manager.`,
          at: now.toISOString(),
          about: waiting.map(({ id }) => id),
        },
      ),
    )
    publishChange('notifications')
  }
  publishChange('settings')
}

const startLater = (
  { newId, now }: Pick<Writing, 'newId' | 'now'>,
  mc: string,
  change: { id: string; starts_on: string },
  zone: string,
) =>
  insertOutbox([
    leaving({
      mc,
      id: newId(),
      topic: rules.startTopic,
      payload: { changeId: change.id },
      now: now.toISOString(),
      availableAt: isoOf(instantOf(change.starts_on, '00:00', zone)),
    }),
  ])

export const handlers = implement(carrierSettings)({
  ...rerunning,

  shown: oneTrip(
    ({ subCarrier = ofCarrier }) => ({ carrier: sql.carrierAt(subCarrier), rows: sql.rowsOf(subCarrier) }),
    ({ carrier: [carrier], rows }) => {
      if (!carrier?.known) return notFound()
      return { ...rules.shownOf(effective(rows), carrier.date_label), version: carrier.version }
    },
  ),

  setUp: async ({ input, db, who, now, newId, write, note, publishChange, refuse }) => {
    const { subCarrier, settings, version } = input
    const place = subCarrier ?? ofCarrier
    const named = rules.peopleNamed(settings)
    const [person, , carrier, rows, open, approvers, people, last] = await Promise.all([
      who(),
      db.all(sql.lock()),
      db.one(sql.carrierAt(place, rules.MOST_DAYS_AHEAD)),
      db.all(sql.rowsOf(place)),
      db.all(sql.openChanges(place)),
      db.all(sql.approvers(place)),
      db.all(sql.workingHere(named)),
      db.one(sql.lastChange()),
    ])
    if (!carrier?.known) return notFound()
    refuse(rules.whyNotSee(person, subCarrier))
    refuse(rules.whyNotSetUp(carrier.set_up))
    refuse(rules.whyNotValues(settings))
    refuse(rules.whyNotMailTo(settings, rules.mailDomainsOf(effective(rows))))
    refuse(
      rules.whyNotPeople(
        named,
        people.map(({ id }) => id),
      ),
    )
    const startsOn = input.startsOn ?? carrier.today
    refuse(rules.whyNotDay(startsOn, carrier.today, carrier.last))
    if (version !== undefined && version !== carrier.version) refuse(rules.whyNotFrom(carrier.version, last))
    const own = rows.filter((row) => row.sub_carrier === place)
    const before = (key: string) => own.find((row) => row.key === key)?.value ?? null
    const changed = Object.entries(settings).filter(([key, value]) => !rules.sameValue(before(key), value))
    refuse(rules.whyNotAgain(open.find(({ key }) => changed.some(([other]) => other === key))))
    const changes = changed.map(([key, value]): sql.NewChange => ({
      id: newId(),
      sub_carrier: place,
      key,
      before: before(key),
      after: value,
      reason: input.reason ?? '',
      starts_on: startsOn,
      status: rules.firstStatus(key, startsOn, carrier.today),
      made_at: now.toISOString(),
      undoes: null,
    }))
    const done = changes.filter((row) => row.status === changeStatus.DONE)
    if (changes.length > 0)
      writeChanges({ write, newId, now, publishChange }, person, { zone: carrier.zone, approvers }, changes)
    note({
      type: 'carrier_setting',
      id: place,
      detail: {
        subCarrier: place,
        startsOn,
        changes: changes.map(({ id, key, before: was, after, status }) => ({ id, key, before: was, after, status })),
      },
    })
    return {
      success: true,
      settings: rules.shownOf(effective(rules.afterChanges(rows, done)), carrier.date_label),
      version: carrier.version + done.length,
      changes: changes.map(({ id, key, status }) => ({ changeId: id, key, status })),
    }
  },

  list: oneTrip(
    ({ subCarrier = ofCarrier }) => ({
      carrier: sql.carrierAt(subCarrier),
      rows: sql.listedRowsOf(subCarrier),
      open: sql.openChanges(undefined),
      subCarriers: sql.subCarriers(),
      approvers: sql.approvers(subCarrier),
    }),
    ({ carrier: [carrier], rows, open, subCarriers, approvers }, { input: { subCarrier }, person, refuse }) => {
      if (!carrier?.known) return notFound()
      refuse(rules.whyNotSee(person, subCarrier))
      const value = (key: string, sub: string) => rows.find((row) => row.key === key && row.sub_carrier === sub)
      return {
        content: Object.entries(table)
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([key, row]) => {
            const carriers = value(key, ofCarrier)
            const own = subCarrier === undefined ? undefined : value(key, subCarrier)
            const counts = own ?? carriers
            return {
              key,
              means: row.means,
              takes: row.takes,
              default: row.default,
              carrier: carriers?.value ?? null,
              subCarrier: own?.value ?? null,
              since: counts ? isoOf(counts.updated_at) : null,
              by: counts?.set_by ?? null,
              twoPeople: whyTwoPeople(key),
              onePerson: whyOnePerson(key),
              engine: Object.hasOwn(engineSettingTable, key),
            }
          }),
        version: carrier.version,
        today: carrier.today,
        subCarriers,
        open: open.map((row) => toChange(row, person)),
        approvers: approvers.map(({ name }) => name),
        whyNotChange: rules.whyNotSetUp(carrier.set_up)?.message ?? null,
      }
    },
  ),

  preview: oneTrip(
    ({ subCarrier = ofCarrier, settings }) => ({
      carrier: sql.carrierAt(subCarrier),
      rows: sql.everyRow(),
      completed: sql.completedLastMonth(
        subCarrier,
        Object.keys(settings).find((key) => Object.hasOwn(table, key)) ?? '',
        MOST_JUDGED + 1,
      ),
    }),
    ({ carrier: [carrier], rows, completed }, { input: { subCarrier, settings }, person, refuse }) => {
      if (!carrier?.known) return notFound()
      refuse(rules.whyNotSee(person, subCarrier))
      refuse(rules.whyNotValues(settings))
      const [key, value] = Object.entries(settings)[0]!
      const place = subCarrier ?? ofCarrier
      const change = { sub_carrier: place, key, after: value ?? null }
      const of = (kept: readonly sql.Value[], sub: string) =>
        effective(kept.filter((row) => row.sub_carrier === ofCarrier || row.sub_carrier === sub))
      const otherwise = table[key]!.default
      const whyNot = whyNotCounted(key, of(rows, place)[key] ?? otherwise, value ?? otherwise)
      const judged = whyNot === undefined ? completed.slice(0, MOST_JUDGED) : []
      const after = rules.afterChanges(rows, [change])
      const counts = countDifferent(key, judged, (sub) => ({
        before: of(rows, sub),
        after: of(after, sub),
      }))
      return {
        ...lastMonth(carrier.today),
        judged: judged.length,
        more: judged.length < completed.length && whyNot === undefined,
        counts: whyNot === undefined ? counts : [],
        whyNotCounted: whyNot ?? null,
      }
    },
  ),

  changes: oneTrip(
    ({ key, page, size }) => ({ rows: sql.changesOf(key, page, size) }),
    ({ rows }, { input: { page, size }, person, refuse }) => {
      refuse(whyNotAdminister(person))
      return { content: rows.map((row) => toChange(row, person)), page, size, totalElements: rows[0]?.total ?? 0 }
    },
  ),

  decide: async ({
    input: { changeId, approve, reason = '' },
    db,
    who,
    now,
    newId,
    write,
    note,
    publishChange,
    refuse,
  }) => {
    const [person, , change, carrier, rows] = await Promise.all([
      who(),
      db.all(sql.lock()),
      db.one(sql.changeById(changeId)),
      db.one(sql.carrierOfChange(changeId)),
      db.all(sql.rowsOfChange(changeId)),
    ])
    if (!change || !carrier) return notFound()
    const whyNot = rules.whyNotDecideChange(person, change, approve)
    if (whyNot?.code === 'NOT_ALLOWED') refuse(whyNot)
    refuse(rules.whyNotSetUp(carrier.set_up))
    refuse(whyNot)
    const own = change.made_by === person.id
    refuse(rules.whyNotWithout(own, approve, reason))
    if (approve && !rules.sameValue(change.before, change.current))
      refuse({ code: 'CONFLICT', message: 'The setting was changed since. Decline this change and make it again.' })
    if (approve) refuse(rules.whyNotMailTo({ [change.key]: change.after }, rules.mailDomainsOf(effective(rows))))
    const at = now.toISOString()
    const status = rules.decidedStatus(approve, change.starts_on, carrier.today)
    write(sql.decideChange(change.id, { status, at, declinedBecause: approve || own ? '' : reason }))
    write(settleAbout('carrier_setting', change.id, at))
    if (status === changeStatus.DONE) write(sql.setValues([{ ...change, value: change.after ?? null }], at))
    if (status === changeStatus.PLANNED) write(startLater({ newId, now }, person.mc, change, carrier.zone))
    if (!own) {
      const title = `${person.name} ${approve ? 'approved' : 'declined'} your change of ${settingLabel(change.key)}.`
      write(noticesToActive([{ id: newId(), userId: change.made_by }], { kind: 'carrier_setting', title, at }))
      publishChange('notifications')
    }
    note({ type: 'carrier_setting', id: change.key, detail: { changeId, from: change.status, to: status } })
    publishChange('settings')
    return { success: true, status, version: carrier.version + (status === changeStatus.DONE ? 1 : 0) }
  },

  undo: async ({ input, db, who, now, newId, write, note, publishChange, refuse }) => {
    const [person, , change, carrier, rows, approvers, open] = await Promise.all([
      who(),
      db.all(sql.lock()),
      db.one(sql.changeById(input.changeId)),
      db.one(sql.carrierOfChange(input.changeId)),
      db.all(sql.rowsOfChange(input.changeId)),
      db.all(sql.approversOfChange(input.changeId)),
      db.all(sql.openChanges(undefined)),
    ])
    if (!change || !carrier) return notFound()
    const whyNot = rules.whyNotUndo(person, change)
    if (whyNot?.code === 'NOT_ALLOWED') refuse(whyNot)
    refuse(rules.whyNotSetUp(carrier.set_up))
    refuse(rules.whyNotAgain(open.find((one) => one.key === change.key && one.sub_carrier === change.sub_carrier)))
    refuse(whyNot)
    refuse(rules.whyNotMailTo({ [change.key]: change.before }, rules.mailDomainsOf(effective(rows))))
    const { today, zone, version } = carrier
    const status = rules.firstStatus(change.key, today, today)
    const row: sql.NewChange = {
      id: newId(),
      sub_carrier: change.sub_carrier,
      key: change.key,
      before: change.after ?? null,
      after: change.before ?? null,
      reason: input.reason ?? '',
      starts_on: today,
      status,
      made_at: now.toISOString(),
      undoes: change.id,
    }
    writeChanges({ write, newId, now, publishChange }, person, { zone, approvers }, [row])
    note({ type: 'carrier_setting', id: change.key, detail: { changeId: row.id, undoes: change.id, status } })
    return { success: true, changeId: row.id, status, version: version + (status === changeStatus.DONE ? 1 : 0) }
  },
})
