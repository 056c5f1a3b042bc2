import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

type Answer = { answer?: unknown; fault?: string }

/** A process of the bench, spoken to one question at a time. */
export type Helper = { ask<T>(question: string, about?: unknown): Promise<T>; end(): Promise<void> }

/** Starts a program of this folder and waits until it can be asked. */
export async function startHelper(program: string, about: unknown, flags: string[] = []): Promise<Helper> {
  const child: ChildProcess = fork(join(import.meta.dirname, program), { execArgv: flags, serialization: 'advanced' })
  const helper: Helper = {
    async ask<T>(question: string, asked?: unknown): Promise<T> {
      const ended = once(child, 'exit').then(([code]) =>
        Promise.reject(new Error(`${program} ended with ${String(code)}.`)),
      )
      ended.catch(() => {})
      child.send({ question, about: asked })
      const [{ answer, fault }] = (await Promise.race([once(child, 'message'), ended])) as [Answer]
      if (fault !== undefined) throw new Error(`${program}: ${fault}`)
      return answer as T
    },
    async end() {
      const ended = once(child, 'exit')
      child.send({ question: 'end' })
      await ended
    },
  }
  await helper.ask('begin', about)
  return helper
}

/** The other side: answers what is asked; `usage` (CPU microseconds so far) and `end` are the same for all. */
export function serveQuestions(answers: Record<string, (about: never) => Promise<unknown> | unknown>): void {
  process.on('disconnect', () => process.exit())
  process.on('message', ({ question, about }: { question: string; about: unknown }) => {
    void (async (): Promise<Answer> => {
      if (question === 'usage') {
        const { user, system } = process.cpuUsage()
        return { answer: user + system }
      }
      const answer = await answers[question]?.(about as never)
      if (question === 'end') process.exit()
      return { answer }
    })()
      .catch((error: Error) => ({ fault: error.stack ?? error.message }))
      .then((said) => process.send!(said))
  })
}
