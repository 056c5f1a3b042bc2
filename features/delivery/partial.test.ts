import { expect, test } from 'vitest'
import { callbacks } from '#features/callbacks/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { keying } from '#features/keying/contract.ts'
import { pharmacyStatus } from '#features/pharmacy-status/contract.ts'
import { instantOf } from '#platform/dates/zone.ts'
import { pagesOf } from '#testing/browser/pdf-text.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { giveTextConsent } from '#testing/text-consent.ts'

test('an approval of less than was billed is called partial to pharmacy, prescriber and worker, with the amounts', async () => {
  const api = await startFixtureApi()
  api.clock.move(instantOf(day(1), '12:00', 'America/New_York') - api.clock.now().getTime())
  await api.db.query(
    `update claimant set address1 = '12 Elm Street', city = 'Tampa', state = 'FL', zip = '33601' where mc = 'AAA'`,
  )
  const one = { sub: 'AAA1', at: 1, date: day(1) } as const
  const id = await raiseAuthorization(api, one)
  await giveTextConsent(api.db, '8135550144')
  const { status } = await (
    await api.signIn('adj.aaa')
  ).ask(decision.approve, { id, version: 1, maxQty: 15, maxDays: 7 })
  expect(status).toBe(200)
  api.clock.move(61_000)
  await runJobsUntilIdle(api)
  const { bin, pcn, insurance, pharmacyNabp } = pharmacyClaim(one)
  const { groupCode } = insurance as { groupCode: string }
  const taken = await api.service.ask(callbacks.take, {
    bin: bin!,
    pcn: pcn!,
    insurance: { groupCode },
    nabp: pharmacyNabp!,
  })
  const [message] = taken.body.messages
  expect(message!.text).toMatch(
    /^Partly approved: 15 of 60 \w+ for 7 of 30 days\. Submit the claim again, once, for 15 \w+ and 7 days at most/,
  )
  const [request] = (
    await api.db.query(
      `select a.reference_number, a.drug_name, t.last_name from rx_authorization a
        join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id join claimant t on t.mc = c.mc and t.id = c.claimant_id
       where a.id = $1`,
      [id],
    )
  ).rows
  const page = await api.anonymous.ask(pharmacyStatus.check, { referenceNumber: request.reference_number })
  expect(page.body).toMatchObject({ state: 'APPROVED', title: 'Partly approved', next: message!.text })
  const sent = (
    await api.db.query(
      `select channel, body from outside_message where authorization_id = $1 and channel <> 'MAIL' and body not like '%waiting%' order by channel`,
      [id],
    )
  ).rows as { channel: string; body: string }[]
  expect(sent.map(({ channel }) => channel)).toEqual(['FAX', 'POST', 'SMS'])
  const [fax, , text] = sent.map(({ body }) => body)
  expect(fax).toMatch(/was partly approved: 15 of 60 \w+ for 7 of 30 days\./)
  for (const word of [request.drug_name, request.last_name, ', born ', 'You may ask for reconsideration'])
    expect(fax).toContain(word)
  expect(text).toContain('Part of your prescription was approved.')
  const { rows: papers } = await api.db.query(
    `select c.content from document d join document_content c on c.mc = d.mc and c.document_id = d.id
      where d.authorization_id = $1 and d.file_name like 'Approval letter%patient%'`,
    [id],
  )
  const letter = pagesOf(papers[0].content).join(' ').replaceAll(/\s+/g, ' ')
  expect(letter).toContain('Part of your prescription was approved')
  expect(letter).toContain('We approved part of it: 15 of 60 for 7 of 30 days. We did not approve the rest.')
  expect(letter).toContain(`name request ${request.reference_number}`)
})

test('the worker gets the text of a decision after the pharmacy has its message, also where approvals are keyed by hand', async () => {
  const api = await startFixtureApi()
  api.built.portal.settings.keyedByPeople = true
  api.clock.move(instantOf(day(1), '12:00', 'America/New_York') - api.clock.now().getTime())
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1, date: day(1) })
  await giveTextConsent(api.db, '8135550144')
  await api.db.query('update rx_authorization set auto_pa = false')
  await (await api.signIn('adj.aaa')).ask(decision.approve, { id, version: 1 })
  api.clock.move(11_000)
  await runJobsUntilIdle(api)
  const states = async () =>
    (
      await api.db.query(
        `select k.status_id as pharmacy, o.status as text from pharmacy_callback k join outside_message o
          on o.mc = k.mc and o.authorization_id = k.authorization_id and o.channel = 'SMS' and o.template = 'approved'`,
      )
    ).rows
  expect(await states()).toEqual([{ pharmacy: 1, text: 'QUEUED' }])
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id = (select id from app_user where username = 'ext.aaa')`,
  )
  const support = await api.signIn('ext.aaa')
  const [waiting] = (await support.ask(keying.queue, {})).body.waiting
  expect((await support.ask(keying.keyed, { id: waiting!.priorAuthId, accepted: true })).status).toBe(200)
  await runJobsUntilIdle(api)
  expect(await states()).toEqual([{ pharmacy: 2, text: 'SENT' }])
})
