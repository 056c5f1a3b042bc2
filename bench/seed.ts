/**
 * How fast the scale world is made, and whether it has the wanted make-up: a part of it through the same path as the
 * whole, in a throw-away PostgreSQL. Writes bench/seed.md.
 *
 *   node bench/seed.ts              a fiftieth, one worker a processor
 *   node bench/seed.ts 1            all of it (about 20 GB of disk)
 *   node bench/seed.ts 200 4        a two-hundredth, four workers
 */
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { census, fits } from '#database/seed/census.ts'
import { countsOf, faultsOf, lateOf } from '#database/seed/checks.ts'
import { loadDemo } from '#database/seed/load.ts'
import { targetsOf } from '#database/seed/sizes.ts'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'

const [part = '50', count] = process.argv.slice(2)
const divisor = Number(part)
if (!(Number.isInteger(divisor) && divisor >= 1 && divisor <= 1000))
  throw new TypeError('Use: node bench/seed.ts [1 to 1000] [workers]')
const fraction = 1 / divisor
const workers = count === undefined ? availableParallelism() : Number(count)

/** Processor seconds of every process named postgres below this one's server, the ended ones too; null where /proc is not. */
function serverSeconds(): number | null {
  try {
    let ticks = 0
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      let text: string
      try {
        text = readFileSync(`/proc/${pid}/stat`, 'utf8')
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(marker)) continue
      } catch {
        continue // it ended meanwhile
      }
      const fields = text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      ticks += fields[11]! + fields[12]! + fields[13]! + fields[14]! // own and ended children's, user and system
    }
    return ticks / 100
  } catch {
    return null
  }
}

const server = await startEmbedded({ log: () => {}, fast: true })
const marker = `-p ${server.port}`.replace(' ', '\0')
try {
  await migrate(server.url)
  const began = performance.now()
  const at = { parts: 0, keys: 0, statistics: 0 }
  const used = process.cpuUsage()
  const { rows } = await loadDemo(server.url, {
    size: 'scale',
    ...(divisor > 1 && { fraction }),
    workers,
    asOf: new Date('2026-11-18T15:42:00.000Z'),
    log(line) {
      const now = performance.now() - began
      if (line.startsWith('part ')) at.parts = now
      else if (line.startsWith('Gathering')) at.statistics = now
      else if (line.includes('keys, indexes')) at.keys = now
      process.stderr.write(`${(now / 1000).toFixed(0).padStart(5)} s  ${line}\n`)
    },
  })
  const total = performance.now() - began
  const node = process.cpuUsage(used)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const postgres = serverSeconds()
  const { rows: size } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database())::text as bytes',
  )
  const found = await countsOf(client)
  const wanted = targetsOf({ size: 'scale', ...(divisor > 1 && { fraction }) }) as unknown as Record<string, number>
  const [faults, late, figures] = [await faultsOf(client), await lateOf(client), await census(client)]
  await client.end()

  const whole = (count: number): string => Math.round(count).toLocaleString('en-US')
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
  const cpu = (node.user + node.system) / 1e6
  const minutes = (ms: number): string => `${Math.round((ms * divisor) / 60_000)} min`
  const off = figures.filter((figure) => !fits(figure))
  const text = [
    '# The scale world: how fast it is made',
    '',
    `${cpus().length} × ${cpus()[0]!.model.trim()}, Node ${process.versions.node}, PostgreSQL 18 without fsync, ${workers} workers. Reproduce: \`node bench/seed.ts ${divisor}\`.`,
    '',
    '| what | a part | the whole, at this rate |',
    '|---|---:|---:|',
    `| part of the world | 1/${divisor} | 1 |`,
    `| rows | ${whole(rows)} | ${whole(rows * divisor)} |`,
    `| fills (transactions) | ${whole(found['transactions']!)} | ${whole(found['transactions']! * divisor)} |`,
    `| making and copying the parts | ${seconds(at.parts)} | ${minutes(at.parts)} |`,
    `| keys, indexes, references | ${seconds(at.keys - at.parts)} | ${minutes(at.keys - at.parts)} |`,
    `| vacuum and statistics | ${seconds(total - at.statistics)} | ${minutes(total - at.statistics)} |`,
    `| in all | ${seconds(total)} | ${minutes(total)} |`,
    `| processor time, Node | ${cpu.toFixed(1)} s | ${Math.round((cpu * divisor) / 60)} min |`,
    ...(postgres === null
      ? []
      : [
          `| processor time, PostgreSQL | ${postgres.toFixed(1)} s | ${Math.round((postgres * divisor) / 60)} min |`,
          // A machine that does other work meanwhile gives it less than it has.
          `| processors it had on average, of ${cpus().length} | ${(((cpu + postgres) * 1000) / total).toFixed(1)} | |`,
          `| at least, had it had all ${cpus().length} to itself | ${((cpu + postgres) / cpus().length).toFixed(1)} s | ${Math.round(((cpu + postgres) * divisor) / 60 / cpus().length)} min |`,
        ]),
    `| rows a second, all in | ${whole((rows * 1000) / total)} | |`,
    `| fills a second while the parts are made | ${whole((found['transactions']! * 1000) / at.parts)} | |`,
    `| fills a second of Node's processor time | ${whole(found['transactions']! / cpu)} | |`,
    `| largest memory of the process, all workers | ${whole(process.resourceUsage().maxRSS / 1024)} MB | the same: parts are forgotten |`,
    `| database | ${whole(Number(size[0]!.bytes) / 1e6)} MB | ${whole((Number(size[0]!.bytes) * divisor) / 1e9)} GB |`,
    '',
    'The time falls with every processor: parts depend on nothing but their number.',
    '',
    '## What was made',
    '',
    `Invariants broken: ${faults.length === 0 ? 'none' : faults.map((one) => `${one.rule} (${one.count})`).join('; ')}. Open requests past their time: ${late.late} of ${late.open}.`,
    '',
    '| rows | wanted | found |',
    '|---|---:|---:|',
    ...Object.entries(found).map(([name, many]) => `| ${name} | ${whole(wanted[name]!)} | ${whole(many)} |`),
    '',
    `Of ${figures.length} figures of the world's make-up, ${off.length === 0 ? 'all lie within their leeway' : `${off.length} lie outside their leeway: ${off.map((one) => `${one.of}: ${one.name} ${one.found.toFixed(2)} instead of ${one.wanted}`).join('; ')}`} (database/seed/census.ts).`,
    '',
    '| of | figure | wanted | found |',
    '|---|---|---:|---:|',
    ...figures.map((one) => `| ${one.of} | ${one.name} | ${one.wanted} | ${one.found.toFixed(1)} |`),
    '',
  ].join('\n')
  console.log(text)
  await writeFile(join(import.meta.dirname, 'seed.md'), text)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await server.stop()
}
