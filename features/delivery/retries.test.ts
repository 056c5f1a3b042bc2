import { expect, onTestFinished, test } from 'vitest'
import { instantOf } from '#platform/dates/zone.ts'
import { decision } from '#features/decisions/contract.ts'
import { everyJob, everyTick } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import { RefusedAddress } from '#platform/gateways/refused-address.ts'
import { answerForGateways } from '#testing/gateway-answers.ts'
import { giveTextConsent } from '#testing/text-consent.ts'
import { day } from '#testing/new-york-day.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { afterTry, MOST_TRIES } from '#features/notifications/retries.ts'
import { eventually } from '#testing/eventually.ts'

// An unreachable gateway and a refused address are different cases (docs/decisions/0026-when-a-gateway-is-down.md).

test('an unreachable gateway is retried for a day, at least every ten minutes; a refused address once', () => {
  let tries = { unreached: 0, refused: 0 }
  const waits: number[] = []
  for (;;) {
    const { waitMinutes, ...next } = afterTry(tries, 'unreached')
    if (waitMinutes === null) break
    waits.push(waitMinutes)
    tries = next
  }
  expect(waits.slice(0, 5)).toEqual([1, 2, 5, 10, 10])
  expect(waits).toHaveLength(MOST_TRIES)
  const total = waits.reduce((sum, wait) => sum + wait, 0)
  expect(total).toBeGreaterThanOrEqual(24 * 60)
  expect(total).toBeLessThan(24 * 60 + 10)
  // The counts of one case do not affect the other.
  expect(afterTry({ unreached: 40, refused: 0 }, 'refused')).toEqual({ unreached: 40, refused: 1, waitMinutes: 5 })
  expect(afterTry({ unreached: 40, refused: 1 }, 'unreached')).toEqual({ unreached: 41, refused: 1, waitMinutes: 10 })
  expect(afterTry({ unreached: 0, refused: 1 }, 'refused').waitMinutes).toBeNull()
})

test('the messages of a denial wait for an unreachable gateway; a refused one fails after a second try, is logged and notified to the owner; a refused text counts against its number', async () => {
  const api = await startFixtureApi()
  api.clock.move(instantOf(day(1), '12:00', 'America/New_York') - api.clock.now().getTime())
  await api.db.query(
    `update claimant set address1 = '12 Elm Street', city = 'Tampa', state = 'FL', zip = '33601' where mc = 'AAA'`,
  )
  const handed: string[] = []
  const behaves: Record<string, () => void> = {
    FAX: () => {
      throw new RefusedAddress('The gateway refused the address (422).')
    },
    POST: () => {
      throw new Error('The gateway answered 503.')
    },
    SMS: () => {
      throw new RefusedAddress('The gateway refused the address (400).')
    },
  }
  answerForGateways(api, async (message, by) => {
    handed.push(`${by} ${message.id}`)
    behaves[by]?.()
    return 'taken'
  })
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, 1e9)
  onTestFinished(() => jobs.stop())
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1, date: day(1) })
  await giveTextConsent(api.db, '8135550144')
  await (await api.signIn('adj.aaa')).ask(decision.reject, { id, version: 1, reasonId: 6, note: 'Gabapentin first' })
  api.clock.move(11_000)
  const messages = async () =>
    (
      await api.db.query(
        `select channel, status, unreached, refused, error from outside_message
          where authorization_id = $1 and channel <> 'MAIL' and body not like '%waiting%' order by channel`,
        [id],
      )
    ).rows
  const until = (wanted: unknown) =>
    eventually(async () => {
      await jobs.relay()
      expect(await messages()).toEqual(wanted)
    })
  const text = {
    channel: 'SMS',
    status: 'FAILED',
    unreached: 0,
    refused: 1,
    error: 'The gateway refused the address (400).',
  }
  await until([
    { channel: 'FAX', status: 'QUEUED', unreached: 0, refused: 1, error: 'The gateway refused the address (422).' },
    { channel: 'POST', status: 'QUEUED', unreached: 1, refused: 0, error: 'The gateway answered 503.' },
    text,
  ])
  // The mail gateway works again a minute later, before the fax is retried.
  behaves['POST'] = () => {}
  api.clock.move(61_000)
  await until([
    expect.objectContaining({ channel: 'FAX', status: 'QUEUED', refused: 1 }),
    expect.objectContaining({ channel: 'POST', status: 'SENT', unreached: 1 }),
    text,
  ])
  api.clock.move(5 * 60_000)
  await until([
    { channel: 'FAX', status: 'FAILED', unreached: 0, refused: 2, error: 'The gateway refused the address (422).' },
    expect.objectContaining({ channel: 'POST', status: 'SENT' }),
    text,
  ])
  const count = (by: string) => handed.filter((one) => one.startsWith(by)).length
  // Both tries of a message carry its id; the text about the request and that about the denial were each refused once.
  expect([count('FAX'), count('POST'), new Set(handed).size]).toEqual([2, 2, handed.length - 2])
  const { rows: log } = await api.db.query(
    `select event_text from authorization_event where authorization_id = $1 and event_code in (310, 311) and event_text like '%failed' order by event_text`,
    [id],
  )
  expect(log.map((row) => row.event_text)).toContain('Fax to Ansel Hawthorne, MD failed')
  expect(log.map((row) => row.event_text)).toContain('Text message to the patient failed')
  const { rows: notices } = await api.db.query(
    `select u.username, n.title from user_notification n join app_user u on u.id = n.user_id where n.kind = 'notDelivered'`,
  )
  expect(notices).toEqual([
    {
      username: 'adj.aaa',
      title: expect.stringMatching(/^The fax to Ansel Hawthorne, MD about request \d{12} could not be delivered\.$/),
    },
  ])
  const { rows: consent } = await api.db.query(
    `select distinct g.state, g.failures from sms_campaign g
      join wc_claim c on c.mc = g.mc and c.claimant_id = g.claimant_id
      join rx_authorization a on a.mc = c.mc and a.stratus_claim_id = c.id where a.id = $1 and g.until is null`,
    [id],
  )
  expect(consent).toEqual([{ state: 2, failures: count('SMS') }])
})
