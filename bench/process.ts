import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  scripts: { start: string }
}
/** What `npm start` gives to Node: a bench measures what runs. */
const startFlags = scripts.start.match(/--\S+/g) ?? []

type Answer = { answer?: unknown; fault?: string }

/** A process of the bench, spoken to one question at a time. */
export type Helper = { ask<T>(question: string, about?: unknown): Promise<T>; end(): Promise<void> }

/** Starts a program of this folder, with the flags of `npm start` and these, and waits until it can be asked. */
export async function startHelper(program: string, about: unknown, flags: string[] = []): Promise<Helper> {
  const child = fork(join(import.meta.dirname, program), {
    execArgv: [...startFlags, ...flags],
    serialization: 'advanced',
  })
  const ended = once(child, 'exit')
  let hear: (said: Answer) => void = () => {}
  child.on('message', (said: Answer) => hear(said))
  void ended.then(([code]) => hear({ fault: `ended with ${String(code)}` }))
  const ask = async <T>(question: string, asked?: unknown): Promise<T> => {
    const heard = new Promise<Answer>((resolve) => (hear = resolve))
    child.send({ question, about: asked })
    const { answer, fault } = await heard
    if (fault !== undefined) throw new Error(`${program}: ${fault}`)
    return answer as T
  }
  await ask('begin', about)
  return {
    ask,
    async end() {
      if (child.connected) child.send({ question: 'end' })
      await ended
    },
  }
}

/** The other side: answers what is asked; `usage` (CPU microseconds so far) and `end` are the same for all. */
export function serveQuestions(answers: Record<string, (about: never) => unknown>): void {
  process.on('disconnect', () => process.exit())
  const answerTo = async (question: string, about: unknown): Promise<Answer> => {
    if (question === 'end') process.exit()
    if (question === 'usage') {
      const { user, system } = process.cpuUsage()
      return { answer: user + system }
    }
    return { answer: await answers[question]?.(about as never) }
  }
  process.on('message', ({ question, about }: { question: string; about: unknown }) => {
    void answerTo(question, about)
      .catch((error: Error) => ({ fault: error.stack ?? error.message }))
      .then((said) => process.send!(said))
  })
}
