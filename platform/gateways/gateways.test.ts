import { once } from 'node:events'
import { createServer as createHttp } from 'node:http'
import { createServer as createTcp, type AddressInfo, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { httpGateway, mailGateway, mustEncrypt } from './gateways.ts'
import { RefusedAddress } from './refused-address.ts'

// Which answers of a gateway are about the address of a message, and which only say that the gateway did not do its work.

const letter = { id: '0190f5f0-0000-7000-8000-000000000001', to: 'office@clinic.example', subject: 'Hello', text: 'Hi' }
const listening = async (server: Server): Promise<number> => {
  server.listen(0, 'localhost')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
const outcome = (sending: Promise<string>): Promise<string> =>
  sending.catch((error: Error) => (error instanceof RefusedAddress ? 'refused' : 'unreached'))

test.each([
  [200, 'taken'],
  [400, 'refused'],
  [404, 'refused'],
  [410, 'refused'],
  [422, 'refused'],
  [401, 'unreached'],
  [403, 'unreached'],
  [408, 'unreached'],
  [429, 'unreached'],
  [500, 'unreached'],
  [503, 'unreached'],
])('a gateway over HTTP that answers %i: %s', async (status, expected) => {
  const server = createHttp((_request, response) => response.writeHead(status).end('{}'))
  const port = await listening(server)
  expect(await outcome(httpGateway(`http://localhost:${port}/`).send(letter))).toBe(expected)
})

test('a gateway that hangs up, and one that is not there, is not reached', async () => {
  const port = await listening(createHttp((request) => request.socket.destroy()))
  expect(await outcome(httpGateway(`http://localhost:${port}/`).send(letter))).toBe('unreached')
  const gone = createTcp()
  const free = await listening(gone)
  gone.close()
  expect(await outcome(mailGateway(`smtp://localhost:${free}`, 'portal@carrier.example').send(letter))).toBe(
    'unreached',
  )
})

/** A mail server that answers one command with a given reply, and all others with OK. */
const mailServer = (said: Record<string, string>, heard: string[] = []): Promise<number> =>
  listening(
    createTcp((socket) => {
      socket.write('220 mail.example\r\n')
      let inData = false
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        for (const line of String(chunk).split('\r\n').filter(Boolean)) {
          heard.push(line)
          if (inData && line !== '.') continue
          const command = inData ? 'END' : line.slice(0, 4).toUpperCase()
          inData = command === 'DATA' && !said['DATA']
          const usual = command === 'DATA' ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 OK'
          socket.write(`${said[command] ?? usual}\r\n`)
        }
      })
    }),
  )
test.each([
  ['takes it', {}, 'taken'],
  ['knows no such mailbox', { RCPT: '550 5.1.1 no such user' }, 'refused'],
  ['says the address is none', { RCPT: '553 5.1.3 bad address' }, 'refused'],
  ['asks to come back later', { RCPT: '451 4.7.1 greylisted' }, 'unreached'],
  ['does not take us as a sender', { MAIL: '550 5.7.1 not you' }, 'unreached'],
  ['does not like what we say', { END: '554 5.7.1 refused' }, 'unreached'],
])('a mail server that %s: %#', async (_what, said, expected) => {
  const port = await mailServer(said)
  expect(
    await outcome(mailGateway(`smtp://localhost:${port}?ignoreTLS=true`, 'portal@carrier.example').send(letter)),
  ).toBe(expected)
})

test('a mail comes back to an address with its id, and is still from its sender', async () => {
  const heard: string[] = []
  const port = await mailServer({}, heard)
  const url = `smtp://localhost:${port}?ignoreTLS=true`
  await mailGateway(url, 'Portal <portal@carrier.example>', 'bounces@carrier.example').send(letter)
  expect(heard).toContain(`MAIL FROM:<bounces+${letter.id}@carrier.example>`)
  expect(heard).toContain('From: Portal <portal@carrier.example>')
})

test('a mail says that nobody wrote it, so that no absence note answers it', async () => {
  const heard: string[] = []
  const port = await mailServer({}, heard)
  await mailGateway(`smtp://localhost:${port}?ignoreTLS=true`, 'portal@carrier.example').send(letter)
  expect(heard).toContain('Auto-Submitted: auto-generated')
})

test.each([
  ['smtp://mail.example.com:587', true],
  ['smtps://mail.example.com', true],
  ['smtp://localhost:1025', false],
  ['smtp://127.0.0.1', false],
  ['smtp://mail.example.com:25?ignoreTLS=true', false],
])('mail leaves encrypted, but within this machine or where its address says otherwise: %s', (url, encrypted) => {
  expect(mustEncrypt(url)).toBe(encrypted)
})
