import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** A process with a life cycle of its own; answers what it wrote and how it ended. */
async function live(
  body: string,
  act: (process: ChildProcess, said: (text: string) => Promise<void>) => Promise<void>,
  { limitMs = 60_000 } = {},
) {
  const script = `
    import { lifeCycle } from ${JSON.stringify(join(import.meta.dirname, 'stop.ts'))}
    const say = (line) => console.log(line)
    const { onStop, stop } = lifeCycle({ log: say, limitMs: ${limitMs} })
    const forever = () => new Promise((done) => setTimeout(done, 60_000))
    setInterval(() => {}, 1000)
    ${body}
    say('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  const closed = once(child, 'close')
  const said = async (text: string) => {
    while (!output.includes(text)) {
      const ended = await Promise.race([once(child.stdout, 'data').then(() => false), closed.then(() => true)])
      if (ended && !output.includes(text)) throw new Error(`it ended without saying "${text}": ${output}`)
    }
  }
  await said('ready')
  await act(child, said)
  const [code] = (await closed) as [number | null]
  return { code, lines: output.trim().split('\n').slice(1) }
}

const TWO = `onStop('first', () => say('first stopped')); onStop('second', async () => say('second stopped'))`

describe('the end of the process', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s stops what was started, the last first, and answers 0',
    async (signal) => {
      const { code, lines } = await live(TWO, async (child) => void child.kill(signal))
      expect(lines).toEqual(['second stopped', 'first stopped'])
      expect(code).toBe(0)
    },
  )

  test('the same Ctrl-C arriving twice, from the terminal and from npm, is one', async () => {
    const slow = `onStop('slow', async () => { process.emit('SIGINT'); say('begun'); await new Promise(setImmediate); say('finished') })`
    const { code, lines } = await live(slow, async (child) => void child.kill('SIGINT'))
    expect(lines).toEqual(['begun', 'finished'])
    expect(code).toBe(0)
  })

  test('a second signal ends the process at once', async () => {
    const stuck = `onStop('stuck', () => { setTimeout(() => say('still stopping'), 350); return forever() })`
    const force = async (child: ChildProcess, said: (text: string) => Promise<void>) => {
      child.kill('SIGTERM')
      await said('still stopping')
      child.kill('SIGINT')
    }
    // The limit, far away, would have answered 1.
    expect((await live(stuck, force)).code).toBe(130)
  })

  test('it ends with the shell that started it, which does not hand on signals', async () => {
    const script = `
      import { lifeCycle } from ${JSON.stringify(join(import.meta.dirname, 'stop.ts'))}
      const { endWithParent, onStop } = lifeCycle({ log: () => {}, limitMs: 60_000 })
      endWithParent()
      onStop('it', () => console.log('stopped'))
      setInterval(() => {}, 1000)
      console.log('ready')`
    const command = ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, script]
    const shell = spawn('sh', command, { stdio: ['ignore', 'pipe', 'inherit'] })
    const lines = shell.stdout[Symbol.asyncIterator]()
    expect(String((await lines.next()).value)).toContain('ready')
    shell.kill('SIGTERM')
    expect(String((await lines.next()).value)).toContain('stopped')
  })

  test('the limit ends what hangs, and says what it was', async () => {
    const { code, lines } = await live(`onStop('stuck', forever)`, async (child) => void child.kill('SIGTERM'), {
      limitMs: 1500,
    })
    expect(lines).toEqual(['stuck did not stop within 1.5 s: leaving it'])
    expect(code).toBe(1)
  })

  test('a step that fails is logged, and the others still run', async () => {
    const { code, lines } = await live(
      `${TWO}; onStop('third', () => { throw new Error('no') })`,
      async (child) => void child.kill('SIGTERM'),
    )
    expect(lines).toEqual(['third did not stop well: no', 'second stopped', 'first stopped'])
    expect(code).toBe(1)
  })

  test('a fault nobody caught stops everything and answers 1', async () => {
    const { code, lines } = await live(`${TWO}; setTimeout(() => { throw new Error('surprise') }, 20)`, async () => {})
    expect(lines[0]).toBe('Error: surprise')
    expect(lines.slice(-2)).toEqual(['second stopped', 'first stopped'])
    expect(code).toBe(1)
  })
})
