import { expect, test } from 'vitest'
import { asFile, returnedMail } from '#testing/returned-mail.ts'
import { readMailReport, returnPath } from './mail-report.ts'

const read = (message: string) => readMailReport(asFile(message).bytes)

test.each([
  ['failed', '5.1.1', 'the address does not exist (5.1.1)'],
  ['failed', '5.1.2', 'the address does not exist (5.1.2)'],
  ['failed', '5.1.6', 'the address does not exist (5.1.6)'],
  ['failed', '5.1.10', 'the receiver takes no mail (5.1.10)'],
  ['Failed', '5.2.1', 'the mailbox takes no messages (5.2.1)'],
  ['failed', '5.2.2', 'the mailbox is full (5.2.2)'],
  ['failed', '4.2.2', 'the mailbox is full (4.2.2)'],
  ['failed', '5.3.4', 'the message is too large for the receiver (5.3.4)'],
  ['failed', '4.4.7', 'the mail server of the receiver was not reached (4.4.7)'],
  ['failed', '5.7.1', 'the mail server of the receiver refused it (5.7.1)'],
  ['failed (nobody there)', '5.0.0 (unknown)', 'it came back (5.0.0)'],
  ['failed', '', 'it came back'],
  ['failed', 'Maria Ortega', 'it came back'],
])('a report that says %j and %j: failed, %j', async (action, status, reason) => {
  expect(await read(returnedMail({ action, status }))).toEqual({ status: 'failed', reason })
})

test.each([
  ['delivered', '2.1.5', 'delivered'],
  ['delayed', '4.4.1', 'sent'],
  ['relayed', '2.0.0', 'sent'],
  ['expanded', '2.0.0', 'sent'],
])('a report that says %j: %j', async (action, status, found) => {
  expect(await read(returnedMail({ action, status }))).toEqual({ status: found })
})

test('of several receivers the worst counts; the text and the mail itself are no report', async () => {
  const more = 'Final-Recipient: rfc822; front@clinic.example\r\nAction: failed\r\nStatus: 5.1.1'
  expect(await read(returnedMail({ action: 'delivered', status: '2.1.5' }, { more }))).toMatchObject({
    status: 'failed',
  })
  expect(await read(returnedMail({ action: 'unheard-of', status: '5.1.1' }))).toBeUndefined()
})

test('line ends and the type of mails in other scripts do not matter', async () => {
  const failed = { action: 'failed', status: '5.1.1' }
  for (const how of [
    { lineEnd: '\n' },
    { type: 'message/global-delivery-status' },
    { type: 'Message/Delivery-Status' },
  ])
    expect([how, (await read(returnedMail(failed, how)))?.status]).toEqual([how, 'failed'])
})

test.each([
  'Subject: Out of office\r\nAuto-Submitted: auto-replied\r\n\r\nI am away. Action: failed\r\nStatus: 5.1.1\r\n',
  returnedMail({ action: 'failed', status: '5.1.1' }, { type: 'text/plain' }),
  '',
  'Content-Type: multipart/report; boundary=x\r\n\r\n--x',
  '\u0000\ufffd',
])('what is no report says nothing: %#', async (message) => {
  expect(await read(message)).toBeUndefined()
})

test('a long mail that came back is read in its first part', async () => {
  const long = `${returnedMail({ action: 'failed', status: '5.1.1' }).replace('--=_part--', '')}${'All of it again. '.repeat(40_000)}`
  expect(await read(long)).toMatchObject({ status: 'failed' })
})

test('the address a mail comes back to names it', () => {
  expect(returnPath('bounces@portal.example', 'id-1')).toBe('bounces+id-1@portal.example')
})
