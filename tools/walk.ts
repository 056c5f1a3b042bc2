/**
 * `npm run walk`: the random walk of testing/walk a hundred thousand steps far, another way each time. RXDOCKET_WALK_STEPS
 * and RXDOCKET_WALK_SEED choose length and way; a walk that went wrong tells its seed.
 */
import { randomInt } from 'node:crypto'

process.env['RXDOCKET_WALK_STEPS'] ??= '100000'
process.env['RXDOCKET_WALK_SEED'] ??= String(randomInt(2 ** 31))
console.log(`${process.env['RXDOCKET_WALK_STEPS']} steps, seed ${process.env['RXDOCKET_WALK_SEED']}`)
process.argv.push('testing/walk/walk.test.ts')
await import('./test.ts')
