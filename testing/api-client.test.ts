import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import generateSource from 'oazapfts'
import { expect, onTestFinished, test } from 'vitest'
import { ORIGIN } from './api.ts'
import { raiseAuthorization, startFixtureApi } from './fixture-api.ts'

// A client that a public generator writes from the page of the API, as somebody who writes one has nothing else.

const root = join(import.meta.dirname, '..')

type Answered = { status: number; data: any }
type Client = {
  defaults: { baseUrl: string; headers: Record<string, string>; fetch?: typeof fetch }
} & Record<string, (...input: unknown[]) => Promise<Answered>>

test('A client generated from the page of the API compiles, signs in to a carrier, lists, opens and approves a request', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  await api.db.query(
    `update user_carrier set roles = '{supervisor}' where mc = 'AAA' and user_id = (select id from app_user where username = 'multi')`,
  )
  const address = await api.built.app.listen({ port: 0, host: '127.0.0.1' })

  const folder = await mkdtemp(join(tmpdir(), 'rxdocket-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const page = join(folder, 'openapi.json')
  await writeFile(page, await (await fetch(`${address}/api/openapi.json`)).text())
  await writeFile(join(folder, 'client.ts'), await generateSource(page))
  const compile = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2023', '--module', 'nodenext', 'client.ts']
  await promisify(execFile)(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...compile], {
    cwd: folder,
  })

  const client = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'client.ts')).href)) as Client
  let cookie = (await api.signIn('multi', null)).cookie!
  client.defaults.baseUrl = `${address}/api`
  client.defaults.fetch = async (url, { headers, ...more } = {}) => {
    const own = new Headers(headers)
    for (const [name, value] of Object.entries({ cookie, origin: ORIGIN, 'x-portal-request': '1' }))
      own.set(name, value)
    const answer = await fetch(url, { ...more, headers: own })
    for (const set of answer.headers.getSetCookie()) cookie = set.split(';')[0]!
    return answer
  }
  const call = async (name: string, ...input: unknown[]) => {
    const { status, data } = await client[name]!(...input)
    expect([name, status, status === 200 ? '' : data]).toEqual([name, 200, ''])
    return data
  }

  const me = await call('sessionDetails', { isLogin: true })
  expect(me).toMatchObject({ username: 'multi', selectMasterCarrier: true })
  await call('sessionChooseCarrier', { masterCarrierCode: 'AAA' })
  const list = await call('worklistSearch', 'AAA', { authStatuses: [20] }, { page: 0, size: 25 })
  expect(list.content.map((row: { authorizationId: string }) => row.authorizationId)).toEqual([id])
  const detail = await call('authorizationsOne', id)
  expect(detail).toMatchObject({ authorizationId: id, authorizationStatus: 'Pending' })
  const approved = await call('decisionApprove', id, { version: detail.version })
  expect(approved).toMatchObject({ success: true, authorizationStatusId: 30, priorAuth: { kind: 'PERMIT' } })
  // The same address under its prefix.
  expect(await call('authorizationsOne2', id)).toMatchObject({ authorizationStatusId: 30 })
})
