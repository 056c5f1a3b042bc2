import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** A figure of the work itself, over all carriers or of one: how many requests are open, how old the oldest is. */
export type Figure = { name: string; carrier: string | null; value: number }
/** What a figure of this name means. */
type FigureHelp = Readonly<Record<string, string>>

export type Metrics = {
  /** A request was answered: the template of its route, never its address. */
  answered(method: string, route: string, status: number, seconds: number): void
  /** What users did in the pages, in words of an allow list. */
  userAction(action: string, target: string, seconds: number | undefined): void
  /** The state of a pool of database connections, read when metrics are. */
  watchPool(name: string, pool: { totalCount: number; idleCount: number; waitingCount: number }): void
  /** Figures of the work, read when metrics are; failing ones are counted and left out. */
  watchFigures(help: FigureHelp, read: () => Promise<readonly Figure[]>): void
  /** All metrics in the text format of Prometheus. */
  text(): Promise<{ type: string; body: string }>
}

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5]
const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`

let ofProcess: Registry | undefined

/** What Node says of this process, measured once however many portals are opened in it: timers and observers of it never end. */
function processMetrics(): Registry {
  if (!ofProcess) collectDefaultMetrics({ register: (ofProcess = new Registry()) })
  return ofProcess!
}

/**
 * The metrics of one portal with those of its process. Labels are route templates, status classes, carrier codes and words of allow lists: no id,
 * name or address can become one, and there are fewer than 5,000 series.
 */
export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const process = processMetrics()
  const requests = new Counter({
    name: 'rxdocket_http_requests_total',
    help: 'Requests answered, by route template and class of status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'rxdocket_http_request_duration_seconds',
    help: 'Time until a request was answered.',
    labelNames: ['route'] as const,
    buckets: SECONDS,
    registers,
  })
  const actions = new Counter({
    name: 'rxdocket_user_actions_total',
    help: 'What users did in the pages.',
    labelNames: ['action', 'target'] as const,
    registers,
  })
  const actionTimes = new Histogram({
    name: 'rxdocket_user_action_duration_seconds',
    help: 'Time that an action took in the page, where it was measured.',
    labelNames: ['action'] as const,
    buckets: SECONDS,
    registers,
  })
  const unread = new Counter({
    name: 'rxdocket_figures_failed_total',
    help: 'Times the figures of the work could not be read.',
    registers,
  })
  const pools: [string, Parameters<Metrics['watchPool']>[1]][] = []
  new Gauge({
    name: 'rxdocket_database_connections',
    help: 'Connections of this process to the database; waiting: calls that wait for one.',
    labelNames: ['pool', 'state'] as const,
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        this.set({ pool, state: 'in_use' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  let readFigures: () => Promise<readonly Figure[]> = () => Promise.resolve([])
  const gauges = new Map<string, Gauge<'carrier'>>()

  return {
    answered: (method, route, status, seconds) => {
      requests.inc({ method, route, status: statusClass(status) })
      durations.observe({ route }, seconds)
    },
    userAction: (action, target, seconds) => {
      actions.inc({ action, target })
      if (seconds !== undefined) actionTimes.observe({ action }, seconds)
    },
    watchPool: (name, pool) => void pools.push([name, pool]),
    watchFigures: (help, read) => {
      for (const [name, text] of Object.entries(help))
        gauges.set(
          name,
          new Gauge({ name: `rxdocket_${name}`, help: text, labelNames: ['carrier'] as const, registers }),
        )
      readFigures = read
    },
    text: async () => {
      try {
        const found = await readFigures()
        for (const gauge of gauges.values()) gauge.reset()
        for (const { name, carrier, value } of found) {
          const gauge = gauges.get(name)
          if (carrier === null) gauge?.set(value)
          else gauge?.set({ carrier }, value)
        }
      } catch {
        unread.inc()
      }
      return { type: registry.contentType, body: await Registry.merge([process, registry]).metrics() }
    },
  }
}
