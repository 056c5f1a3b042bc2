/**
 * `npm run pharmacy`: pharmacies that bill the running portal for its walk-in patients, wait for the carrier's word where
 * one is needed, and bill again. It reaches the portal by its address and token only.
 *
 *   npm run pharmacy                 bills three claims and waits until each is answered
 *   npm run pharmacy -- 10           ten of them
 *   npm run pharmacy -- --once       bills and leaves
 *   npm run pharmacy -- --follow     goes on, a claim every half minute, until Ctrl-C
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { CannotStart } from '#platform/cannot-start.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { readSettings } from '#platform/start/settings.ts'
import { attend, type Options } from './pharmacy/attend.ts'
import { NotHeard, portalAt } from './pharmacy/portal.ts'

const use = 'Use: npm run pharmacy -- [how many claims] [--once | --follow]'

function optionsOf(words: string[]): Options {
  const { values, positionals } = parseArgs({
    args: words,
    options: { once: { type: 'boolean', default: false }, follow: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [count = '3', ...others] = positionals
  if (others.length > 0 || !/^[1-9]\d{0,2}$/.test(count) || (values.once && values.follow)) throw new TypeError(use)
  return { count: Number(count), ...values }
}

let stop = (): void => {}
const stopped = new Promise<void>((resolve) => (stop = resolve))
let over = false
process.once('SIGINT', () => {
  over = true
  stop()
})

try {
  const options = optionsOf(process.argv.slice(2))
  const { origin, serviceTokens, asOf } = readSettings(process.env)
  const { billed, paid, rejected, waiting } = await attend(portalAt(origin, serviceTokens.intake[0] ?? ''), options, {
    tell: (line) => console.log(`${new Date().toTimeString().slice(0, 8)}  ${line}`),
    // A portal with an as-of date lives on that day; both the portal and the pharmacy read it from the same setting.
    day: () => dateIn(asOf === undefined ? Date.now() : Date.parse(asOf), 'America/Los_Angeles'),
    random: (most) => randomInt(most),
    wait: (ms) => {
      let timer: NodeJS.Timeout | undefined
      return Promise.race([stopped, new Promise<void>((done) => (timer = setTimeout(done, ms)))]).finally(() =>
        clearTimeout(timer),
      )
    },
    stopped: () => over,
  })
  console.log(
    `${billed} billed, ${paid} paid, ${rejected} turned down, ${waiting} still waiting${waiting > 0 ? ': run it again to hear the answers' : ''}.`,
  )
} catch (reason) {
  const known = reason instanceof NotHeard || reason instanceof CannotStart || reason instanceof TypeError
  console.error(known ? reason.message : reason)
  process.exitCode = 1
}
