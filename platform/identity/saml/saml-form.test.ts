import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { field } from './testing-issuer.ts'
import { openSingleSignOn, type SingleSignOn } from './testing-single-sign-on.ts'

// Forms that are no SAML answer, sent to both addresses that take one.

let world: SingleSignOn
beforeAll(async () => {
  world = await openSingleSignOn()
})
afterAll(() => world.close())

describe('what is no SAML answer at all', () => {
  test('is refused at both addresses, and nobody is called', async () => {
    let called = 0
    const listener = createServer((_request, response) => void ((called += 1), response.end())).listen(0, '127.0.0.1')
    await new Promise((listening) => listener.once('listening', listening))
    const there = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/x`
    const xml = world.alder.answer()
    const bodies: [string, Record<string, string>][] = [
      ['a DTD', { SAMLResponse: field(`<!DOCTYPE r>${xml}`) }],
      [
        'an external entity',
        {
          SAMLResponse: field(`<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace('A-1001', '&x;')}`),
        },
      ],
      [
        'a parameter entity to a listener',
        { SAMLResponse: field(`<!DOCTYPE r [<!ENTITY % x SYSTEM "${there}"> %x;]>${xml}`) },
      ],
      ['a DTD at a listener', { SAMLResponse: field(`<!DOCTYPE r SYSTEM "${there}">${xml}`) }],
      [
        'billion laughs',
        {
          SAMLResponse: field(
            `<!DOCTYPE r [<!ENTITY a "${'ha'.repeat(99)}">${Array.from({ length: 8 }, (_, at) => `<!ENTITY a${at} "${`&a${at || ''};`.repeat(9)}">`).join('')}]><r>&a7;</r>`,
          ),
        },
      ],
      ['depth 10,000', { SAMLResponse: field('<a>'.repeat(10_000) + '</a>'.repeat(10_000)) }],
      ['UTF-7', { SAMLResponse: field(`<?xml version="1.0" encoding="UTF-7"?>${xml}`) }],
      ['UTF-16', { SAMLResponse: Buffer.from(`\ufeff${xml}`, 'utf16le').toString('base64') }],
      ['deflated', { SAMLResponse: gzipSync('<a/>'.repeat(1_000_000)).toString('base64') }],
      ['nothing', {}],
      ['no base64', { SAMLResponse: '<r/>' }],
    ]
    const before = [await world.sessions(), await world.count('sso_relay')]
    for (const [name, fields] of bodies) {
      for (const url of [world.sp.acsUrl, `${world.portal.origin}/identity/saml`]) {
        const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
        expect([name, url, answer.status]).toEqual([name, url, 400])
        expect(await answer.text()).not.toMatch(/<\?xml|DOCTYPE r|root:x|at line|xmldom|node_modules/i)
      }
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const whole = `SAMLResponse=${encodeURIComponent(field(xml))}`
    const shapes: [string, RequestInit, number][] = [
      ['5 MB', { headers: form, body: `SAMLResponse=${'A'.repeat(5_000_000)}` }, 413],
      ['a packed body', { headers: { ...form, 'content-encoding': 'gzip' }, body: gzipSync(whole) }, 415],
      [
        'JSON',
        { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ SAMLResponse: field(xml) }) },
        400,
      ],
      ['text', { headers: { 'content-type': 'text/plain' }, body: whole }, 415],
      ['the field twice', { headers: form, body: `${whole}&${whole}` }, 400],
    ]
    for (const [name, request, status] of shapes) {
      for (const url of [world.sp.acsUrl, `${world.portal.origin}/identity/saml`]) {
        // The server may have closed the connection before all of it was sent: that is an answer too.
        const answer = await fetch(url, { method: 'POST', redirect: 'manual', ...request }).catch(() => undefined)
        const expected = name === 'JSON' && url !== world.sp.acsUrl ? 415 : status
        expect([name, url, answer?.status ?? (name === '5 MB' ? 413 : 0)]).toEqual([name, url, expected])
      }
    }
    expect([await world.sessions(), await world.count('sso_relay')]).toEqual(before)
    expect(called).toBe(0)
    await new Promise((closed) => listener.close(closed))
  })
})
