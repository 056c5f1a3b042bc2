import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { letters } from '#features/letters/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { drugs } from '#reference/drugs.ts'
import { pagesOf } from '#testing/browser/pdf-text.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'

const ndcOf = (name: string): string => drugs.find((one) => one.name.toLowerCase().startsWith(name))!.ndc
const cream = (at: number) => {
  const claim = pharmacyClaim({ sub: 'AAA1', at, quantity: 60 })
  return {
    ...claim,
    prescription: { ...claim.prescription, productId: '0', compoundCode: '2' },
    compound: {
      ingredients: [
        { productId: ndcOf('ketamine, bulk'), quantity: 10, cost: 300 },
        { productId: ndcOf('menthol-methyl'), quantity: 20.5, cost: 150 },
      ],
    },
    pricing: { grossAmountDue: 450 },
  }
}
const wordsIn = (pdf: Buffer): string => pagesOf(pdf).join(' ').replaceAll(/\s+/g, ' ')
const named =
  'Compound of Ketamine, bulk 100% powder, 10 g; Menthol-methyl salicylate-capsaicin 10%-20%-0.035% cream, 20.5 g'

test('a denied compound is named with each ingredient, its strength and amount, by fax and in the letters', async () => {
  const api = await startFixtureApi()
  await api.db.query(
    `update claimant set address1 = '12 Elm Street', city = 'Tampa', state = 'FL', zip = '33601' where mc = 'AAA'`,
  )
  const { body: raised } = await api.service.ask(transactions.intake, cream(1))
  const id = raised.authorizationId!
  const adjuster = await api.signIn('adj.aaa')
  const denied = await adjuster.ask(decision.reject, {
    id,
    version: 1,
    reasonId: 1,
    note: 'The compound is not related to the injury of the knee.',
  })
  expect(denied.body).toMatchObject({ authorizationStatusId: 40 })
  api.clock.move(61_000)
  await runJobsUntilIdle(api)
  const sent = (
    await api.db.query(`select channel, body from outside_message where authorization_id = $1 order by channel`, [id])
  ).rows as { channel: string; body: string }[]
  const fax = sent.find(({ channel }) => channel === 'FAX')!.body.split('\n')
  expect(fax).toContain(`Drug: ${named}`)
  expect(fax).toContain('Requested: 60 units for 30 days')
  // An e-mail or a text names no drug.
  expect(
    sent.filter(({ channel, body }) => channel !== 'FAX' && channel !== 'POST' && /compound|ketamine/i.test(body)),
  ).toEqual([])
  const { rows: papers } = await api.db.query(
    `select d.file_name as name, c.content from document d join document_content c on c.mc = d.mc and c.document_id = d.id
      where d.authorization_id = $1 and d.file_name like 'Denial letter%' order by 1`,
    [id],
  )
  expect(papers.length).toBeGreaterThan(0)
  for (const { name, content } of papers)
    expect([name, wordsIn(content)]).toEqual([name, expect.stringContaining(`${named}, 60 for 30 days`)])
})

test('a letter of medical necessity that is asked for names each ingredient', async () => {
  const api = await startFixtureApi()
  const { body } = await api.service.ask(transactions.intake, cream(2))
  const id = body.authorizationId!
  const adjuster = await api.signIn('adj.aaa')
  const fax = { faxNumber: '8135550177', confirmFaxNumber: '8135550177' }
  const sent = await adjuster.ask(letters.fax, { authorizationId: id, version: 1, ...fax })
  expect(sent.body).toMatchObject({ success: true })
  const { rows } = await api.db.query(
    `select c.content from document d join document_content c on c.mc = d.mc and c.document_id = d.id where d.authorization_id = $1`,
    [id],
  )
  expect(rows.map(({ content }) => wordsIn(content))).toEqual([expect.stringContaining(named)])
})
