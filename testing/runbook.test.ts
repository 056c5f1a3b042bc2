import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { serveMetrics } from '#platform/monitoring/metrics-server.ts'
import { runCarrierSettings } from '../tools/carrier-settings/command.ts'
import { runFlags } from '../tools/flags/command.ts'
import { runSessions } from '../tools/sessions/command.ts'
import { send } from './attacks/attempt.ts'
import { startFixtureApi } from './fixture-api.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/guide/alerts.md'), 'utf8')
const commands = [...page.matchAll(/```\n([^`]+)```/g)].flatMap(([, block]) => block!.trim().split('\n'))
const rules = [...page.matchAll(/^\|[^|`]+\| `([^`]+)` \|/gm)].map(([, rule]) => rule!)

test('every alert rests on a metric there is, and every command of the runbook runs', async () => {
  const api = await startFixtureApi()
  const db = new pg.Pool({ connectionString: api.url, max: 1 })
  onTestFinished(() => db.end())
  await db.query(`update app_user set username = 'dana.ruiz' where username = 'adj.aaa'`)
  const metrics = await serveMetrics(api.built.portal.metrics, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => void metrics.close())
  const { port } = metrics.address() as { port: number }
  await send(api, { method: 'GET', url: '/livez', headers: {} })
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const named = rules.flatMap((rule) => rule.match(/\b(?:rxdocket|nodejs)_\w+/g) ?? [])
  expect(named.length).toBeGreaterThan(7)
  expect(named.filter((name) => !text.includes(`# TYPE ${name.replace(/_bucket$/, '')} `))).toEqual([])

  const tell = () => {}
  const tools = { sessions: runSessions, flags: runFlags, 'carrier-settings': runCarrierSettings }
  const scripts = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')).scripts
  expect(commands.length).toBeGreaterThan(6)
  for (const command of commands) {
    const [, address] = /^curl -sS http:\/\/localhost:\d+(\/\w+)$/.exec(command) ?? []
    const [, name, words] = /^npm run ([\w-]+) -- (.+)$/.exec(command) ?? []
    if (address === '/metrics') continue
    if (address !== undefined)
      expect([command, (await send(api, { method: 'GET', url: address, headers: {} })).status]).toEqual([command, 200])
    else {
      expect(Object.keys(scripts)).toContain(name)
      await tools[name as keyof typeof tools](words!.split(' '), { db, now: api.clock.now(), tell })
    }
  }
})
