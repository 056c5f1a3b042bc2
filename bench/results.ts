import { median } from './quantile.ts'
import { scenarioNames, scenarios, type Scenario } from './scenarios.ts'

export type Target = 'driver' | 'bare' | 'floor' | 'portal'
export type Sample = {
  round: number
  scenario: Scenario
  target: Target
  connections: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Microseconds of CPU of the serving process, a request. */
  cpu: number
  /** Trips to PostgreSQL, a request. */
  trips: number
}
export type EngineRate = { says: string; perSecond: number }

const times = (value: number): string => value.toFixed(2)
const ms = (value: number): string => value.toFixed(2)
const whole = (value: number): string => Math.round(value).toLocaleString('en-US')

type Figure = 'perSecond' | 'p50' | 'p99' | 'cpu' | 'trips'

const table = (head: string[], rows: string[][]): string =>
  [head, head.map((_, at) => (at === 0 ? '---' : '---:')), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

/** The results as a page: ratios first, since only they can be compared from one machine to another. */
export function resultsOf(
  samples: readonly Sample[],
  engine: readonly EngineRate[],
  about: { machine: string; rounds: number },
): string {
  const of = (scenario: Scenario, target: Target, connections: number, figure: Figure) =>
    samples
      .filter((one) => one.scenario === scenario && one.target === target && one.connections === connections)
      .map((one) => one[figure])
  const typical = (...which: Parameters<typeof of>): number => median(of(...which))
  /** Median of the ratios of neighbours in the same round. */
  const against = (scenario: Scenario, target: Target, connections: number, figure: Figure): number => {
    const other = of(scenario, target, connections, figure)
    return median(of(scenario, 'portal', connections, figure).map((value, at) => value / other[at]!))
  }
  const measured = scenarioNames.filter((scenario) => samples.some((one) => one.scenario === scenario))
  const ratios = measured.map((scenario) => [
    scenarios[scenario].says,
    times(against(scenario, 'floor', 16, 'perSecond')),
    times(against(scenario, 'floor', 16, 'cpu')),
    times(against(scenario, 'floor', 1, 'p50')),
    times(against(scenario, 'floor', 16, 'p99')),
    times(against(scenario, 'bare', 16, 'cpu')),
    times(against(scenario, 'driver', 16, 'perSecond')),
    times(typical(scenario, 'portal', 16, 'trips')),
  ])
  const figures = measured.flatMap((scenario) =>
    (['driver', 'bare', 'floor', 'portal'] as const).map((target) => [
      scenarios[scenario].says,
      target,
      whole(typical(scenario, target, 16, 'perSecond')),
      whole(typical(scenario, target, 16, 'cpu')),
      ms(typical(scenario, target, 16, 'p99')),
      whole(typical(scenario, target, 1, 'perSecond')),
      ms(typical(scenario, target, 1, 'p50')),
    ]),
  )
  return `# Speed, measured side by side

${about.machine}. Medians of ${about.rounds} interleaved rounds; a ratio is taken between neighbours of one round. Load, server and PostgreSQL share the machine.

- **portal**: sign-in, carrier walls in the database, validation, limits, audit, idempotency and log on.
- **floor**: bare Fastify and \`pg\` with the same statements and guarantees: session and carrier are checked in the database, its walls are on, what is shown is in the audit, a repeat is found; the same shaping, the same answer through a compiled response schema.
- **bare**: the same without the guarantees: an audit row only for the approval, nobody is asked who they are.
- **driver**: the statements alone through \`pg\` in one process, without HTTP.

## Portal ÷ floor

Requests a second: higher is better; the others: lower is better.

${table(['call', 'requests/s at 16', 'CPU a request', 'p50 at 1', 'p99 at 16', 'CPU ÷ bare', 'requests/s ÷ driver', 'trips'], ratios)}

## Figures of this machine

${table(['call', 'what', 'requests/s at 16', 'CPU µs/request', 'p99 ms at 16', 'requests/s at 1', 'p50 ms at 1'], figures)}

## Adjudication engine, one core

${table(
  ['claim', 'adjudications/s'],
  engine.map((one) => [one.says, whole(one.perSecond)]),
)}
`
}
