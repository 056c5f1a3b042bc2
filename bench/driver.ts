/** The statements alone, through `pg` in one process: no HTTP, no shaping, nobody asked who it is. */
import { openBare, planOf, runPlan, type Bare, type Plan } from './bare.ts'
import type { Data } from './data.ts'
import type { Loaded } from './load.ts'
import { quantile } from './quantile.ts'
import { serveQuestions } from './process.ts'
import { scenarioNames, whoAsks, type Scenario } from './scenarios.ts'

const bares = new Map<Scenario, Bare>()
let plans: Plan[] = []

serveQuestions({
  begin: async (data: Data) => {
    for (const scenario of scenarioNames) bares.set(scenario, await openBare(data.databaseUrl, whoAsks(scenario, data)))
  },
  /** Learns the statements beforehand, so that the measured time holds nothing else. */
  prepare: async ({ scenario, inputs }: { scenario: Scenario; inputs: Record<string, unknown>[] }) => {
    const bare = bares.get(scenario)!
    const client = await bare.pool.connect()
    plans = []
    for (const input of inputs) plans.push(await planOf(scenario, bare, client, input))
    client.release()
  },
  load: async ({
    scenario,
    connections,
    ms,
    once,
  }: {
    scenario: Scenario
    connections: number
    ms: number
    once: boolean
  }): Promise<Loaded> => {
    const { pool } = bares.get(scenario)!
    const waits: number[] = []
    let next = 0
    const began = performance.now()
    const one = async () => {
      while (performance.now() - began < ms && (!once || next < plans.length)) {
        const plan = plans[next++ % plans.length]!
        const sent = performance.now()
        const client = await pool.connect()
        await runPlan(plan, client)
        client.release()
        waits.push(performance.now() - sent)
      }
    }
    await Promise.all(Array.from({ length: connections }, one))
    waits.sort((a, b) => a - b)
    return {
      count: waits.length,
      ms: performance.now() - began,
      p50: quantile(waits, 0.5),
      p99: quantile(waits, 0.99),
      failed: null,
    }
  },
})
